"""The courses of waters and roads: from sides and middles of hexes to lines that wander as those of a printed map do.

Every corner and middle has one place, whatever line runs through it: what meets in the data meets on the map. Where a
road crosses a water both run through the very point, so that a bridge lies on both. What ends short of the map's edge
runs out over it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import hypot
from typing import TypeAlias
from zlib import crc32

from pbem.bytes.records import frozen
from pbem.port.scene import Ground, Point
from pbem.view.map.frame import HEX
from pbem.view.map.geometry import Node, calmed, curve, length, node, smooth, spot_of, stretch
from pbem.view.map.ground import Plan
from pbem.view.markup import path

WATERS = ("stream", "canal", "river", "major-river")
ROADS = ("secondary-road", "primary-road")
_CALM = {WATERS: 0.13, ROADS: 0.17}
_WANDER = 0.085
"""How far a corner or middle wanders, in widths of a hex."""
_EDGE, _BEYOND = 0.95, 10.0
"""A line that ends no further from the map's edge, in widths of a hex, runs so many pixels beyond it."""
_FLOWS = 1.4
"""How far from its spring a water is as broad as it will be, in widths of a hex."""
_STRAIGHT = -0.4
"""The cosine below which two lines of a junction are one."""
_ROUNDED = (-2, -1, 1, 2, 0)
"""By so much, in halves of a pixel, may the middle of a hexside and that of a road over it be apart."""
Links: TypeAlias = dict[Node, dict[Node, str]]


@frozen(kw_only=True)
class Course:
    """One line: its corners, those that it runs right through, and whether it begins and ends at a spring."""

    style: str
    corners: tuple[Point, ...]
    through: tuple[bool, ...]
    springs: tuple[bool, bool] = (False, False)

    @property
    def pieces(self) -> list[tuple[float, str]]:
        """Its path data in pieces, each with the share of its breadth that it has: towards a spring it is narrower."""
        if not any(self.springs):
            return [(1.0, curve(self.controls))]
        line = smooth(self.controls)
        whole = length(line)
        reach = min(_FLOWS * HEX, whole / 2) / whole
        marks, shares = [0.0, 0.25, 0.6, 1.0], [0.3, 0.5, 0.75]
        start, end = (reach if spring else 0.0 for spring in self.springs)
        parts = [(start, 1 - end, 1.0)]
        for share, (a, b) in zip(shares, pairwise(marks), strict=True):
            if self.springs[0]:
                parts.append((a * reach, b * reach, share))
            if self.springs[1]:
                parts.append((1 - b * reach, 1 - a * reach, share))
        return [(share, path(stretch(line, a, b))) for a, b, share in parts if a < b]

    @property
    def controls(self) -> list[Point]:
        """The corners of the curve that runs through the middle of every piece (:func:`geometry.curve`)."""
        found = [self.corners[0]]
        for (before, here, after), held in zip(
            zip(self.corners, self.corners[1:], self.corners[2:], strict=False),
            self.through[1:-1],
            strict=True,
        ):
            found.extend(_eased(before, here, after) if held else (here,))
        return [*found, self.corners[-1]] if len(self.corners) > 1 else found


def _eased(before: Point, here: Point, after: Point) -> tuple[Point, Point]:
    """Two corners on both sides of a point, so that the curve runs through it without a bend."""
    dx, dy = after[0] - before[0], after[1] - before[1]
    reach = 0.3 * min(
        hypot(here[0] - before[0], here[1] - before[1]), hypot(after[0] - here[0], after[1] - here[1])
    )
    reach /= hypot(dx, dy) or 1.0
    return (here[0] - dx * reach, here[1] - dy * reach), (here[0] + dx * reach, here[1] + dy * reach)


def courses(ground: Ground, layout: Plan) -> list[Course]:
    """All waters and roads in the window."""
    links = {styles: _links(ground, layout, styles) for styles in (WATERS, ROADS)}
    middles = [_middle(*map(node, ends)) for ends in _lines(ground, layout, ("ford",))]
    middles += [_middle(a, b) for a, to in links[ROADS].items() for b in to if a < b]
    crossed = _split(links[WATERS], middles)
    _split(links[ROADS], crossed)
    held = {at: spot_of(at) for at in {*crossed, *(links[WATERS].keys() & links[ROADS].keys())}}
    named = {
        node(at): spot_of(node(at))
        for cell, at in zip(layout.cells, layout.centres, strict=True)
        if cell.rank
    }
    firm = {WATERS: {**layout.coast, **held}, ROADS: {**named, **held}}
    found: list[Course] = []
    for styles, known_links in links.items():
        ends = _outward(ground, layout, known_links, named)
        places = _places(known_links, firm[styles], _CALM[styles], layout)
        for thread in _threads(known_links):
            found.append(_course(thread, known_links, places, ends, firm[styles], layout))
    return found


def _lines(ground: Ground, layout: Plan, styles: Sequence[str]) -> Iterator[list[Point]]:
    view = layout.view
    return (view.points(s.points) for s in ground.strokes if s.style in styles and view.touches(s.points))


def _links(ground: Ground, layout: Plan, styles: Sequence[str]) -> Links:
    """Which points are joined, and by what: where two lines lie on each other, by the broader."""
    found: Links = {}
    for style in styles:
        for line in _lines(ground, layout, (style,)):
            for a, b in pairwise(map(node, line)):
                if a != b:
                    found.setdefault(a, {})[b] = found.setdefault(b, {})[a] = style
    return found


