"""Lines on the ground: waters and roads on their courses, bluffs, cliffs and borders."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence

from pbem.bytes.records import evolve, frozen
from pbem.port.scene import Ground, Point
from pbem.view.map import palette
from pbem.view.map.courses import ROADS, WATERS, Course, courses
from pbem.view.map.geometry import Node, along, calmed, chains, curve, node, side, smooth
from pbem.view.map.ground import Plan
from pbem.view.markup import num, path

_BELOW = (
    "link",
    "marsh-side",
    "woods-side",
    "hedge-side",
    "stream",
    "canal",
    "river",
    "major-river",
    "ford",
    "bluff",
    "cliff",
    "wall",
)
_CALM = 0.11
_STRAIGHT = 0.25
_BROAD = 1.7
"""How much broader waters and roads are on a map of areas: there they are what is fought over, and seen from near."""
DRAWN = frozenset({*_BELOW, *ROADS, "border", "coast", "seam"})
"""The styles of lines that have a look of their own; others are drawn faint and dashed."""


@frozen(kw_only=True)
class Pen:
    """A stroke: its colour, its width in pixels, dashes, opacity, and how it ends."""

    colour: str
    width: float
    dash: str = ""
    opacity: float = 1.0
    cap: str = "round"

    @property
    def look(self) -> str:
        """The attributes of a stroke; where it ends as every other does, nothing is said of it."""
        return "".join(
            (
                f'stroke="{self.colour}" stroke-width="{self.width:.3g}"',
                f' stroke-dasharray="{self.dash}"' if self.dash else "",
                f' stroke-opacity="{self.opacity:g}"' if self.opacity < 1 else "",
                f' stroke-linecap="{self.cap}"' if self.cap != "round" else "",
            )
        )


_PENS: dict[str, tuple[Pen, ...]] = {
    "major-river": (
        Pen(colour=palette.RIVER_EDGE, width=9),
        Pen(colour=palette.RIVER, width=7),
        Pen(colour="#8fc0dc", width=2.4, opacity=0.7),
    ),
    "river": (Pen(colour=palette.RIVER_EDGE, width=6.4), Pen(colour=palette.RIVER, width=4.6)),
    "ford": (
        Pen(colour=palette.RIVER_EDGE, width=13, dash="2.4 3", cap="butt"),
        Pen(colour=palette.SURF, width=11, dash="2.4 3", cap="butt"),
    ),
    "wall": (
        Pen(colour=palette.WALL, width=1.4),
        Pen(colour=palette.WALL, width=5.2, dash="3.4 3.8", cap="butt"),
    ),
    "canal": (
        Pen(colour=palette.RIVER_EDGE, width=7),
        Pen(colour="#7db6d8", width=4.6),
        Pen(colour=palette.RIVER_EDGE, width=4.6, dash="1.2 8", cap="butt"),
    ),
    "stream": (Pen(colour=palette.RIVER, width=2.6),),
    "marsh-side": (
        Pen(colour="#c9dfe0", width=8, opacity=0.85),
        Pen(colour=palette.RIVER, width=3, dash="6 5"),
    ),
    "link": (Pen(colour=palette.INK, width=1.6, dash="1 5", opacity=0.7),),
    "woods-side": (
        Pen(colour=palette.TREE_DARK, width=8.4, dash=".1 7.5"),
        Pen(colour=palette.TREE, width=6.6, dash=".1 7.5"),
    ),
    "hedge-side": (
        Pen(colour=palette.TREE_DARK, width=5.4, dash=".1 4.6"),
        Pen(colour=palette.TREE, width=3.8, dash=".1 4.6"),
    ),
    "seam": (Pen(colour=palette.INK, width=1.1, dash="1 6", opacity=0.55),),
    "border": (
        Pen(colour="#ffffff", width=3.6, opacity=0.6),
        Pen(colour="#9a2f3f", width=1.8, dash="11 4 2.5 4"),
    ),
    "coast": (Pen(colour=palette.COAST, width=2.2),),
}
_FAINT = (Pen(colour=palette.FAINT, width=1.6, dash="4 3"),)
_TICKED = {"bluff": (palette.BLUFF, 1.8, 7.0, 5.6, 2.0), "cliff": (palette.CLIFF, 3.0, 8.5, 5.0, 1.0)}
"""Lines with teeth: colour, width, length of the teeth, their distance, half their foot."""


def pens(style: str, size: float = 1.0) -> tuple[Pen, ...]:
    """The strokes of a line, one over another. Roads are drawn for a size: near they are as thin as on a printed map,
    far off as wide as it takes to see them."""
    if style in ROADS:
        edge = min(6.0, max(3.4, 1.5 / size + 1.6))
        if style == "primary-road":
            return Pen(colour=palette.ROAD_EDGE, width=edge), Pen(colour=palette.ROAD, width=edge * 0.66)
        return Pen(colour=palette.LANE_EDGE, width=edge * 0.92), Pen(colour=palette.LANE, width=edge * 0.5)
    return _PENS.get(style, _FAINT)


@frozen(kw_only=True)
class Lines:
    """The lines of a map in one window: what lies below the roads and above them, and the courses of the roads."""

    below: str
    roads: tuple[str, ...]
    above: str
    broad: float = 1.0

    def draw(self, each: Callable[[Callable[[float], str]], str]) -> str:
        """All of them; ``each`` draws the roads at a size, or for every level of detail."""
        return self.below + (each(self._roads) if self.roads else "") + self.above

    def _roads(self, size: float) -> str:
        """Edges first, so that junctions run together."""
        strokes = [(style, pens(style, size)) for style in self.roads]
        return "".join(
            _group(style, f'<use href="#l-{style}" {evolve(pen[k], width=pen[k].width * self.broad).look}/>')
            for k in (0, 1)
            for style, pen in strokes
        )


def lines(ground: Ground, layout: Plan) -> Lines:
    """All strokes: hexside features, then roads, then borders."""
    grouped: dict[str, list[list[Point]]] = {}
    for stroke in ground.strokes:
        if layout.view.touches(stroke.points):
            grouped.setdefault(stroke.style, []).append(layout.view.points(stroke.points))
    joined = {style: chains(found) for style, found in grouped.items() if style not in (*WATERS, *ROADS)}
    flowing: dict[str, list[Course]] = {}
    for course in courses(ground, layout):
        flowing.setdefault(course.style, []).append(course)
    broad = 1.0 if layout.common else _BROAD
    below = [
        _flowing(style, flowing[style], broad) if style in flowing else _feature(style, joined[style], layout)
        for style in _BELOW
        if style in flowing or style in joined
    ]
    if "seam" in joined:
        below.append(_stroked("seam", _curves(joined["seam"], _STRAIGHT)))
    roads = tuple(style for style in ROADS if style in flowing)
    ways = "".join(
        f'<path id="l-{style}" d="{"".join(curve(each.controls) for each in flowing[style])}"/>'
        for style in roads
    )
    above = [_stroked("border", _curves(joined["border"]))] if "border" in joined else []
    if "coast" in joined and not layout.styled("sea"):
        above.append(_stroked("coast", _curves(joined["coast"])))
    above.extend(_stroked(style, _curves(joined[style])) for style in sorted(joined.keys() - DRAWN))
    return Lines(
        below="".join(below) + (f"<defs>{ways}</defs>" if roads else ""),
        roads=roads,
        above="".join(above),
        broad=broad,
    )


def _curves(found: Iterable[Sequence[Point]], calm: float = 0.0) -> str:
    return "".join(path(smooth(line, calm=calm)) for line in found)


def _group(style: str, strokes: str) -> str:
    """Strokes of one style, which has a place in the key; a style that has no look of its own has a common one."""
    known = style if style in DRAWN else "other"
    return f'<g class="line {known}" fill="none" stroke-linejoin="round" stroke-linecap="round">{strokes}</g>'


def _stroked(style: str, data: str) -> str:
    """A line with all its strokes; its course is there once."""
    found = pens(style)
    if len(found) == 1:
        return _group(style, f'<path d="{data}" {found[0].look}/>')
    course = f'<defs><path id="l-{style}" d="{data}"/></defs>'
    return _group(style, course + "".join(f'<use href="#l-{style}" {pen.look}/>' for pen in found))


def _flowing(style: str, found: Iterable[Course], broad: float) -> str:
    """Waters, narrower towards their springs."""
    data: dict[float, list[str]] = {}
    for course in found:
        for share, piece in course.pieces:
            data.setdefault(share, []).append(piece)
    shares = {f"{style}{share:g}" if share < 1 else style: share for share in sorted(data)}
    ways = "".join(f'<path id="l-{name}" d="{"".join(data[share])}"/>' for name, share in shares.items())
    strokes = (
        f'<use href="#l-{name}" {evolve(pen, width=pen.width * share * broad).look}/>'
        for pen in pens(style)
        for name, share in shares.items()
    )
    return _group(style, f"<defs>{ways}</defs>{''.join(strokes)}")


def _at_coast(line: Sequence[Point], coast: Mapping[Node, Point]) -> list[Point]:
    """A line along hexsides, calmed; where it runs along the coast or ends there it goes by the drawn coast."""
    inner = [calmed(a, b, c, _CALM) for a, b, c in zip(line, line[1:], line[2:], strict=False)]
    return [coast.get(node(p), q) for p, q in zip(line, [line[0], *inner, line[-1]], strict=True)]


def _feature(style: str, raw: list[list[Point]], layout: Plan) -> str:
    courses = [_at_coast(line, layout.coast) for line in raw]
    if style in _TICKED:
        return _group(style, _ticks(style, courses, raw, layout))
    return _stroked(style, _curves(courses))


def _ticks(style: str, courses: list[list[Point]], raw: list[list[Point]], layout: Plan) -> str:
    """A line with teeth on its low side: towards the sea where it lies beside it, else to the right."""
    colour, width, tick, step, foot = _TICKED[style]
    teeth: list[str] = []
    for line, corners in zip(courses, raw, strict=True):
        way = _low_side(corners, layout)
        for (x, y), (ux, uy) in along(smooth(line), step, start=step / 2):
            px, py = -uy * way, ux * way
            teeth.append(
                f"M{num(x - ux * foot)} {num(y - uy * foot)}L{num(x + px * tick)} {num(y + py * tick)}"
                f"L{num(x + ux * foot)} {num(y + uy * foot)}z"
            )
    pen = Pen(colour=colour, width=width)
    return f'<path d="{"".join(teeth)}" fill="{colour}"/><path d="{_curves(courses)}" {pen.look}/>'


def sample(style: str, size: float = 1.0) -> str:
    """A line as it is drawn on the map, 22 pixels long, for the key."""
    if style in _TICKED:
        colour, width, tick, step, foot = _TICKED[style]
        marks = (2 + step / 2 + n * step for n in range(4))
        teeth = "".join(f"M{x - foot:g} 6L{x:g} {6 + tick:g}L{x + foot:g} 6z" for x in marks)
        return (
            f'<path d="{teeth}" fill="{colour}"/><path d="M1 6H23" {Pen(colour=colour, width=width).look}/>'
        )
    return "".join(f'<path d="M1 8.5H23" {pen.look}/>' for pen in pens(style, size))


def _low_side(line: Sequence[Point], layout: Plan) -> float:
    """1.0 when the low ground lies to the right of the line as drawn (y downwards), -1.0 when to the left."""
    votes = 0
    for a, b in itertools.pairwise(line):
        for owner in layout.net.sides.get(side(node(a), node(b)), ()):
            if layout.cells[owner].terrain == "sea":
                cx, cy = layout.centres[owner]
                votes += 1 if (b[0] - a[0]) * (cy - a[1]) - (b[1] - a[1]) * (cx - a[0]) > 0 else -1
    return -1.0 if votes < 0 else 1.0
