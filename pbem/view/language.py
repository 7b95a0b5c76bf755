"""The words of the game and of this program in another language, for pictures, pages and reports only.

Nothing on the log is translated: outcomes are sentences that follow from it, made in English by the game. What is a
:class:`pbem.port.messages.Message` is said in the reader's language; what no catalogue has stays English, so that nothing is
lost and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from attrs import evolve

from pbem.port.game import Moment, Outcome
from pbem.port.messages import ENGLISH, Catalogue, Message
from pbem.port.scene import Arrow, Counter, Layer, Pile, Scene, Spot, Stroke
from pbem.replay.outcome import Ending
from pbem.view.map.counters import describe
from pbem.view.map.labels import is_name


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
    """A picture: its heading, panel, layers and note, and what is said of counters, arrows and signs. Names stay."""
    if tongue.code == ENGLISH.code:
        return seen
    ground = evolve(
        seen.ground,
        note=tongue.say(seen.ground.note) if seen.ground.note else "",
        spots=tuple(_lettered(tongue, each) for each in _titled(tongue, seen.ground.spots)),
        strokes=_titled(tongue, seen.ground.strokes),
    )
    return evolve(
        seen,
        ground=ground,
        heading=tongue.say(seen.heading),
        panel=tuple(panel_line(tongue, line) for line in seen.panel),
        layers=tuple(_layer(tongue, each) for each in seen.layers),
        piles=tuple(_pile(tongue, each) for each in seen.piles),
        arrows=_titled(tongue, seen.arrows),
        marks=_titled(tongue, seen.marks),
    )


_Titled = TypeVar("_Titled", Spot, Stroke, Arrow)


def _titled(tongue: Catalogue, things: Iterable[_Titled]) -> tuple[_Titled, ...]:
    """What has a title that the catalogues know."""
    return tuple(
        each if not each.title or (said := tongue.find(each.title)) is None else evolve(each, title=said)
        for each in things
    )


def _lettered(tongue: Catalogue, spot: Spot) -> Spot:
    """A name on the map that the catalogues know: of a water, a height or a region."""
    said = tongue.find(spot.text) if is_name(spot.style) and spot.text else None
    return spot if said is None else evolve(spot, text=said)


def _layer(tongue: Catalogue, layer: Layer) -> Layer:
    tints = tuple(evolve(each, why=tongue.say(each.why)) if each.why else each for each in layer.tints)
    return evolve(layer, title=tongue.say(layer.title), tints=tints)


def _pile(tongue: Catalogue, pile: Pile) -> Pile:
    label = tongue.say(pile.label) if pile.label else ""
    return evolve(pile, label=label, counters=tuple(_counter(tongue, each) for each in pile.counters))


def _counter(tongue: Catalogue, counter: Counter) -> Counter:
    """A counter with all that is said of it."""
    return evolve(counter, title=tongue.say(counter.title), said=tongue.say(describe(counter)))