def _middle(a: Node, b: Node) -> Node:
    return ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)


def _split(links: Links, crossed: Collection[Node]) -> list[Node]:
    """The links whose middle is one of these points, to a pixel, run through that point; which points those are."""
    near = {(x + dx, y + dy): (x, y) for x, y in sorted(crossed) for dx in _ROUNDED for dy in _ROUNDED}
    found: list[Node] = []
    for a, b in [(a, b) for a, to in links.items() for b in to if a < b]:
        at = near.get(_middle(a, b))
        if at is not None:
            style = links[a].pop(b)
            del links[b][a]
            links[a][at] = links[b][at] = style
            links[at] = {a: style, b: style}
            found.append(at)
    return found


def _places(links: Links, firm: Mapping[Node, Point], calm: float, layout: Plan) -> dict[Node, Point]:
    """Where each point lies: where it is firm, else drawn towards its neighbours, and a little aside."""
    found: dict[Node, Point] = {}
    left, top = layout.view.point((0.0, 0.0))
    for at, to in links.items():
        x, y = spot_of(at)
        if at not in firm and len(to) > 1:
            if len(to) == 2:
                before, after = map(spot_of, to)
                x, y = calmed(before, (x, y), after, calm)
            # The same in every window, and whichever hex a corner was computed from.
            key = f"{round((at[0] / 2 - left) / 6)} {round((at[1] / 2 - top) / 6)}"
            if layout.common:  # the waters between areas run along their very borders
                x, y = x + _aside(key, "x"), y + _aside(key, "y")
        found[at] = firm.get(at, (x, y))
    return found


def _aside(*names: str) -> float:
    return _WANDER * HEX * (crc32("|".join(names).encode()) / 0x7FFFFFFF - 1)


def _outward(ground: Ground, layout: Plan, links: Links, named: Mapping[Node, Point]) -> dict[Node, Point]:
    """Where lines that end near the map's edge leave it. A lane may end in a village."""
    left, top = layout.view.point((0.0, 0.0))
    right, bottom = layout.view.point((ground.width, ground.height))
    found: dict[Node, Point] = {}
    for at, to in links.items():
        if len(to) > 1 or at in layout.wet or (at in named and "secondary-road" in to.values()):
            continue
        (x, y), (px, py) = spot_of(at), spot_of(next(iter(to)))
        far, (dx, dy) = min(
            (x - left, (-1, 0)), (right - x, (1, 0)), (y - top, (0, -1)), (bottom - y, (0, 1))
        )
        if far < _EDGE * HEX:
            far = max(far, 0.0) + _BEYOND
            along = (x - px) * dx + (y - py) * dy
            drift = min(0.6, max(0.0, along / (hypot(x - px, y - py) or 1.0)))
            sx, sy = (x - px) * (dx == 0), (y - py) * (dy == 0)
            found[at] = (x + dx * far + sx * drift, y + dy * far + sy * drift)
    return found


def _threads(links: Links) -> Iterator[list[Node]]:
    """The links in lines as long as they go: at a junction the two of one style that are nearest to straight are one."""
    onward: dict[tuple[Node, Node], Node] = {}
    for at, to in links.items():
        pairs = sorted((_turn(a, at, b), a, b) for a, b in combinations(sorted(to), 2) if to[a] == to[b])
        for turn, a, b in pairs:
            if (turn < _STRAIGHT or len(to) == 2) and (a, at) not in onward and (b, at) not in onward:
                onward[a, at], onward[b, at] = b, a
    left = {(a, b) for a, to in links.items() for b in to}
    starts = [(a, b) for b, a in left if (b, a) not in onward]
    for start in [*sorted(starts), *sorted(left)]:
        if start not in left:
            continue
        thread = list(start)
        while True:
            last = (thread[-2], thread[-1])
            left -= {last, last[::-1]}
            following = onward.get(last)
            if following is None or (thread[-1], following) not in left:
                break
            thread.append(following)
        yield thread


def _turn(a: Node, at: Node, b: Node) -> float:
    """The cosine of the angle between two links."""
    ax, ay, bx, by = a[0] - at[0], a[1] - at[1], b[0] - at[0], b[1] - at[1]
    return round((ax * bx + ay * by) / ((hypot(ax, ay) * hypot(bx, by)) or 1.0), 3)


def _course(
    thread: list[Node],
    links: Links,
    places: Mapping[Node, Point],
    ends: Mapping[Node, Point],
    firm: Mapping[Node, Point],
    layout: Plan,
) -> Course:
    style = links[thread[0]][thread[1]]
    corners = [places[at] for at in thread]
    through = [at in firm or len(links[at]) > 2 for at in thread]
    # Further out lines are cut off because they do not show.
    shown = [layout.view.around(places[at], HEX) for at in (thread[0], thread[-1])]
    springs = [
        style in WATERS and style != "canal" and near and len(links[at]) == 1 and at not in layout.wet
        for at, near in zip((thread[0], thread[-1]), shown, strict=True)
    ]
    for n, at in ((len(corners), thread[-1]), (0, thread[0])):
        if at in ends:
            corners.insert(n, ends[at])
            through.insert(n, True)
            springs[bool(n)] = False
    return Course(
        style=style, corners=tuple(corners), through=tuple(through), springs=(springs[0], springs[1])
    )
