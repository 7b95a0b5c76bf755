"""Cheapest paths at whole-number cost, with deterministic ties.

``flood`` works over any states a game needs (a hex together with what has happened on the way); ``reach`` is
the common case in which the state is the hex. Among equally cheap paths the one wins whose last step leaves
the cheaper, then the lower state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from heapq import heappop, heappush
from typing import Generic, TypeVar

from pbem.bytes.records import frozen

Step = Callable[[str, str, int, str | None], int | None]
"""``step(frm, to, spent, before)``: the cost, zero or more, of going from ``frm`` to the adjacent ``to``,
or None when that is not allowed; ``spent`` is the cost of the path so far, ``before`` the hex it came from
(None at the start). A search over hexes alone is exact as long as arriving cheaper never makes the rest
dearer and ``before`` does not change the cost; where that fails, put what matters into the state and use
``flood``.
"""

Adjacency = Mapping[str, tuple[str, ...]]
"""For each hex the hexes next to it, such as ``Grid.adjacent``."""

N = TypeVar("N")


def _never(_: str) -> bool:
    return False


@frozen(kw_only=True)
class Reach(Generic[N]):
    """What a search found: the least cost of each state in reach, and the state before it, if any."""

    costs: Mapping[N, int]
    came_from: Mapping[N, N | None]

    def path(self, to: N) -> tuple[N, ...]:
        """The cheapest path from the start to ``to``, both included. Raises KeyError when out of reach."""
        found = [to]
        before = self.came_from[to]
        while before is not None:
            found.append(before)
            before = self.came_from[before]
        return tuple(reversed(found))

    def __contains__(self, state: object) -> bool:
        return state in self.costs


def flood(
    start: N,
    edges: Callable[[N, int, N | None], Iterable[tuple[N, int]]],
    budget: int,
    done: Callable[[N], bool] = lambda _: False,
) -> Reach[N]:
    """Every state whose cheapest path from ``start`` costs at most ``budget``.

    The search stops at the first state for which ``done`` holds: its path is the one that the whole search would give,
    what is dearer may be missing.

    ``edges(state, spent, before)`` lists the next states with the cost of each step, zero or more. The
    states of one search must be hashable and comparable with one another, such as strings or tuples of
    strings and ints.
    """
    return _search(start, lambda here, spent, before, _: edges(here, spent, before), budget, done)


def _search(
    start: N,
    edges: Callable[[N, int, N | None, AbstractSet[N]], Iterable[tuple[N, int]]],
    budget: int,
    done: Callable[[N], bool],
) -> Reach[N]:
    """The search; ``edges`` is told which states are settled, to which no step need be worked out any more."""
    costs: dict[N, int] = {start: 0}
    came_from: dict[N, N | None] = {start: None}
    settled: set[N] = set()
    heap: list[tuple[int, N]] = [(0, start)]
    while heap:
        spent, here = heappop(heap)
        if here in settled:
            continue
        if done(here):
            break
        settled.add(here)
        for there, cost in edges(here, spent, came_from[here], settled):
            total = spent + cost
            if total <= budget and total < costs.get(there, total + 1):
                costs[there] = total
                came_from[there] = here
                heappush(heap, (total, there))
    return Reach(costs=costs, came_from=came_from)


def reach(
    start: str,
    adjacent: Adjacency,
    step: Step,
    budget: int,
    stop: Callable[[str], bool] = _never,
    done: Callable[[str], bool] = _never,
) -> Reach[str]:
    """Every hex whose cheapest path from ``start`` costs at most ``budget``; no further than the first that is ``done``.

    A hex where ``stop`` holds may be entered and not left; ``stop`` is not asked about the start.
    """

    def edges(
        here: str, spent: int, before: str | None, settled: AbstractSet[str]
    ) -> Iterable[tuple[str, int]]:
        if before is not None and stop(here):
            return
        for there in adjacent[here]:
            if there not in settled:
                cost = step(here, there, spent, before)
                if cost is not None:
                    yield there, cost

    return _search(start, edges, budget, done)


_BARRED = 10**6
"""Dearer than any way without a barred step."""


def least_barred(
    start: str,
    goal: str,
    adjacent: Adjacency,
    cost: Callable[[str, str], int],
    barred: Callable[[str, str], bool],
) -> tuple[str, ...]:
    """The way to a hex with the fewest steps that are barred, the cheapest of these, the start left out.

    What is wrong with it is why nobody comes to the hex: too many points, or what bars those few steps. Empty where no hexes
    lead there at all.
    """

    def edges(
        here: str, _spent: int, _before: str | None, settled: AbstractSet[str]
    ) -> Iterator[tuple[str, int]]:
        for there in adjacent.get(here, ()):
            if there not in settled:
                yield there, _BARRED if barred(here, there) else cost(here, there)

    found = _search(start, edges, len(adjacent) * _BARRED, goal.__eq__)
    return found.path(goal)[1:] if goal in found else ()
