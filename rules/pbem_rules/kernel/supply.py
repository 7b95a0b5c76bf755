"""Lines of communication: a few hexes over land, then a road of any length, to a source.

The road network is flooded backwards from the sources once for a position, so that tracing every unit on the
map costs one search of the roads and a handful of hexes for each unit. A game whose lines run over any ground
floods the map itself in the same way (``flooded``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property

from pbem.bytes.records import define, field
from pbem_rules.kernel.edges import Edges

Adjacency = Mapping[str, tuple[str, ...]]


def _always(_: str, __: str) -> bool:
    return True


def shut(enemies: AbstractSet[str], zones: AbstractSet[str], friends: AbstractSet[str]) -> frozenset[str]:
    """The hexes no line may use: where enemies stand, and the enemy's zone wherever no friend stands."""
    return frozenset(enemies | (zones - friends))


def flooded(
    sources: Iterable[str],
    joined: Adjacency,
    passable: Callable[[str], bool],
    crosses: Callable[[str, str], bool] | None = None,
) -> dict[str, int]:
    """For each hex a line can reach from a passable source, how many steps lead back to the nearest one.

    ``joined`` is what a line walks along, a map's ``adjacent`` or a road network; ``crosses(frm, to)`` is asked for
    the way back from ``frm``, the hex nearer to the source, and must be the same both ways (None: a line crosses all).
    """
    layer = [name for name in sorted(sources) if passable(name)]
    found = dict.fromkeys(layer, 0)
    steps = 0
    while layer:
        steps += 1
        further = []
        for name in layer:
            for to in joined.get(name, ()):
                if to not in found and passable(to) and (crosses is None or crosses(name, to)):
                    found[to] = steps
                    further.append(to)
        layer = further
    return found


@define(frozen=True, kw_only=True, slots=False)
class Lines:
    """The lines one side can trace on one position.

    ``passable(hex)`` says which hexes a line may use, its end at the source included and its start
    excepted; ``crosses(frm, to)`` says whether it may cross a hexside off the road; ``off_road`` is how
    many such steps it may take before it reaches a road or a source. Once on a road it stays on the roads.
    Make a new one for a new position.
    """

    adjacent: Adjacency = field(repr=False, eq=False)
    roads: Edges = field(repr=False)
    sources: frozenset[str]
    passable: Callable[[str], bool] = field(repr=False, eq=False)
    crosses: Callable[[str, str], bool] = field(default=_always, repr=False, eq=False)
    off_road: int

    @cached_property
    def remaining(self) -> Mapping[str, int]:
        """For each hex joined to a source by road, how many road steps lead to the nearest one."""
        return flooded(self.sources, self.roads.joined, self.passable)

    def trace(self, start: str) -> tuple[str, ...] | None:
        """The shortest line from ``start`` with both its ends, or None; among equals, the lowest in hex
        order.

        ``start`` need not be passable itself.
        """
        best: tuple[str, ...] | None = None
        for path in self._overland(start):
            left = self._left(path[-1], start)
            if left is None or (best is not None and len(path) + left > len(best)):
                continue
            offer = self._onwards(path, left)
            if best is None or (len(offer), offer) < (len(best), best):
                best = offer
        return best

    def reaches(self, start: str) -> bool:
        """Whether there is a line from ``start``: the answer of :meth:`trace` without the way.

        For one unit the search runs outwards from it and stops at the first source; when the roads have been flooded
        already (``remaining``), a few look-ups do.
        """
        if start in self.sources or (self._flooded and self._left(start, start) is not None):
            return True
        land = self._within_reach(start)
        if self._flooded:
            return any(name in self.remaining for name in land)
        return any(name in self.sources for name in land) or self._by_road((start, *land))

    def flood(self) -> None:
        """Work out ``remaining`` now: worth it when many units will ask."""
        _ = self.remaining

    @property
    def _flooded(self) -> bool:
        return "remaining" in self.__dict__

    def _within_reach(self, start: str) -> list[str]:
        """The hexes a line may reach over land, without its start."""
        seen, layer, found = {start}, [start], []
        for _ in range(self.off_road):
            further = []
            for here in layer:
                for there in self.adjacent[here]:
                    if there not in seen and self.passable(there) and self.crosses(here, there):
                        seen.add(there)
                        further.append(there)
            layer = further
            found += further
        return found

    def _by_road(self, starts: Iterable[str]) -> bool:
        """Whether a road leads from one of these hexes to a source."""
        joined, passable, sources = self.roads.joined, self.passable, self.sources
        layer = list(starts)
        seen = set(layer)
        while layer:
            further = []
            for name in layer:
                for to in joined.get(name, ()):
                    if to not in seen and passable(to):
                        if to in sources:
                            return True
                        seen.add(to)
                        further.append(to)
            layer = further
        return False

    def _left(self, name: str, start: str) -> int | None:
        """Road steps from ``name`` to a source; a start the line could not pass through may still set out."""
        if name in self.remaining:
            return self.remaining[name]
        if name != start:
            return None
        ways = [self.remaining[to] for to in self.roads.at(start) if to in self.remaining]
        return 0 if start in self.sources else min(ways) + 1 if ways else None

    def _overland(self, start: str) -> Iterable[tuple[str, ...]]:
        """The lowest of the shortest overland paths to every hex within ``off_road`` steps, nearest first."""
        seen = {start}
        layer: list[tuple[str, ...]] = [(start,)]
        yield (start,)
        for _ in range(self.off_road):
            further: list[tuple[str, ...]] = []
            for path in layer:
                here = path[-1]
                for there in sorted(self.adjacent[here]):
                    if there not in seen and self.passable(there) and self.crosses(here, there):
                        seen.add(there)
                        further.append((*path, there))
            yield from further
            layer = further

    def _onwards(self, path: tuple[str, ...], left: int) -> tuple[str, ...]:
        """The path continued along the roads, each time to the lowest hex that is a step nearer to a
        source.
        """
        whole = list(path)
        while left:
            left -= 1
            whole.append(next(to for to in self.roads.at(whole[-1]) if self.remaining.get(to) == left))
        return tuple(whole)
