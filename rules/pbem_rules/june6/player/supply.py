"""What the player sees of lines of communication: who is cut off, which hexes would join them again, which must be kept.

The roads are flooded once for each kind of source; the last hexes to a road are looked at for the hex that is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush

from pbem_rules.june6.model import ALLIED, State, Unit, View
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.player.ground import FAR, distances, steps_into
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.ground import line_of_communication, terrain
from pbem_rules.june6.rules.ground.line_of_communication import COMMONWEALTH_BEACHES, US_BEACHES, closed_hexes
from pbem_rules.kernel.derived import derived, recent

_CUT = 0.5  # what it is worth to join one unit to its supply again, or not to cut it off
_MOST = 2.5
_GUARD, _MOST_GUARD, _GUARD_NEAR = (
    0.1,
    1.5,
    3,
)  # to stand on a road on which units depend, each; at most; how near enemies
_RID, _MOST_RID = 0.4, 1.2  # to be rid of an enemy who is in the way
_THROUGH_ENEMY = 3  # closed hexes that an enemy stack counts for


class Lifeline:
    """The lines of one side on one position. Make one for each position that is thought about."""

    def __init__(self, mind: Mind) -> None:
        self._data, self._state, self._mind = mind.data, mind.state, mind
        self._closed = closed_hexes(mind, mind.side)
        self._feared = self._closed.union(mind.nearby - mind.friends.keys())
        self._known: dict[tuple[str, ...], frozenset[str]] = {}
        self._safe: dict[tuple[str, ...], frozenset[str]] = {}
        self._ends: dict[str, tuple[str, ...]] = {}

    def reaches(self, unit: Unit, where: str, *, closing: str = "") -> bool:
        """Whether a unit has a line from a hex; ``closing`` is a hex that its leaving would close."""
        sources, closed = self._sources(unit), self._closed
        if not closing:
            if sources not in self._known:
                self._known[sources] = self._lit(sources, closed)
            return _near(self._data, self._known[sources], closed, where)
        closed = closed | {closing}
        return _near(self._data, self._lit(sources, closed), closed, where)

    def safe(self, unit: Unit, where: str) -> bool:
        """Whether a unit would have a line from a hex even if every enemy came a hex nearer."""
        sources = self._sources(unit)
        if sources not in self._safe:
            self._safe[sources] = self._lit(sources, self._feared)
        return _near(self._data, self._safe[sources], self._feared, where)

    def guards(self) -> Mapping[str, float]:
        """The road hexes near an enemy on which units depend for their supply, and what it is worth to stand there."""
        counts: dict[str, int] = {}
        for unit in self._troops():
            before = _tree(self._data, self._sources(unit), self._closed, self._state.blown)
            here = self._joins(before, unit.where)
            while here:
                counts[here] = counts.get(here, 0) + 1
                here = before[here]
        near = self._mind.foe_distance
        return {
            where: min(_MOST_GUARD, _GUARD * count)
            for where, count in counts.items()
            if near(where) <= _GUARD_NEAR
        }

    def _joins(self, before: Mapping[str, str], where: str) -> str:
        """The hex of a road in which a unit's line comes to it, ``""`` for none."""
        if where in before:
            return where
        for near, beyond in _two_steps(self._data).get(where, ()):
            if near in self._closed:
                continue
            if near in before:
                return near
            found = min((far for far in beyond if far in before), default="")
            if found:
                return found
        return ""

    def _lit(self, sources: tuple[str, ...], closed: frozenset[str]) -> frozenset[str]:
        return frozenset(_tree(self._data, sources, closed, self._state.blown))

    def _sources(self, unit: Unit) -> tuple[str, ...]:
        found = self._ends.get(unit.id)
        if found is None:
            found = self._ends[unit.id] = self._source_hexes(unit)
        return found

    def _source_hexes(self, unit: Unit) -> tuple[str, ...]:
        ground = self._data.ground
        kind = self._data.unit(unit.id)
        if kind.side != ALLIED:
            cherbourg = (
                kind.formation == line_of_communication.CHERBOURG
                and line_of_communication.cherbourg_supplies(self._state)
            )
            return (*ground.supply, *(ground.cherbourg if cherbourg else ()))
        boxes = US_BEACHES if kind.nation == "us" else COMMONWEALTH_BEACHES
        return tuple(where for box in boxes for where in ground.beaches.get(box, ()))

    def needs(self, where: str) -> float:
        """What would be lost if the hex were left to the enemy's zones: units that it alone joins to their supply."""
        if where not in self._mind.contact or len(self._state.board.at(where)) > 1:
            return 0.0
        if not self._data.ground.roads.at(where):
            return 0.0
        lost = sum(
            not self.reaches(unit, unit.where, closing=where)
            for unit in self._troops()
            if unit.where != where and self.reaches(unit, unit.where)
        )
        return min(_MOST, _CUT * lost)

    def aims(self) -> Mapping[str, float]:
        """Where to stand for the sake of supply: to join again what is cut off, to guard what is not."""
        found = dict(self.guards())
        for where, worth in self.relief().items():
            found[where] = found.get(where, 0.0) + worth
        return found

    def nuisances(self, aims: Mapping[str, float]) -> Mapping[str, float]:
        """The enemies on or next to such hexes, and what it is worth to be rid of them."""
        around, found = self._data.ground.grid.adjacent, dict[str, float]()
        for where, worth in aims.items():
            for foe in (where, *around[where]):
                if foe in self._mind.enemies:
                    found[foe] = min(_MOST_RID, found.get(foe, 0.0) + _RID * worth)
        return found

    def way_home(self, unit: Unit) -> Mapping[str, int]:
        """Hexes to the nearest one of a road with a line; empty when there is none."""
        lit = self._lit(self._sources(unit), self._closed)
        return distances(self._data, tuple(sorted(lit))) if lit else {}

    def relief(self) -> Mapping[str, float]:
        """The hexes to be entered so that units cut off have a line again, and what each is worth."""
        found: dict[str, float] = {}
        cut = [unit for unit in self._troops() if not self.reaches(unit, unit.where)]
        for sources in dict.fromkeys(self._sources(unit) for unit in cut):
            costs, before = self._broken(sources)
            for unit in cut:
                if self._sources(unit) == sources:
                    self._mend(unit, costs, before, found)
        return {where: min(_MOST, worth) for where, worth in found.items()}

    def _mend(
        self, unit: Unit, costs: Mapping[str, int], before: Mapping[str, str], found: dict[str, float]
    ) -> None:
        ends = [
            where for where in (unit.where, *self._data.ground.grid.adjacent[unit.where]) if where in costs
        ]
        if not ends:
            return
        here = min(ends, key=lambda where: (costs[where], where))
        gaps = []
        while True:
            if here in self._closed and here != unit.where:
                gaps.append(here)
            if here not in before:
                break
            here = before[here]
        for where in gaps:
            found[where] = found.get(where, 0.0) + _CUT / len(gaps)

    def _broken(self, sources: tuple[str, ...]) -> tuple[Mapping[str, int], Mapping[str, str]]:
        """Along the roads from the sources: how many closed hexes lie on the way, and where it comes from."""
        roads, lit = terrain.roads(View(data=self._data, state=self._state)), self._lit(sources, self._closed)
        heap = [(self._step(where), where) for where in _ends(self._data, sources) if where not in lit]
        costs = {where: cost for cost, where in heap}
        before: dict[str, str] = {}
        for here in sorted(lit):
            for to in roads.at(here):
                if to not in lit and to not in costs:
                    costs[to] = self._step(to)
                    heap.append((costs[to], to))
        heap.sort()
        while heap:
            spent, here = heappop(heap)
            if spent > costs[here]:
                continue
            for to in roads.at(here):
                total = spent + (self._step(to))
                if to not in lit and total < costs.get(to, FAR):
                    costs[to] = total
                    before[to] = here
                    heappush(heap, (total, to))
        return costs, before

    def _step(self, where: str) -> int:
        if where in self._mind.enemies:
            return _THROUGH_ENEMY
        return int(where in self._closed)

    def _troops(self) -> tuple[Unit, ...]:
        kinds, side = self._data.units, self._mind.side
        pieces = self._state.board.pieces
        return tuple(
            pieces[name]
            for name in sorted(pieces)
            if kinds[name].side == side and kinds[name].combat and ":" not in pieces[name].where
        )


