"""What the player makes of the ground, enemies left out: ways on foot, distances over land, the roads of the links."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Mapping

from pbem_rules.june6.model import View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.printed.marks import LEG
from pbem_rules.june6.rules.ground import terrain
from pbem_rules.kernel.derived import derived, recent
from pbem_rules.kernel.supply import flooded

FAR = 99
Steps = Mapping[str, tuple[tuple[str, int], ...]]


def distances(data: Data, hexes: tuple[str, ...]) -> Mapping[str, int]:
    """Hexes over land from the nearest of some hexes, zero in them."""
    return _fields(data, hexes)


@recent(32)
def _fields(data: Data, hexes: tuple[str, ...]) -> Mapping[str, int]:
    return _spread(data, (where for where in hexes if where in data.ground.grid.adjacent))


@derived
def steps_into(data: Data) -> Steps:
    """The cheapest points of each step into a hex for a unit on foot, from the other end: who comes from where."""
    walker = next(name for name, kind in data.units.items() if kind.move == LEG and kind.type == "infantry")
    found: dict[str, list[tuple[str, int]]] = {}
    printed = View(data=data, state=terrain.PRINTED)
    for frm, around in data.ground.grid.adjacent.items():
        for to in around:
            ways = (
                terrain.along_road(printed, walker, frm, to),
                terrain.cross_country(printed, walker, frm, to),
            )
            costs = [cost for cost in ways if cost is not None]
            if costs:
                found.setdefault(to, []).append((frm, min(costs)))
    return {to: tuple(steps) for to, steps in found.items()}


def roads(data: Data, goal: str) -> Mapping[str, int]:
    """Points on foot from every hex to a goal, enemies and friends left out of account."""
    return _roads(data, goal)


@recent(400)
def _roads(data: Data, goal: str) -> Mapping[str, int]:
    return flood(steps_into(data), (goal,), FAR)[0]


def flood(
    steps: Steps, starts: Iterable[str], most: int, dearer: Container[str] = (), extra: int = 0
) -> tuple[Mapping[str, int], Mapping[str, str]]:
    """The least points from the starts to every hex up to ``most``, and the hex before it; ``dearer`` hexes cost more."""
    costs = dict.fromkeys(starts, 0)
    before: dict[str, str] = {}
    known, after, bound = costs.get, steps.get, most + 1
    shelves: list[list[str]] = [[] for _ in range(bound)]
    shelves[0].extend(costs)
    for spent, shelf in enumerate(shelves):
        for here in shelf:
            if costs[here] < spent:
                continue
            for to, cost in after(here, ()):
                total = spent + cost + (extra if extra and to in dearer else 0)
                if total < known(to, bound):
                    costs[to] = total
                    before[to] = here
                    shelves[total].append(to)
    return costs, before


@derived
def supply(data: Data) -> Mapping[str, int]:
    """Hexes from the nearest German source of supply, as the crow flies along the grid."""
    return _spread(data, data.ground.supply)


@derived
def shore(data: Data) -> Mapping[str, int]:
    """Hexes from the nearest landing beach."""
    return _spread(data, (where for hexes in data.ground.beaches.values() for where in hexes))


def _spread(data: Data, start: Iterable[str]) -> Mapping[str, int]:
    return flooded(start, data.ground.grid.adjacent, lambda _: True)


@derived
def link_hexes(data: Data) -> Mapping[str, tuple[tuple[str, float], ...]]:
    """For each scenario the hexes along the shortest road of each link, with the link's points."""
    return {
        name: tuple(
            (where, float(link.points))
            for link in scenario.links
            for where in _shortest(data, link.start, frozenset(link.end))
        )
        for name, scenario in data.scenarios.items()
    }


def _shortest(data: Data, start: tuple[str, ...], ends: frozenset[str]) -> tuple[str, ...]:
    came: dict[str, str] = dict.fromkeys(start, "")
    queue = deque(start)
    while queue:
        here = queue.popleft()
        if here in ends:
            path = [here]
            while came[path[-1]]:
                path.append(came[path[-1]])
            return tuple(path)
        for other in (
            *data.ground.roads.at(here),
            *(data.ground.grid.adjacent[here] if here in start else ()),
        ):
            if other not in came:
                came[other] = here
                queue.append(other)
    return ()
