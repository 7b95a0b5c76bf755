"""The loss and the return of a division's headquarters (6.16, 6.17)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.messages import Message, OrderWord
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import REDUCED, Play, Position, Unit
from pbem_rules.june6.rules.ground.stacking import stacking_violations
from pbem_rules.june6.rules.ground.terrain import motorised
from pbem_rules.june6.rules.lookup import enemy_of, holder, on_map
from pbem_rules.shared.orders import broken

DIVISION = "division"
_FINAL = frozenset({"6.15", "22.32"})
"""What takes a headquarters out of the game for good (N182)."""


@BOOK.rule("6.17")
def headquarters_lost(play: Play, unit: Unit, paragraph: str) -> None:
    """It goes onto the turn track, unless it has come back before (N182) or is gone for good (6.15, 22.32)."""
    data, state, kind = play.data, play.state, play.data.unit(unit.id)
    division = data.formations.get(kind.formation)
    if kind.reduced is None or division is None or division.kind != DIVISION:
        return
    if unit.id not in state.returned and paragraph not in _FINAL:
        due = state.turn + data.numbers.activation.hq_returns_after
        play.change(returns=(*state.returns, (unit.id, due)))


def organic(at: Position, headquarters: str) -> tuple[Unit, ...]:
    """The organic units of a headquarters' division that stand on the map, in order of id."""
    names = at.data.formations[at.data.unit(headquarters).formation].units
    units = (at.state.board.get(name) for name in sorted(names) if name != headquarters)
    return tuple(unit for unit in units if unit is not None and on_map(at.data, unit))


def due(at: Position, side: str) -> tuple[str, ...]:
    """The headquarters that ``side`` has to bring back in this Reduced Efficiency phase, in order of their loss.

    One that has no hex to come back to waits for the next turn.
    """
    if at.state.phase != REDUCED or not at.state.returns:
        return ()
    return tuple(
        name
        for name, turn in at.state.returns
        if turn <= at.state.turn and at.data.unit(name).side == side and any(places(at, name))
    )


def places(at: Position, headquarters: str) -> Iterator[str]:
    """The hexes where a headquarters may come back, in hex order."""
    reach = at.data.numbers.ranges.hq_replacement
    near: set[str] = set()
    for unit in organic(at, headquarters):
        near.update(at.data.ground.grid.within(unit.where, reach))
    for where in sorted(near):
        if not any(_closed(at, headquarters, where)):
            yield where


@BOOK.rule("6.17")
def _closed(at: Position, headquarters: str, where: str) -> Iterator[str]:
    """Why a hex will not do: it could not stand there, an enemy does, or the hex is full (N184)."""
    ground, kind = at.data.ground, at.data.unit(headquarters)
    terrain = at.data.charts.terrain.get(ground.terrain.get(where, ""))
    if terrain is None:
        yield Message("{hex} is not a land hex of the map", hex=where)
        return
    cost = terrain.motor if motorised(at.data, headquarters) else terrain.leg
    if cost is None and not ground.roads.at(where):
        yield Message("{hq} cannot enter {hex} without a road", hq=headquarters, hex=where)
    if holder(at, where) == enemy_of(kind.side):
        yield Message("the enemy holds {hex}", hex=where)
    elif stacking_violations(at, where, (headquarters,)):
        yield Message("{hex} is full", hex=where)


def headquarters_still_due(at: Position, side: str) -> tuple[Violation, ...]:
    """Why a side is not done with its Reduced Efficiency phase: a headquarters has yet to come back."""
    return tuple(
        broken(
            "6.17",
            Message(
                "{name} comes back this turn: place it ({order})",
                name=name,
                order=OrderWord("restore", "june6"),
            ),
            name,
        )
        for name in due(at, side)
    )
