"""Teaching games: the faces of every roll come from a published list, in order.

The dice are rolled as ever, so that the log is one like any other; what they show is then replaced. Nobody can choose
the list: it stands in the data pack (``scenarios.toml``, ``[teaching]``), to which the log is bound.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve as replaced

from pbem.bytes.values import evolve
from pbem.port.game import Demand, Die, Outcome, Result, Roll, Rolled
from pbem.port.messages import Message
from pbem_rules.june6.model import Position, State
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.setup import chosen

OPTION = "teaching"
_DIGIT = 10


def taught(at: Position) -> bool:
    """Whether the game is a teaching game."""
    return chosen(at, OPTION)


def fixed(
    data: Data, state: State, roll: Rolled, owed: Iterable[Demand]
) -> tuple[State, Rolled, tuple[Outcome, ...]]:
    """The state with the list moved on, the roll with the faces that count, and what is said of it.

    ``owed`` are the demands of the state: they tell the dice of the roll. A die with more than ten sides (a draw from
    a full cup) takes two digits; every die takes them modulo its sides (N200).
    """
    due = next(each for each in owed if isinstance(each, Roll) and each.why == roll.why)
    faces, at = [], state.fixed
    for die in due.dice:
        digits = 1 if die.sides <= _DIGIT else 2
        faces.append(_face(data, die, at, digits))
        at += digits
    shown = ", ".join(map(str, faces))
    said = Outcome(
        kind="fixed-roll",
        text=Message("Fixed roll of a teaching game: {shown}.", shown=shown),
        faces=tuple(faces),
    )
    return evolve(state, fixed=at), replaced(roll, faces=tuple(faces)), (said,)


def _face(data: Data, die: Die, at: int, digits: int) -> int:
    number = 0
    for place in range(at, at + digits):
        number = _DIGIT * number + data.fixed_faces[place % len(data.fixed_faces)]
    return die.low + number % die.sides


def marked(at: Position, result: Result | None) -> Result | None:
    """The result, which says that it is a teaching game's."""
    if result is None or not taught(at):
        return result
    return replaced(result, level=Message("{level} (teaching game: fixed rolls)", level=result.level))
