"""Distances, costs and lines of sight between areas."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from heapq import heappop, heappush

from pbem_rules.kernel.memory import Remembered, Same
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.printed import Data, Terrain

_SAMPLES = 96
Cost = Callable[[str, str], int | None]


@BOOK.rule(
    "6.1", text="A single border costs 1 movement point, a double one 2; a dashed one lets nobody through."
)
def border_cost(data: Data, start: str, end: str) -> int | None:
    """The points for the border between two areas; None where nobody gets through or they do not touch."""
    area = data.terrain.areas[start]
    if end in area.single:
        return data.movement.single
    return data.movement.double if end in area.double else None


def _all_hops(terrain: Terrain) -> dict[tuple[str, str], int]:
    areas = terrain.areas
    found: dict[tuple[str, str], int] = {}
    for start in areas:
        seen, edge = {start: 0}, [start]
        while edge:
            beyond: list[str] = []
            for each in edge:
                for other in areas[each].adjacent:
                    if other not in seen:
                        seen[other] = seen[each] + 1
                        beyond.append(other)
            edge = beyond
        found.update({(start, end): n for end, n in seen.items()})
    return found


_hops = Remembered(_all_hops, most=8)


def hops(terrain: Terrain, start: str, end: str) -> int:
    """How many areas ``end`` is away, dashed borders included; as many as there are when there is no way."""
    return _hops(terrain).get((start, end), len(terrain.areas))


@lru_cache(maxsize=20_000)
def _crossed(terrain: Same[Terrain], start: str, end: str) -> tuple[str, ...]:
    areas = terrain.held.areas
    a, b = areas[start], areas[end]
    found: list[str] = []
    for n in range(1, _SAMPLES):
        x, y = a.x * (_SAMPLES - n) + b.x * n, a.y * (_SAMPLES - n) + b.y * n
        near = min(
            areas,
            key=lambda each: (
                (areas[each].x * _SAMPLES - x) ** 2 + (areas[each].y * _SAMPLES - y) ** 2,
                each,
            ),
        )
        if near not in (start, end) and near not in found:
            found.append(near)
    return tuple(found)


@BOOK.rule(
    "13.4",
    "N4",
    text="A straight line between the middles of two areas must not run through an obstructed "
    "one between them.",
)
def sees(terrain: Terrain, start: str, end: str, blocked: frozenset[str]) -> bool:
    """Whether there is a line of sight; ``blocked``: areas with a tank or a wreck (13.5)."""
    return not any(
        terrain.areas[each].obstructed or each in blocked for each in _crossed(Same(terrain), start, end)
    )


def reach(terrain: Terrain, start: str, cost: Cost) -> dict[str, int]:
    """The cheapest cost from ``start`` to every area that can be reached; ``cost`` gives a step or None."""
    found: dict[str, int] = {}
    heap = [(0, start)]
    while heap:
        paid, here = heappop(heap)
        if here in found:
            continue
        found[here] = paid
        area = terrain.areas[here]
        for other in (*area.single, *area.double):
            step = cost(here, other)
            if other not in found and step is not None:
                heappush(heap, (paid + step, other))
    return found
