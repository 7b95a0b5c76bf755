"""Where engineers could work at all: cheap questions, asked all the time (20.42, 20.44, 20.51)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.june6.model import ALLIED, Activation, Position, Unit
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.engineers import engineers
from pbem_rules.june6.rules.ground import terrain
from pbem_rules.june6.rules.lookup import holder
from pbem_rules.kernel.derived import derived

_MOVE = "move"


def ends_of(bridge: str) -> tuple[str, str]:
    """The two hexes of a bridge."""
    a, _, b = bridge.partition("/")
    return a, b


def kinds(at: Position, frame: Activation) -> tuple[str, ...]:
    """The kinds of orders that the active engineers may have a use for: no other is legal (cheap, asked all the time)."""
    active = engineers.staffs(at, frame)
    found = []
    if any(can_blow(at, frame.side, staff) for staff in active):
        found.append("demolish")
    if frame.side == ALLIED and frame.stage == _MOVE and any(_can_build(at, staff) for staff in active):
        found.append("build")
    return tuple(found)


def can_blow(at: Position, side: str, staff: Unit) -> bool:
    """Whether a bridge within reach of a headquarters stands and has a friend at one end (20.42, 20.44)."""
    near = _bridges_near(at.data).get(staff.where, ())
    if at.state.pontoons:
        distance, most = at.data.ground.grid.distance, engineers.reach(at.data)
        laid = map(ends_of, at.state.pontoons)
        near = (*near, *(ends for ends in laid if min(distance(staff.where, end) for end in ends) <= most))
    return any(side in (holder(at, a), holder(at, b)) and terrain.bridged(at, a, b) for a, b in near)


def _can_build(at: Position, staff: Unit) -> bool:
    if staff.where not in _near_water(at.data):
        return False
    return engineers.spare(at.state, staff.id) or any(
        engineers.spare(at.state, head.id) for head in engineers.lenders(at, staff)
    )


@derived
def _bridges_near(data: Data) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """The printed bridges that engineers reach from each hex."""
    within, most, found = data.ground.grid.within, engineers.reach(data), dict[str, list[tuple[str, str]]]()
    for a, b in map(ends_of, sorted(data.ground.bridges)):
        for hex_ in sorted({*within(a, most), *within(b, most)}):
            found.setdefault(hex_, []).append((a, b))
    return {hex_: tuple(ends) for hex_, ends in found.items()}


@derived
def _near_water(data: Data) -> frozenset[str]:
    """The hexes from which engineers reach a major river."""
    within, most = data.ground.grid.within, engineers.reach(data)
    return frozenset(hex_ for bank in sorted(terrain.banks(data)) for hex_ in within(bank, most))
