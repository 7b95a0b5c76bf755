"""Modes drawn at random (12.43): the option ``modes = "drawn"``.

Each side names its likelier mode in the open, two markers of it and one of the other go into its cup, and one marker is
drawn with the die of the combat. The draw is a three-sided die: 1 and 2 are the likelier mode.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Die, Outcome, Step
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.lookup import top
from pbem_rules.june6.model import Combat, State
from pbem_rules.june6.modifiers import ASSAULT, PROBE, RETREAT, STAND
from pbem_rules.june6.orders import Lean
from pbem_rules.june6.printed import Data
from pbem_rules.june6.setup import option

OPTION, VALUE = "modes", "drawn"
CUPS = (Die(sides=3), Die(sides=3))
"""The attacker's cup and the defender's."""

_LIKELIER = 2
_OTHER = {ASSAULT: PROBE, PROBE: ASSAULT, STAND: RETREAT, RETREAT: STAND}


def on(data: Data, state: State) -> bool:
    """Whether the modes of this game are drawn."""
    return option(data, state, OPTION) == VALUE


def question(combat: Combat) -> Choice:
    """What the attacker owes in place of his sealed mode."""
    why = f"the likelier mode of the attack on {combat.target}"
    return Choice(side=combat.side, kinds=("lean",), why=why, paragraph="12.43")


def check(data: Data, state: State, side: str, order: Lean) -> tuple[Violation, ...]:
    """Every reason why this is no mode to lean to now."""
    combat = state.frames[-1] if state.frames else None
    if not isinstance(combat, Combat) or combat.stage != "mode" or combat.side != side or not on(data, state):
        said = "no attack of yours waits for its likelier mode"
        return (Violation(paragraph="12.43", message=said, subject=side),)
    if order.mode not in (ASSAULT, PROBE):
        said = f"{order.mode!r} is no mode of attack; say assault or probe"
        return (Violation(paragraph="12.43", message=said, subject=order.mode),)
    return ()


def options() -> Iterator[Lean]:
    """Both modes."""
    yield from (Lean(mode=mode) for mode in (ASSAULT, PROBE))


def apply(state: State, combat: Combat, order: Lean) -> Step[State]:
    """The state with the attacker's likelier mode named."""
    said = Outcome(
        kind="lean",
        text=f"The attacker of {combat.target} is likelier to {order.mode}.",
        paragraph="12.43",
        side=combat.side,
        units=combat.attackers,
        hexes=(combat.target,),
    )
    return Step(state=top(state, evolve(combat, lean=order.mode, stage="roll")), outcomes=(said,))


@BOOK.rule(
    "12.43", text="Modes may be drawn: two markers of the likelier mode and one of the other in each cup."
)
def draw(combat: Combat, cups: tuple[int, ...]) -> tuple[Combat, Outcome]:
    """The combat with both modes as drawn, and what is said of it. ``cups``: the faces of both cups."""
    attacker, defender = (
        mode if face <= _LIKELIER else _OTHER[mode]
        for mode, face in zip((combat.lean, combat.defence), cups, strict=True)
    )
    said = Outcome(
        kind="drawn-modes",
        text=f"The modes drawn for {combat.target}: {attacker} and {defender}.",
        paragraph="12.43",
        side=combat.side,
        hexes=(combat.target,),
        faces=cups,
    )
    return evolve(combat, mode=attacker, defence=defender), said
