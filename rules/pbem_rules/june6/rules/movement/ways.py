"""Where a mover can go: every hex within its points, with the cheapest way there (8.11, 19.12).

Hexes are searched, and with them the Delay Points removed on the way, but only where the mover can come to one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.bytes.records import frozen
from pbem_rules.june6.model import Position, Unit
from pbem_rules.june6.rules.arrivals.arriving import GLIDER, ways_in
from pbem_rules.june6.rules.movement.costs import Mover, points
from pbem_rules.june6.rules.movement.delay_points import too_dear
from pbem_rules.june6.rules.movement.steps import obstacles
from pbem_rules.kernel import paths

_ANY = 10**6  # more points than any step costs
_Stop = tuple[str, tuple[str, ...]]
"""A hex on the way, and the Delay Points that have been removed when it is reached, in hex order."""


@frozen(kw_only=True)
class Ways:
    """The least cost of every hex in reach, the start among them; ``path`` gives the way to one, the start included."""

    costs: Mapping[str, int]
    path: Callable[[str], tuple[str, ...]]


def ways(mover: Mover, budget: int, goal: str = "") -> Ways:
    """Every hex that the mover reaches with ``budget`` points, in the unit of ``points``; with a ``goal``, no further."""
    start, adjacent = mover.unit.where, mover.data.ground.grid.adjacent
    if ":" in start:
        adjacent = {**adjacent, start: next_to(mover, mover.unit)}

    def step(frm: str, to: str, spent: int, before: str | None) -> int | None:
        return _step(mover, frm, to, budget - spent, stopping=before is not None)

    found = paths.reach(start, adjacent, step, budget, mover.in_enemy_zone, goal.__eq__)
    if any(where in found for where in mover.delays):
        return _past_delay_points(mover, adjacent, budget, goal)
    return Ways(costs=found.costs, path=found.path)


def _step(mover: Mover, frm: str, to: str, left: int, *, stopping: bool) -> int | None:
    """The cost of a step of a unit with ``left`` points; None where it cannot be made. ``stopping``: ``frm`` was entered."""
    if to not in mover.data.ground.terrain:
        return None
    # The cost is known sooner than everything that forbids a step, and leaves most of them out of reach.
    cost = points(mover, frm, to)
    if cost is None or cost > left or _barred(mover, frm, to):
        return None
    return None if stopping and mover.delays and too_dear(mover, frm, left) else cost


def _barred(mover: Mover, frm: str, to: str) -> bool:
    """Whether anything forbids a step that has a cost: in the open, without engineers, nothing can but an enemy."""
    off_map = ":" in frm or mover.unit.where.startswith(GLIDER)
    if off_map or mover.strategic or not mover.alone or mover.in_enemy_zone(to):
        return next(obstacles(mover, frm, to), None) is not None
    return mover.holds_enemy(to)


def enterable(mover: Mover, goal: str) -> bool:
    """Whether a unit on its way could go into ``goal`` from any hex next to it, had it all the points it needs."""
    around = mover.data.ground.grid.adjacent.get(goal, ())
    return any(_step(mover, frm, goal, _ANY, stopping=False) is not None for frm in around)


def least_wrong(mover: Mover, goal: str) -> tuple[str, ...]:
    """The way to a hex with the least against it."""
    start, ground = mover.unit.where, mover.data.ground

    def cost(frm: str, to: str) -> int:
        return points(mover, frm, to) or _ANY

    def barred(frm: str, to: str) -> bool:
        if to not in ground.terrain or (frm != start and mover.in_enemy_zone(frm)):
            return True
        return next(obstacles(mover, frm, to), None) is not None

    adjacent = {**ground.grid.adjacent, start: next_to(mover, mover.unit)}
    return paths.least_barred(start, goal, adjacent, cost, barred)


def _past_delay_points(mover: Mover, adjacent: Mapping[str, tuple[str, ...]], budget: int, goal: str) -> Ways:
    """The same where the mover comes to Delay Points: what it has removed is gone for the rest of its way."""
    start: _Stop = (mover.unit.where, ())
    movers: dict[tuple[str, ...], Mover] = {(): mover}

    def edges(here: _Stop, spent: int, _before: _Stop | None) -> Iterator[tuple[_Stop, int]]:
        (where, gone), on = here, movers[here[1]]
        if here != start and mover.in_enemy_zone(where):
            return
        for to in adjacent[where]:
            cost = _step(on, where, to, budget - spent, stopping=here != start)
            if cost is None:
                continue
            after = gone if to not in on.delays else tuple(sorted((*gone, to)))
            if after not in movers:
                movers[after] = on.beyond(to)
            yield (to, after), cost

    found = paths.flood(start, edges, budget, lambda stop: stop[0] == goal)
    cheapest: dict[str, tuple[int, _Stop]] = {}
    for stop, cost in found.costs.items():
        if stop[0] not in cheapest or (cost, stop) < cheapest[stop[0]]:
            cheapest[stop[0]] = (cost, stop)
    return Ways(
        costs={where: cost for where, (cost, _) in cheapest.items()},
        path=lambda to: tuple(where for where, _ in found.path(cheapest[to][1])),
    )


def next_to(at: Position, unit: Unit) -> tuple[str, ...]:
    """The hexes one step away: the neighbours, or the first hexes open to a unit off the map."""
    return ways_in(at, unit) if ":" in unit.where else at.data.ground.grid.adjacent.get(unit.where, ())
