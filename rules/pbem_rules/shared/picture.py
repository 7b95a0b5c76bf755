"""A map of hexes as a picture: the outline of every hex, hexsides, arrows of what has just happened.

Lengths are those of the grid, moved so that the upper left corner of the map is the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from zlib import crc32

from pbem.port.game import Outcome
from pbem.port.messages import Message
from pbem.port.scene import Arrow, Cell, Ground, Point, Spot, Stroke
from pbem_rules.kernel.hexes import Grid, hexes_of_side

_DIVISIONS = (
    "#7d8f3c", "#a3573b", "#4f7f86", "#8a6aa0", "#b58a2f", "#5b7fb0", "#9a4f6d", "#5f8f5a", "#c2774a", "#6f6f9e", "#a89b4b",
    "#3f7d68",
)  # fmt: skip
BROWN, GREY, SAND, SS = "#b0763c", "#8a8f86", "#b9a56a", "#26221f"
"""Bands of counters: Commonwealth, German and Allied units of no division, the SS."""
_BELOW = (0.0, 0.3)


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

    def find(self, where: str) -> Point | None:
        """The middle of a hex; None for any other place."""
        return self.at(where) if where in self.grid else None

    def between(self, side: str) -> Point:
        """The middle of a hexside, such as ``3920/4020``."""
        a, b = map(self.at, hexes_of_side(side))
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

    def ground(
        self,
        cells: Iterable[Cell],
        strokes: Iterable[Stroke],
        spots: Iterable[Spot],
        *,
        attribution: str = "",
        note: str = "",
        unit_km: float = 0.0,
    ) -> Ground:
        """The whole sheet; ``unit_km``: kilometres to one unit of length."""
        return Ground(
            width=self.size[0],
            height=self.size[1],
            cells=tuple(cells),
            strokes=tuple(strokes),
            spots=tuple(spots),
            attribution=attribution,
            note=note,
            unit_km=unit_km,
        )

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


def spot(at: Point, offset: Point, style: str, title: str = "", text: str = "") -> Spot:
    """A sign beside a point, such as in the corner of a hex that counters leave free."""
    return Spot(style=style, at=(at[0] + offset[0], at[1] + offset[1]), text=text, title=title)


def results(
    recent: Iterable[Outcome],
    at: Callable[[str], Point | None],
    kinds: Collection[str],
    *,
    always: bool = False,
) -> Iterator[Spot]:
    """The last roll in each hex, under its counters: the dice, their modifiers and the sum.

    ``always``: the one die that was rolled, with modifiers of 0 too.
    """
    found: dict[str, Spot] = {}
    for each in recent:
        if each.kind not in kinds or each.total is None or not each.hexes or (always and not each.faces):
            continue
        point = at(each.hexes[-1])
        if point is not None:
            dice = each.faces[0] if always else sum(each.faces)
            said = f"{dice}{each.total - dice:+d}={each.total}" if always or each.total != dice else str(dice)
            title = Message("{text} [{at}]", text=each.text, at=each.paragraph)
            found[each.hexes[-1]] = spot(point, _BELOW, "result", title, said)
    yield from found.values()


def division_band(formation: str) -> str:
    """A colour for each division, so that one can be found on the map."""
    return _DIVISIONS[crc32(formation.encode()) % len(_DIVISIONS)]
