"""A map of hexes as a picture: the outline of every hex, hexsides, arrows of what has just happened.

Lengths are those of the grid, moved so that the upper left corner of the map is the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from pbem.port.game import Outcome
from pbem.port.scene import Arrow, Cell, Point, Stroke
from pbem_rules.kernel.hexes import Grid


class HexMap:
    """The hexes of a grid on paper."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._left, self._top, right, bottom = grid.bounds()
        self.size: Point = (right - self._left, bottom - self._top)

    def moved(self, point: Point) -> Point:
        """A point of the grid on the picture."""
        return point[0] - self._left, point[1] - self._top

    def at(self, where: str) -> Point:
        """The middle of a hex."""
        return self.moved(self.grid.centre(where))

    def cell(self, name: str, terrain: str, *, title: str = "", rank: str = "", shore: str = "") -> Cell:
        """One hex."""
        outline = tuple(map(self.moved, self.grid.corners(name)))
        return Cell(
            name=name,
            outline=outline,
            centre=self.at(name),
            terrain=terrain,
            title=title,
            rank=rank,
            shore=shore,
        )

    def hexside(self, a: str, b: str, style: str, title: str = "") -> Stroke:
        """A line along the side between two hexes: a river, a wall."""
        ends = tuple(map(self.moved, self.grid.segment(self.grid.side(a, b))))
        return Stroke(style=style, points=ends, title=title)

    def road(self, a: str, b: str, style: str, title: str = "") -> Stroke:
        """A line from the middle of a hex to that of the next."""
        return Stroke(style=style, points=(self.at(a), self.at(b)), title=title)


def arrows(
    recent: Iterable[Outcome], at: Callable[[str], Point | None], styles: Mapping[str, str]
) -> Iterator[Arrow]:
    """An arrow for each outcome whose kind has a style, through the places that ``at`` knows."""
    for outcome in recent:
        style = styles.get(outcome.kind, "")
        points = tuple(point for point in map(at, outcome.hexes) if point is not None)
        if style and any(a != b for a, b in pairwise(points)):
            yield Arrow(style=style, points=points, title=outcome.text)
