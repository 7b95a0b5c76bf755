"""A line of supply from hex to hex: where it passes, how long it is, where it comes from (3.4, 3.5, 3.11, 3.13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

from pbem_rules.kernel.derived import derived, recent
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import State
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules.night import part
from pbem_rules.normandy.rules.view import Bridges, Position, View, bridged
from pbem_rules.normandy.rules.zones import zone_of_control

_WHOLE = 36
_FAR = 1_000_000


class Steps(dict[str, Sequence[tuple[str, int, int]]]):
    """From each hex the next ones that a line of a side passes, with the length there and back in sixths.

    Each is worked out when it is first asked for; the position itself is not kept. What was searched is kept with them:
    positions in which the same hexes are ``shut`` and the same friends stand on ``banks`` share it.
    """

    def __init__(
        self,
        data: Data,
        hexes: frozenset[str],
        shut: frozenset[str],
        banks: frozenset[str],
        changes: Bridges,
    ) -> None:
        super().__init__()
        self._ways, self._hexes, self._shut, self._banks = _ways(data), hexes, shut, banks
        self.data, self._changes = data, changes
        self.lengths: dict[tuple[str, int], Mapping[str, int]] = {}
        self.joins: dict[tuple[str, tuple[str, ...]], bool] = {}
        self.closest: dict[tuple[str, frozenset[str], tuple[str, ...], int], tuple[str, ...]] = {}

    def __missing__(self, here: str) -> Sequence[tuple[str, int, int]]:
        found = self[here] = [
            (there, cost, back)
            for there, cost, back, wet in self._ways[here]
            if there not in self._shut and there in self._hexes and not (wet and not self._over(here, there))
        ]
        return found

    @BOOK.rule("3.5", "N8")
    def _over(self, here: str, there: str) -> bool:
        if here in self._banks or there in self._banks:
            return True
        return bridged(self.data, self._changes, here, there)

    def passes(self, where: str) -> bool:
        """Whether a line can begin or end in a hex."""
        return where not in self._shut


@BOOK.rule("3.4", "3.13")
def _barred(at: Position, side: str) -> frozenset[str]:
    enemy = at.enemy(side)
    return frozenset(zone_of_control(at, enemy)) - at.held(side) | at.held(enemy)


@derived
def _wet(data: Data) -> frozenset[str]:
    """The hexes beside water that a line may not cross everywhere."""
    return frozenset({*data.ground.rivers.joined, *data.ground.streams.joined})


def steps(at: Position, side: str) -> Steps:
    """The steps of the lines of a side in a position."""
    return _steps(at.state, at.data, side)


@derived
def _steps(state: State, data: Data, side: str) -> Steps:
    at = View(data=data, state=state)
    changes = (state.built, state.blown)
    return _steps_of(data, part(at), _barred(at, side), at.held(side) & _wet(data), changes)


@recent(8)
def _steps_of(
    data: Data, hexes: frozenset[str], shut: frozenset[str], banks: frozenset[str], changes: Bridges
) -> Steps:
    return Steps(data, hexes, shut, banks, changes)


def within(steps: Steps, start: str, most: int) -> Mapping[str, int]:
    """How long the line from a hex is to each hex within so many sixths."""
    kept = steps.lengths.get((start, most))
    if kept is not None:
        return kept
    found: dict[str, int] = {}
    heap = [(0, start)] if steps.passes(start) else []
    while heap:
        spent, here = heappop(heap)
        if here not in found:
            found[here] = spent
            for there, cost, _ in steps[here]:
                if there not in found and spent + cost <= most:
                    heappush(heap, (spent + cost, there))
    steps.lengths[start, most] = found
    return found


def nearest(
    steps: Steps, end: str, heads: frozenset[str], seeds: tuple[str, ...], most: int
) -> tuple[str, ...]:
    """Of the heads that a line joins to one of the seeds those with the shortest line to a hex, within so many sixths: one,
    or equals."""
    kept = steps.closest.get((end, heads, seeds, most))
    if kept is not None:
        return kept
    found, seen, best = list[str](), set[str](), most
    heap = [(0, end)] if steps.passes(end) else []
    while heap:
        spent, here = heappop(heap)
        if spent > best:
            break
        if here in seen:
            continue
        seen.add(here)
        if here in heads and joined(steps, here, seeds):
            best = spent
            found.append(here)
        for there, _, back in steps[here]:
            if there not in seen and spent + back <= best:
                heappush(heap, (spent + back, there))
    kept = steps.closest[end, heads, seeds, most] = tuple(found)
    return kept


def joined(steps: Steps, where: str, seeds: tuple[str, ...]) -> bool:
    """Whether a line of any length joins a hex to one of some others; it feels its way towards them."""
    kept = steps.joins.get((where, seeds))
    if kept is None:
        kept = steps.joins[where, seeds] = _joined(steps, where, seeds)
    return kept


def _joined(steps: Steps, where: str, seeds: tuple[str, ...]) -> bool:
    away = _away(steps.data, seeds)
    heap = [(away.get(where, _FAR), where)] if steps.passes(where) else []
    seen = {where}
    while heap:
        distance, here = heappop(heap)
        if not distance:
            return True
        for there, _, _ in steps[here]:
            if there not in seen:
                seen.add(there)
                heappush(heap, (away.get(there, _FAR), there))
    return False


@recent(8)
def _away(data: Data, seeds: tuple[str, ...]) -> Mapping[str, int]:
    """How many hexes of land every hex is away from the next of some, as if nobody stood between."""
    ways, edge, found = _ways(data), list(seeds), dict.fromkeys(seeds, 0)
    for here in edge:
        for there, *_ in ways[here]:
            if there not in found:
                found[there] = found[here] + 1
                edge.append(there)
    return found


class _Ways(dict[str, Sequence[tuple[str, int, int, bool]]]):
    """From each hex the land beside it: the length there and back in sixths, and whether water lies between.

    Each is worked out when it is first asked for: an order looks at few of them.
    """

    def __init__(self, data: Data) -> None:
        super().__init__()
        self._data = data
        self._land = frozenset(where for where, kind in data.land.terrain.items() if kind != "sea")

    def __missing__(self, where: str) -> Sequence[tuple[str, int, int, bool]]:
        data, ground, land = self._data, self._data.ground, self._land
        found = self[where] = [
            (
                one,
                length(data, where, one),
                length(data, one, where) if where in land else _FAR,
                ground.rivers.has(where, one) or ground.streams.has(where, one),
            )
            for one in ground.grid.adjacent[where]
            if one in land
        ]
        return found


_ways = derived(_Ways)


@BOOK.rule("3.11", "N30")
def length(data: Data, here: str, there: str) -> int:
    """What a step adds to a line of supply, in sixths."""
    ground, sides = data.ground, data.charts.sides
    if ground.main.has(here, there):
        return sides.main
    if ground.roads.has(here, there):
        return sides.road
    kind = data.charts.terrain[ground.settlements.get(there) or ground.terrain[there]]
    return _WHOLE if kind.whole or ground.bluffs.has(here, there) else kind.move