def _ends(data: Data, sources: tuple[str, ...]) -> tuple[str, ...]:
    """The sources, and the roads beside those that are beaches (5.31)."""
    around = data.ground.grid.adjacent
    beaches = {where for hexes in data.ground.beaches.values() for where in hexes}
    beside = (
        near for where in sources if where in beaches for near in around[where] if data.ground.roads.at(near)
    )
    return tuple(dict.fromkeys((*sources, *beside)))


@recent(96)
def _tree(
    data: Data, sources: tuple[str, ...], closed: frozenset[str], blown: tuple[str, ...]
) -> Mapping[str, str]:
    """The hexes joined to a source by road, with the next hex on the way to it (none at the end of the line)."""
    joined = terrain.roads(View(data=data, state=State(scenario="", blown=blown))).joined
    layer = [where for where in _ends(data, sources) if where not in closed]
    found = dict.fromkeys(layer, "")
    while layer:
        further = []
        for here in layer:
            for to in joined.get(here, ()):
                if to not in found and to not in closed:
                    found[to] = here
                    further.append(to)
        layer = further
    return found


def _near(data: Data, lit: frozenset[str], closed: frozenset[str], where: str) -> bool:
    """Whether a hex is on such a road, or at most two steps from one (5.31)."""
    return where in lit or any(
        near not in closed and (near in lit or not lit.isdisjoint(beyond))
        for near, beyond in _two_steps(data).get(where, ())
    )


@derived
def _two_steps(data: Data) -> Mapping[str, tuple[tuple[str, frozenset[str]], ...]]:
    """For each hex those that can be stepped into on foot, with those that can be stepped into from there."""
    steps: dict[str, set[str]] = {}
    for to, found in steps_into(data).items():
        for frm, _ in found:
            steps.setdefault(frm, set()).add(to)
    return {
        here: tuple((near, frozenset(steps.get(near, ()))) for near in sorted(around))
        for here, around in steps.items()
    }
