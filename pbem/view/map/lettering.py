"""The names of a map that counters lie on: printed once with the map, and moved aside where a position covers them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field

from pbem.view.map import detail
from pbem.view.map.frame import Box
from pbem.view.map.ground import Plan
from pbem.view.map.labels import ACROSS, Name, drawn, placed_again
from pbem.view.map.placing import Taken


@define
class Level:
    """The names of one level of detail, by their boxes, and everything else that they keep clear of."""

    size: float
    names: dict[Box, list[Name]] = field(factory=dict)
    across: dict[Box, list[Name]] = field(factory=dict)
    waters: dict[Box, list[str]] = field(factory=dict)
    taken: Taken = field(factory=Taken)
    boxes: Taken = field(factory=Taken)

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
        hit = {each for box in boxes for each in level.boxes.meeting(box)}
        if not hit:
            return [], []
        counters, anew = Taken(boxes), list[Name]()
        hidden = list(
            dict.fromkeys(each for box, names in level.waters.items() if box in hit for each in names)
        )
        for name in [name for box, names in level.across.items() if box in hit for name in names]:
            hidden.append(name.mark)
            moved = placed_again(name, self.layout, counters.free)
            if moved is not None:
                anew.append(moved)
        fresh = Taken()

        def free(box: Box) -> bool:
            return counters.free(box) and fresh.free(box) and level.taken.free(box, hit)

        for box, names in level.names.items():
            for name in names if box in hit else ():
                hidden.append(name.mark)
                moved = placed_again(name, self.layout, free, size=level.size)
                if moved is not None:
                    fresh.add(moved.box)
                    anew.append(moved)
        return hidden, anew
