"""The names of a map that counters lie on: printed once with the map, and moved aside where a position covers them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.bytes.records import define, evolve, field
from pbem.port.scene import Point
from pbem.view.map import detail
from pbem.view.map.frame import Box
from pbem.view.map.ground import Plan
from pbem.view.map.labels import ACROSS, Name, gathered, line, where
from pbem.view.map.placing import Taken


@define
class Place:
    """Where a name may stand; ``under`` are the printed names there, None: something lies there that never goes."""

    at: Point
    box: Box
    under: frozenset[Box] | None


@define(eq=False)
class Printed:
    """A name as it is printed: its ``number`` in the order in which names take their room, and how it stands now.

    ``places`` are put together when it is first covered; ``line`` is its drawing there, empty where there is no room.
    """

    name: Name
    number: int
    mark: str
    places: list[Place] = field(factory=list)
    box: Box | None = None
    line: str = ""


@define
class Level:
    """The names of one level of detail, by their boxes, and everything else that they keep clear of.

    The rest is how they stand for the position that was looked at last: only what has changed since is looked at again.
    """

    size: float
    names: dict[Box, list[Name]] = field(factory=dict)
    waters: dict[Box, list[str]] = field(factory=dict)
    taken: Taken = field(factory=Taken)
    boxes: Taken = field(factory=Taken)
    meets: dict[Box, tuple[Box, ...]] = field(factory=dict)
    printed: dict[Box, list[Printed]] = field(factory=dict)
    reaches: Taken = field(factory=Taken)
    reach: dict[Box, list[Printed]] = field(factory=dict)
    busy: frozenset[Box] = frozenset()
    counters: Taken = field(factory=Taken)
    hits: dict[Box, int] = field(factory=dict)
    wanted: dict[int, Printed] = field(factory=dict)
    moved: Taken = field(factory=Taken)
    by: dict[Box, list[int]] = field(factory=dict)
    drawing: str = ""

    def add(self, names: Iterable[Name]) -> None:
        """Names as they are printed."""
        for name in names:
            self.names.setdefault(name.box, []).append(name)
            self.boxes.add(name.box)

    def add_water(self, called: str, boxes: Iterable[Box]) -> None:
        """The name of a water as it is printed, by what the page calls it."""
        for box in boxes:
            self.waters.setdefault(box, []).append(called)
            self.boxes.add(box)

    def settle(self, boxes: Iterable[Box], layout: Plan) -> None:
        """The names stand as these boxes, which counters and arrows cover, leave them room."""
        busy = frozenset(boxes)
        changed = busy ^ self.busy
        if not changed:
            return
        turned = self._cover(busy - self.busy, self.busy - busy)
        self.busy = busy
        again = self._turn(turned, layout)
        for box in (*changed, *turned):
            self._near(box, again)
        while again:
            self._place(again.pop(min(again)), again)
        across, beside = list[str](), list[str]()
        for number in sorted(self.wanted):
            each = self.wanted[number]
            (across if each.name.style in ACROSS else beside).append(each.line)
        self.drawing = gathered(across, beside)

    def hidden(self) -> list[str]:
        """What the page calls the names that are covered."""
        waters = dict.fromkeys(
            each for box, names in self.waters.items() if box in self.hits for each in names
        )
        return [*waters, *(self.wanted[number].mark for number in sorted(self.wanted))]

    def _cover(self, came: Iterable[Box], went: Iterable[Box]) -> set[Box]:
        """Counters come and go; the boxes of printed names that are covered now and were not, or the other way round."""
        before = dict[Box, bool]()
        for boxes, step in ((came, 1), (went, -1)):
            for box in boxes:
                if step > 0:
                    self.counters.add(box)
                else:
                    self.counters.remove(box)
                for each in self._met(box):
                    before.setdefault(each, each in self.hits)
                    self.hits[each] = self.hits.get(each, 0) + step
                    if not self.hits[each]:
                        del self.hits[each]
        return {box for box, was in before.items() if was != (box in self.hits)}

    def _met(self, box: Box) -> tuple[Box, ...]:
        """The boxes of printed names that a box meets; of each box they are looked for once."""
        known = self.meets.get(box)
        if known is None:
            known = self.meets[box] = tuple(set(self.boxes.meeting(box)))
        return known

    def _turn(self, turned: Iterable[Box], layout: Plan) -> dict[int, Printed]:
        """Names that are covered no more stand as printed again; those that are covered now are to be placed."""
        if not self.printed:
            every = [(box, name) for box, names in self.names.items() for name in names]
            for number, (box, name) in enumerate(every):
                each = Printed(name, number, name.mark)
                self.printed.setdefault(box, []).append(each)
        again, gone = dict[int, Printed](), list[Printed]()
        for each in (each for box in turned for each in self.printed.get(box, ())):
            if each.name.box not in self.hits:
                gone.append(self.wanted.pop(each.number))
                continue
            self.wanted[each.number] = again[each.number] = each
            if not each.places:
                self._open(each, layout)
        for each in gone:
            self._stand(each, None, again)
        return again

    def _open(self, printed: Printed, layout: Plan) -> None:
        """Puts together where a name may stand."""
        for at, box in where(printed.name, layout, self.size):
            under = frozenset(self.taken.meeting(box))
            never = any(each not in self.printed and each not in self.waters for each in under)
            printed.places.append(Place(at, box, None if never else under))
        if printed.places:
            left, top, right, bottom = zip(*(each.box for each in printed.places), strict=True)
            reach = (min(left), min(top), max(right), max(bottom))
            self.reach.setdefault(reach, []).append(printed)
            self.reaches.add(reach)

    def _near(self, box: Box, again: dict[int, Printed]) -> None:
        """The names that may be different when something is different in a box."""
        for reach in self.reaches.meeting(box):
            for each in self.reach[reach]:
                if each.number in self.wanted:
                    again[each.number] = each

    def _place(self, printed: Printed, again: dict[int, Printed]) -> None:
        """A covered name goes to the first place that is free; the later names near it are to be looked at ``again``."""
        for place in printed.places:
            if place.under is None or not self.counters.free(place.box):
                continue
            if not self._free(place.box, place.under, printed.number):
                continue
            self._stand(printed, place, again)
            return
        self._stand(printed, None, again)

    def _free(self, box: Box, under: frozenset[Box], number: int) -> bool:
        """Whether a place holds neither a name that is still where it was printed, nor one that was moved before."""
        if not all(each in self.hits for each in under):
            return False
        return not any(other < number for each in self.moved.meeting(box) for other in self.by[each])

    def _stand(self, printed: Printed, place: Place | None, again: dict[int, Printed]) -> None:
        """A name stands here from now on, or nowhere."""
        box = place.box if place is not None else None
        if box == printed.box:
            return
        before, printed.box = printed.box, box
        printed.line = line(evolve(printed.name, at=place.at, box=place.box)) if place is not None else ""
        if before is not None:
            self.moved.remove(before)
            self.by[before].remove(printed.number)
        if box is not None:
            self.moved.add(box)
            self.by.setdefault(box, []).append(printed.number)
        later = dict[int, Printed]()
        for each in (before, box):
            if each is not None:
                self._near(each, later)
        again.update((number, each) for number, each in later.items() if number > printed.number)


@define
class Lettering:
    """All names of a map at every level of detail."""

    layout: Plan
    levels: dict[float, Level] = field(factory=dict)

    def at(self, size: float) -> Level:
        """The level that is drawn for a size."""
        return self.levels.setdefault(size, Level(size=size))

    def moved(self, busy: Sequence[Iterable[Box]]) -> tuple[list[str], str]:
        """Which printed names a position covers, and the same names beside it where there is room, for every level.

        A covered name of a water is only left out.

        ``busy`` are the boxes that counters and arrows cover, one list for each of :func:`detail.levels`.
        """
        gone: list[str] = []
        parts: list[str] = []
        for number, (size, boxes) in enumerate(zip(detail.levels(), busy, strict=True)):
            level = self.at(size)
            level.settle(boxes, self.layout)
            gone.extend(level.hidden())
            if level.drawing:
                parts.append(f'<g class="level l{number}">{level.drawing}</g>')
        return gone, "".join(parts)
