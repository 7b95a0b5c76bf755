"""Where names may stand: boxes that are taken, the places around a point, and the first of them that is free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.port.scene import Point
from pbem.view.map.frame import Box, View

_NEAR, _RINGS = 6, 3
"""A lesser name goes no further than the first places around its point; a greater one in rings further out."""
_WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))


class Taken:
    """Boxes already used, in pixels, in bins so that asking stays cheap on a large map."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._bins: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            self.add(box)

    def _of(self, box: Box) -> list[tuple[int, int]]:
        columns = range(int(box[0] // 80), int(box[2] // 80) + 1)
        rows = range(int(box[1] // 80), int(box[3] // 80) + 1)
        return [(c, r) for c in columns for r in rows]

    def add(self, box: Box) -> None:
        """Uses a box."""
        for place in self._of(box):
            self._bins.setdefault(place, []).append(box)

    def remove(self, box: Box) -> None:
        """Gives back a box that was added, once."""
        for place in self._of(box):
            self._bins[place].remove(box)

    def meeting(self, box: Box) -> Iterator[Box]:
        """Those used that the box meets; one that lies in several bins more than once."""
        left, top, right, bottom = box
        for place in self._of(box):
            for b in self._bins.get(place, ()):
                if left < b[2] and b[0] < right and top < b[3] and b[1] < bottom:
                    yield b

    def free(self, box: Box) -> bool:
        """Whether the box meets none of those used."""
        left, top, right, bottom = box
        return not any(
            left < b[2] and b[0] < right and top < b[3] and b[1] < bottom
            for place in self._of(box)
            for b in self._bins.get(place, ())
        )


def tries(at: Point, wide: float, size: float, *, on: bool, must: bool) -> Iterator[tuple[Point, Box]]:
    """Where a name may go, the best place first, each with the box it takes; further out where it is a ``must``.

    ``wide`` is its width, ``size`` that of its letters; ``on``: it lies on its point and not beside it.
    """
    x, y = at
    under = y + 13 + size * 0.95
    beside = wide / 2 + 12
    around = (
        (x, under),
        (x, y - 14),
        (x, under + 9),
        (x, y - 27),
        (x + beside, y + 4),
        (x - beside, y + 4),
        (x, under + 19),
        (x + beside + 16, y + 4),
        (x - beside - 16, y + 4),
        (x + wide / 2, y - 14),
        (x - wide / 2, y - 14),
        (x, y - 36),
        (x, under + 29),
        (x, y - 46),
    )
    places = [(x, y + size * 0.35), (x, y - 9), (x, y + 17)] if on else []
    places.extend(around if must else around[:_NEAR])
    if must:
        places.extend(
            (x + ax * (wide / 2 + 9 * ring), y + size * 0.3 + ay * (14 + size * ring))
            for ring in range(2, 2 + _RINGS)
            for ax, ay in _WAYS
        )
    for tx, ty in places:
        yield (tx, ty), box_of((tx, ty), wide, size)


def box_of(at: Point, wide: float, size: float) -> Box:
    """The box of a line of letters whose middle and baseline lie at a point."""
    return (at[0] - wide / 2, at[1] - size * 0.85, at[0] + wide / 2, at[1] + size * 0.25)


def inside(box: Box, view: View) -> bool:
    """Whether a box lies in the window."""
    left, top, right, bottom = box
    return (
        left >= view.left + 2
        and top >= view.top + 2
        and right <= view.left + view.width - 2
        and bottom <= view.top + view.height - 2
    )
