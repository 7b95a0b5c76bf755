"""The names of a map that counters lie on: printed once with the map, and moved aside where a position covers them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field

from pbem.view.map import detail
from pbem.view.map.frame import Box
from pbem.view.map.ground import Plan
from pbem.view.map.labels import ACROSS, Name, drawn, placed_again, reach
from pbem.view.map.placing import Taken


@define
class Last:
    """What was found for the position before: what covered the map, which names it met, and where these stand."""

    boxes: frozenset[Box] = frozenset()
    hit: frozenset[Box] = frozenset()
    names: dict[str, Name | None] = field(factory=dict)


@define
class Level:
    """The names of one level of detail, by their boxes, and everything else that they keep clear of."""

    size: float
    names: dict[Box, list[Name]] = field(factory=dict)
    across: dict[Box, list[Name]] = field(factory=dict)
    waters: dict[Box, list[str]] = field(factory=dict)
    taken: Taken = field(factory=Taken)
    boxes: Taken = field(factory=Taken)
    meets: dict[Box, tuple[Box, ...]] = field(factory=dict)
    reaches: dict[str, Box] = field(factory=dict)
    last: Last = field(factory=Last)

    def hit(self, boxes: Iterable[Box]) -> frozenset[Box]:
        """The boxes of printed names that these meet; of each box they are looked for once."""
        found = set[Box]()
        for box in boxes:
            known = self.meets.get(box)
            if known is None:
                known = self.meets[box] = tuple(self.boxes.meeting(box))
            found.update(known)
        return frozenset(found)

    def add(self, names: Iterable[Name]) -> None:
        """Names as they are printed."""
        for name in names:
            known = self.across if name.style in ACROSS else self.names
            known.setdefault(name.box, []).append(name)
            self.boxes.add(name.box)

    def add_water(self, called: str, boxes: Iterable[Box]) -> None:
        """The name of a water as it is printed, by what the page calls it."""
        for box in boxes:
            self.waters.setdefault(box, []).append(called)
            self.boxes.add(box)


@define
class Lettering:
    """All names of a map at every level of detail."""

    layout: Plan
    levels: dict[float, Level] = field(factory=dict)

    def at(self, size: float) -> Level:
        """The level that is drawn for a size."""
        return self.levels.setdefault(size, Level(size=size))

    def moved(self, busy: Sequence[Sequence[Box]]) -> tuple[list[str], str]:
        """Which printed names a position covers, and the same names beside it where there is room, for every level.

        A covered name of a water is only left out.

        ``busy`` are the boxes that counters and arrows cover, one list for each of :func:`detail.levels`.
        """
        gone: list[str] = []
        parts: list[str] = []
        for number, (size, boxes) in enumerate(zip(detail.levels(), busy, strict=True)):
            hidden, anew = self._beside(self.at(size), boxes)
            gone.extend(hidden)
            if anew:
                parts.append(f'<g class="level l{number}">{drawn(anew)}</g>')
        return gone, "".join(parts)

    def _beside(self, level: Level, boxes: Sequence[Box]) -> tuple[list[str], list[Name]]:
        """The names that are covered, and where they stand instead.

        Only those are looked at again near which something is not as it was for the position before: what comes out is
        the same as without that.
        """
        hit, known = level.hit(boxes), level.last
        water = dict.fromkeys(each for box, names in level.waters.items() if box in hit for each in names)
        wanted = [
            name
            for printed in (level.across, level.names)
            for box, names in printed.items()
            if box in hit
            for name in names
        ]
        changed = _changed(known, frozenset(boxes), hit, {name.mark for name in wanted})
        counters, fresh, late = list[Taken](), Taken(), list[Box]()

        def bare(box: Box) -> bool:
            # Most positions need none of this: it is put together when it is first asked for.
            if not counters:
                counters.append(Taken(boxes))
            return counters[0].free(box)

        def free(box: Box) -> bool:
            while late:
                fresh.add(late.pop())
            return bare(box) and fresh.free(box) and level.taken.free(box, hit)

        found: dict[str, Name | None] = {}
        for name in wanted:
            before = known.names.get(name.mark)
            if name.mark not in known.names or not changed.free(self._reach(level, name)):
                across = name.style in ACROSS
                moved = placed_again(name, self.layout, bare if across else free, size=level.size)
                for each in (before, moved):
                    if each is not None and before != moved:
                        changed.add(each.box)
            else:
                moved = before
            found[name.mark] = moved
            if moved is not None and name.style not in ACROSS:
                late.append(moved.box)
        level.last = Last(boxes=frozenset(boxes), hit=hit, names=found)
        return [*water, *found], [name for name in found.values() if name is not None]

    def _reach(self, level: Level, name: Name) -> Box:
        if name.mark not in level.reaches:
            level.reaches[name.mark] = reach(name, self.layout, level.size)
        return level.reaches[name.mark]


def _changed(known: Last, boxes: frozenset[Box], hit: frozenset[Box], marks: set[str]) -> Taken:
    """Where something is not as it was: counters that came and went, printed names hidden or shown, names taken away."""
    changed = Taken(boxes ^ known.boxes)
    for box in hit ^ known.hit:
        changed.add(box)
    for mark, name in known.names.items():
        if mark not in marks and name is not None:
            changed.add(name.box)
    return changed
