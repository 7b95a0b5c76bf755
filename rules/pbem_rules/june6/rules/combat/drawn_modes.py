"""Modes drawn at random (12.43): the option ``modes = "drawn"``.

Each side names its likelier mode in the open, two markers of it and one of the other go into its cup, and one marker is
drawn with the die of the combat. The draw is a three-sided die: 1 and 2 are the likelier mode.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Die
from pbem.port.messages import Message, OrderWord
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import Combat, Play, Position, View
from pbem_rules.june6.rules.combat.modifiers import ASSAULT, PROBE, RETREAT, STAND
from pbem_rules.june6.rules.setup import option
from pbem_rules.june6.words import either, word
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Lean:
    """Where modes are drawn (12.43): the mode that the attacker is likelier to take, ``assault`` or ``probe``."""

    mode: str


LEAN = Kind[Lean, View, Play](Lean, early="12.43", exact=True)


OPTION, VALUE = "modes", "drawn"
CUPS = (Die(sides=3), Die(sides=3))
"""The attacker's cup and the defender's."""

_LIKELIER = 2
_OTHER = {ASSAULT: PROBE, PROBE: ASSAULT, STAND: RETREAT, RETREAT: STAND}


def on(at: Position) -> bool:
    """Whether the modes of this game are drawn."""
    return option(at, OPTION) == VALUE


def question(combat: Combat) -> Choice:
    """What the attacker owes in place of his sealed mode."""
    why = Message("the likelier mode of the attack on {target}", target=combat.target)
    return Choice(side=combat.side, kinds=("lean",), why=why, paragraph="12.43")


@LEAN.wrong
def no_mode_to_lean_to(view: View, order: Lean) -> Iterator[Violation]:
    """Why this is no mode to lean to now."""
    combat, side = view.state.frames[-1] if view.state.frames else None, view.side
    waits = isinstance(combat, Combat) and combat.stage == "mode" and combat.side == side
    if not waits or not on(view):
        yield broken("12.43", Message("no attack of yours waits for its likelier mode"), side)
    elif order.mode not in (ASSAULT, PROBE):
        said = Message(
            "{mode!r} is not a mode of attack: say {ways}",
            mode=order.mode,
            ways=either(map(OrderWord, (ASSAULT, PROBE))),
        )
        yield broken("12.43", said, order.mode)


@LEAN.legal
def options(_view: View) -> Iterator[Lean]:
    """Both modes."""
    return (Lean(mode=mode) for mode in (ASSAULT, PROBE))


@LEAN.carry_out
def name_likelier(play: Play, order: Lean) -> None:
    """The attacker names his likelier mode."""
    combat = play.combat
    play.alter(lean=order.mode, stage="roll")
    text = Message(
        "The attacker of {target} is likelier to {mode}.", target=combat.target, mode=word(order.mode)
    )
    play.say("lean", text, "12.43", side=combat.side, units=combat.attackers, hexes=(combat.target,))


@BOOK.rule("12.43")
def draw(play: Play, cups: tuple[int, ...]) -> None:
    """Both modes are drawn. ``cups``: the faces of both cups."""
    combat = play.combat
    attacker, defender = (
        mode if face <= _LIKELIER else _OTHER[mode]
        for mode, face in zip((combat.lean, combat.defence), cups, strict=True)
    )
    play.alter(mode=attacker, defence=defender)
    text = Message(
        "The modes drawn for {target}: {attacker} and {defender}.",
        target=combat.target,
        attacker=word(attacker),
        defender=word(defender),
    )
    play.say("drawn-modes", text, "12.43", side=combat.side, hexes=(combat.target,), faces=cups)
