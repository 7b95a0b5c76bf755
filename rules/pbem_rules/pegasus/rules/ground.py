"""Distances, costs and lines of sight between areas."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem_rules.kernel import paths
from pbem_rules.kernel.derived import derived
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN
from pbem_rules.pegasus.play import Position
from pbem_rules.pegasus.printed.data import Data, Terrain

_SAMPLES = 96
_NO_LIMIT = 1_000_000
Cost = Callable[[str, str], int | None]
"""What a step from an area to one that it borders costs; None where it cannot be made."""


@BOOK.rule("6.1")
def border_cost(data: Data, start: str, end: str) -> int | None:
    """The points for the border between two areas; None where nobody gets through or they do not touch."""
    area = data.terrain.areas[start]
    if end in area.single:
        return data.movement.single
    return data.movement.double if end in area.double else None


@BOOK.rule("6.2")
def step_cost(position: Position, side: str, start: str, end: str) -> int | None:
    """What a unit of a side pays for a step; None where it cannot go (6.1, and N13: over a bridge that is gone)."""
    border = border_cost(position.data, start, end)
    if border is None or (end == position.data.terrain.pegasus and position.state.pegasus == "destroyed"):
        return None
    enemy = GERMAN if side == BRITISH else BRITISH
    return border + (position.data.movement.enemy if position.at(end, enemy) else 0)


def reach(terrain: Terrain, start: str, cost: Cost) -> Mapping[str, int]:
    """The least cost from ``start`` to every area that can be reached."""
    return paths.reach(start, terrain.ways, lambda here, there, _, __: cost(here, there), _NO_LIMIT).costs


def reach_back(terrain: Terrain, goal: str, cost: Cost) -> Mapping[str, int]:
    """The least cost from every area that it can be reached from to ``goal``."""
    return reach(terrain, goal, lambda there, here: cost(here, there))


def nearest_entry(terrain: Terrain, where: str, cost: Cost) -> str:
    """The entry area that costs least; "" when none can be reached."""
    paid = reach(terrain, where, cost)
    found = [(paid[each], each) for each in terrain.entries.values() if each in paid]
    return min(found)[1] if found else ""


def next_step(terrain: Terrain, here: str, goal: str, cost: Cost) -> tuple[str, int] | None:
    """The next area on the cheapest way to ``goal`` and what it costs; None when there is no way."""
    left = reach_back(terrain, goal, cost)
    steps = [
        (left[other] + paid, other, paid)
        for other in terrain.ways[here]
        if other in left and (paid := cost(here, other)) is not None
    ]
    return min(steps)[1:] if steps else None


@derived
def _hops(terrain: Terrain, start: str) -> dict[str, int]:
    found, edge = {start: 0}, [start]
    for here in edge:
        for other in terrain.areas[here].adjacent:
            if other not in found:
                found[other] = found[here] + 1
                edge.append(other)
    return found


def hops(terrain: Terrain, start: str, end: str) -> int:
    """How many areas ``end`` is away, dashed borders included; as many as there are when there is no way."""
    return _hops(terrain, start).get(end, len(terrain.areas))


@derived
def _crossed(terrain: Terrain, start: str, end: str) -> tuple[str, ...]:
    areas = terrain.areas
    a, b = areas[start], areas[end]
    found: list[str] = []
    for n in range(1, _SAMPLES):
        x, y = a.x * (_SAMPLES - n) + b.x * n, a.y * (_SAMPLES - n) + b.y * n
        near = min(
            areas.values(),
            key=lambda each: ((each.x * _SAMPLES - x) ** 2 + (each.y * _SAMPLES - y) ** 2, each.id),
        ).id
        if near not in (start, end) and near not in found:
            found.append(near)
    return tuple(found)


@BOOK.rule("13.4", "N4")
def sees(terrain: Terrain, start: str, end: str, blocked: frozenset[str]) -> bool:
    """Whether there is a line of sight; ``blocked``: areas with a tank or a wreck (13.5)."""
    return not any(
        terrain.areas[each].obstructed or each in blocked for each in _crossed(terrain, start, end)
    )


@BOOK.rule("13.5", "N4")
def blocking(position: Position) -> frozenset[str]:
    """The areas with a tank or a wreck."""
    tanks = {unit.where for unit in position.on_map(GERMAN) if unit.kind == "tank"}
    return frozenset({*tanks, *position.state.wrecks})
