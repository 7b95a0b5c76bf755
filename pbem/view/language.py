"""The words of the game and of this program in another language, for pictures, pages and reports only.

Nothing on the log is translated: outcomes are sentences that follow from it, made in English by the game. What is a
:class:`pbem.port.messages.Message` is said in the reader's language; what no catalogue has stays English, so that nothing is
lost and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from pbem.port.game import Moment, Outcome
from pbem.port.messages import ENGLISH, Catalogue, Message
from pbem.port.scene import Scene
from pbem.replay.outcome import Ending


def outcome(tongue: Catalogue, said: Outcome) -> Outcome:
    """An outcome for the reader's eyes."""
    if tongue.code == ENGLISH.code:
        return said
    reasons = tuple(evolve(reason, text=tongue.say(reason.text)) for reason in said.reasons)
    return evolve(said, text=tongue.say(said.text), reasons=reasons)


def moment(tongue: Catalogue, when: Moment) -> Moment:
    """Where the game stands."""
    if tongue.code == ENGLISH.code:
        return when
    name, phase = tongue.say(when.turn_name), tongue.say(when.phase)
    return evolve(when, turn_name=name, phase=phase)


def result(tongue: Catalogue, end: Ending) -> Ending:
    """How the game ended; what a referee ruled stays in the referee's words."""
    if end.ruled:
        return end
    reasons = tuple(evolve(reason, text=tongue.say(reason.text)) for reason in end.reasons)
    return evolve(end, level=tongue.say(end.level), reasons=reasons)


def panel_line(tongue: Catalogue, line: str) -> str:
    """A line of the panel; the blanks before it stay."""
    if isinstance(line, Message):
        return tongue.say(line)
    return f"{' ' * (len(line) - len(line.lstrip()))}{tongue.say(line.strip())}"


def speaker(tongue: Catalogue) -> Callable[[str, str], str]:
    """What a single text of the rules is in a language, by its kind: ``texts``, ``reasons``, ``moments``, ``headings``,
    ``panel``."""
    if tongue.code == ENGLISH.code:
        return lambda text, kind: text
    return lambda text, kind: panel_line(tongue, text) if kind == "panel" else tongue.say(text)


def scene(tongue: Catalogue, seen: Scene) -> Scene:
    """A picture: its heading, panel, layers and note. Names of places and units stay."""
    if tongue.code == ENGLISH.code:
        return seen
    panel = tuple(panel_line(tongue, line) for line in seen.panel)
    layers = tuple(evolve(layer, title=tongue.say(layer.title)) for layer in seen.layers)
    ground = evolve(seen.ground, note=tongue.say(seen.ground.note)) if seen.ground.note else seen.ground
    return evolve(seen, ground=ground, heading=tongue.say(seen.heading), panel=panel, layers=layers)
