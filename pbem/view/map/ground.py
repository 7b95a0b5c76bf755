"""The printed map under the counters: sea and land, terrain, the hex grid with its numbers, and places to point at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from math import atan2, degrees, hypot
from typing import TypeAlias
from zlib import crc32

from pbem.bytes.records import frozen
from pbem.port.scene import Cell, Ground, Point
from pbem.view.map import palette
from pbem.view.map.detail import TEXTURED, letters, near, reach
from pbem.view.map.frame import HEX, Box, View
from pbem.view.map.geometry import (
    Mesh,
    Node,
    calmed,
    chains,
    curve_ring,
    loops,
    mesh,
    node,
    smooth,
    smooth_ring,
    spot_of,
)
from pbem.view.markup import num, path, xml

_CALM = 0.19
_NUMBERED, _NUMBER = 0.8, 7.2
"""From which size on hexes bear their numbers, and how large these are at least."""
_WANDER, _CORNER = 0.19, 0.11
"""How far the outline of a terrain leaves the middle of a hexside and its corners, in widths of a hex."""
_GROWN = frozenset({"farmland", "bocage", "marsh", "woods", "heavy-woods"})
"""Terrain that nobody built: its outline is not that of hexes."""
_DEPTHS = (
    (palette.SEA, 330, 0.45),
    (palette.SEA, 190, 0.75),
    (palette.SHALLOW, 74, 0.55),
    (palette.SHALLOW, 40, 0.8),
    (palette.SURF, 17, 1.0),
)
"""Water from the deep to the shore: colour, width of the stroke along the coast, opacity."""
_SMOOTH_STYLES = ("beach", "farmland", "bocage", "marsh", "woods", "heavy-woods", "city", "houses")


@frozen(kw_only=True)
class Plan:
    """The cells in the window with their outlines and centres in pixels, and the mesh they make."""

    view: View
    cells: tuple[Cell, ...]
    outlines: tuple[tuple[Point, ...], ...]
    centres: tuple[Point, ...]
    net: Mesh
    rim: frozenset[Node]

    @cached_property
    def across(self) -> Mapping[tuple[int, int], float]:
        """The direction across each hexside, in degrees, by its middle rounded to 4 pixels."""
        found: dict[tuple[int, int], float] = {}
        for a, b in self.net.sides:
            (ax, ay), (bx, by) = spot_of(a), spot_of(b)
            found[round((ax + bx) / 8), round((ay + by) / 8)] = degrees(atan2(by - ay, bx - ax)) + 90
        return found

    @cached_property
    def around(self) -> Mapping[Node, str]:
        """The names of the cells that meet at each corner, in order: they name the corner, whatever the window."""
        found: dict[Node, list[str]] = {}
        for ring, cell in zip(self.net.rings, self.cells, strict=True):
            for corner in ring:
                found.setdefault(corner, []).append(cell.name)
        return {corner: "/".join(sorted(names)) for corner, names in found.items()}

    @cached_property
    def tops(self) -> tuple[float, ...]:
        """Where each cell ends over its middle."""
        found = []
        for (x, y), outline in zip(self.centres, self.outlines, strict=True):
            far = None if self.common else reach(outline, (x, y), (0.0, -1.0))
            found.append(min((py for _, py in outline), default=y) if far is None else y - far)
        return tuple(found)

    @cached_property
    def coast(self) -> Mapping[Node, Point]:
        """Where the corners of the coast lie once it is calmed, so that cliffs and river mouths can follow it."""
        found: dict[Node, Point] = {}
        for line in _coasts(self, self.styled("sea")):
            for before, here, after in zip(line, line[1:], line[2:], strict=False):
                found[node(here)] = calmed(before, here, after, _CALM)
        return found

    @cached_property
    def wet(self) -> frozenset[Node]:
        """The corners of the sea."""
        return frozenset(corner for i in self.styled("sea") for corner in self.net.rings[i])

    @cached_property
    def common(self) -> str:
        """The outline around the origin when all cells have the same (to half a pixel), else nothing."""
        first: list[Point] = []
        for (cx, cy), outline in zip(self.centres, self.outlines, strict=True):
            moved = [(x - cx, y - cy) for x, y in outline]
            first = first or moved
            if not moved or len(moved) != len(first):
                return ""
            for (x, y), (a, b) in zip(moved, first, strict=True):
                if abs(x - a) > 0.5 or abs(y - b) > 0.5:
                    return ""
        return path(first, closed=True)

    def styled(self, style: str) -> frozenset[int]:
        """The cells of a terrain style, by index."""
        return frozenset(i for i, c in enumerate(self.cells) if c.terrain == style)


def plan(ground: Ground, view: View) -> Plan:
    """Everything about the cells in the window that several layers need."""
    margin = 1.2 * HEX / view.scale
    left, top, right, bottom = view.box
    cells = tuple(
        c
        for c in ground.cells
        if left - margin <= c.centre[0] <= right + margin and top - margin <= c.centre[1] <= bottom + margin
    )
    outlines = tuple(tuple(view.points(c.outline)) for c in cells)
    net = mesh(outlines)
    rim = frozenset(corner for key, owners in net.sides.items() if len(owners) == 1 for corner in key)
    return Plan(
        view=view,
        cells=cells,
        outlines=outlines,
        centres=tuple(view.points([c.centre for c in cells])),
        net=net,
        rim=rim,
    )


def _region(layout: Plan, members: frozenset[int], *, rounds: int = 2) -> str:
    """Path data of the union of cells with rounded corners; corners on the rim of the map stay sharp."""
    if not rounds:
        return "".join(path([spot_of(n) for n in loop], closed=True) for loop in loops(layout.net, members))
    parts: list[str] = []
    for loop in loops(layout.net, members):
        points = [spot_of(n) for n in loop]
        fixed = [n in layout.rim for n in loop]
        parts.append(
            path(smooth_ring(points, rounds=rounds, calm=_CALM, fixed=fixed.__getitem__), closed=True)
        )
    return "".join(parts)


def _chance(*names: str) -> float:
    """A number from -1 to 1, the same for the same names on every run."""
    return crc32("|".join(names).encode("utf-8", "replace")) / 0x7FFFFFFF - 1


def _natural(layout: Plan, members: frozenset[int]) -> str:
    """Path data of the union of cells as it grew: the outline wanders about the hexsides, the same way for the terrain
    on both sides of them and in every window. At the rim of the map it is straight, and at the sea it is the coast."""
    parts: list[str] = []
    for loop in loops(layout.net, members):
        corners = [spot_of(corner) for corner in loop]
        bent = [
            _bent(layout, corner, calmed(before, here, after, _CALM))
            for corner, before, here, after in zip(
                loop, (corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False
            )
        ]
        ring: list[tuple[Point, bool]] = []
        for i, corner in enumerate(loop):
            n = (i + 1) % len(loop)
            ring.append((bent[i], corner in layout.rim))
            if not ({corner, loop[n]} <= layout.rim or {corner, loop[n]} <= layout.wet):
                ring.append((_aside(bent[i], bent[n], layout, (corner, loop[n])), False))
        parts.append(curve_ring([at for at, _ in ring], [held for _, held in ring]))
    return "".join(parts)


def _bent(layout: Plan, corner: Node, calm: Point) -> Point:
    if corner in layout.rim:
        return spot_of(corner)
    if corner in layout.wet:
        return calm
    reach, name = _CORNER * HEX, layout.around[corner]
    return calm[0] + reach * _chance(name, "x"), calm[1] + reach * _chance(name, "y")


def _aside(a: Point, b: Point, layout: Plan, ends: tuple[Node, Node]) -> Point:
    """The middle of a piece of an outline, moved across it."""
    one, other = sorted(ends)
    (ax, ay), (bx, by) = (a, b) if (one, other) == ends else (b, a)
    share = _WANDER * HEX * _chance(layout.around[one], layout.around[other])
    long = hypot(bx - ax, by - ay) or 1.0
    return (ax + bx) / 2 - (by - ay) / long * share, (ay + by) / 2 + (bx - ax) / long * share


def _coasts(layout: Plan, sea: frozenset[int], of: frozenset[int] | None = None) -> list[list[Point]]:
    """The lines between land and sea along hexsides, or only of the land cells ``of``."""
    lines: list[tuple[Point, Point]] = []
    for (a, b), owners in layout.net.sides.items():
        if len(owners) == 2 and (owners[0] in sea) != (owners[1] in sea):
            land = owners[1] if owners[0] in sea else owners[0]
            if of is None or land in of:
                lines.append((spot_of(a), spot_of(b)))
    return chains(lines)


def _shore(layout: Plan, sea: frozenset[int], of: frozenset[int] | None = None) -> str:
    """Path data of the line between land and sea, or only of the land cells ``of``."""
    return "".join(path(smooth(line, calm=_CALM)) for line in _coasts(layout, sea, of))


def _beyond(layout: Plan) -> str:
    """The ground drawn on for half a hex beyond the rim, so that the map's edge is straight and not a row of teeth."""
    if not layout.common:
        return ""
    rim: dict[str, list[str]] = {}
    outermost = {owners[0] for owners in layout.net.sides.values() if len(owners) == 1}
    for i in sorted(outermost):
        colour = palette.DEEP if layout.cells[i].terrain == "sea" else palette.CLEAR
        if layout.cells[i].terrain in ("bocage", "woods", "heavy-woods"):
            colour = palette.BOCAGE
        rim.setdefault(colour, []).append(path(layout.outlines[i], closed=True))
    return "".join(f'<path d="{"".join(rim[c])}" {_pen(c, HEX)}/>' for c in sorted(rim))


def draw_ground(layout: Plan, size: float | None) -> str:
    """Sea, land, terrain and towns, without grid, lines and names: flat tints, and textures where they can be told
    apart. Without a size each texture has the class of the levels that show it.

    The sea lies over the land: what of terrain and beach reaches beyond the coast is under water. So one clip is enough,
    and each clip of a large map costs a renderer a picture as large.
    """
    every = frozenset(range(len(layout.cells)))
    sea = layout.styled("sea")
    land = every - sea
    parts: list[str] = []
    parts.append(_beyond(layout))
    coast = _region(layout, land) if sea else "".join(path(o, closed=True) for o in layout.outlines)
    parts.append(_tint("clear", coast, palette.CLEAR, size))
    parts.extend(_terrain(layout, style, size) for style in _SMOOTH_STYLES)
    beach = frozenset(i for i, c in enumerate(layout.cells) if "beach" in (c.terrain, c.shore)) - sea
    if beach and sea:
        line = _shore(layout, sea, beach)
        texture = _textured(f'<path d="{line}" {_pen("url(#t-beach)", 28)}', size)
        parts.append(f'<g class="tint beach"><path d="{line}" {_pen(palette.SAND, 30)}/>{texture}</g>')
    plain = frozenset(i for i in every if layout.cells[i].terrain not in palette.TERRAIN)
    if plain:
        outline = _region(layout, plain, rounds=0)
        parts.append(_tint("unknown", outline, palette.UNKNOWN, None if size is None else TEXTURED))
    if sea:
        parts.append(_water(layout, sea, size))
        parts.append(f'<path d="{_shore(layout, sea)}" {_pen(palette.COAST, 1.5)}/>')
    for cell, (x, y) in towns(layout):
        kind = crc32(cell.name.encode("utf-8", "replace")) % 3
        parts.append(f'<use class="tint town" href="#town{kind}" x="{num(x)}" y="{num(y)}"/>')
    return "".join(parts)


def towns(layout: Plan) -> Iterator[tuple[Cell, Point]]:
    """The cells where houses are drawn, and where."""
    return ((cell, at) for cell, at in zip(layout.cells, layout.centres, strict=True) if housed(cell))


def housed(cell: Cell) -> bool:
    """Whether the houses of a town are drawn in a cell."""
    return cell.terrain == "town" or (cell.rank == "town" and cell.terrain not in ("city", "sea"))


def _textured(element: str, size: float | None) -> str:
    """An element (its end left open) with a texture, where it shows at a size."""
    if size is None:
        return f'{element} class="{near()}"/>'
    return f"{element}/>" if size >= TEXTURED else ""


def _tint(style: str, outline: str, colour: str, size: float | None, rim: str = "") -> str:
    """An area in its colour, and over it its texture; the outline is there once."""
    textured = _textured(f'<use href="#a-{style}" fill="url(#t-{palette.TEXTURES.get(style, style)})"', size)
    area = f'<path id="a-{style}" d="{outline}" fill-rule="evenodd"/>'
    return f'<g class="tint {style}"><defs>{area}</defs><use href="#a-{style}" fill="{colour}"{rim}/>{textured}</g>'


def _water(layout: Plan, sea: frozenset[int], size: float | None) -> str:
    water = _region(layout, sea)
    shore = _shore(layout, sea)
    depths = "".join(
        f'<use href="#a-shore" {_pen(colour, width)} stroke-opacity="{opacity:g}"/>'
        for colour, width, opacity in _DEPTHS
    )
    return (
        f'<clipPath id="water"><path d="{water}"/></clipPath><g clip-path="url(#water)">'
        f"{_tint('sea', water, palette.DEEP, size)}"
        f'<defs><path id="a-shore" d="{shore}"/></defs>{depths}</g>'
    )


def _terrain(layout: Plan, style: str, size: float | None) -> str:
    members = layout.styled(style)
    if not members or style == "beach":
        return ""
    if style == "woods":
        # Heavy woods lie in the woods around them, as one forest.
        members |= layout.styled("heavy-woods")
    # Areas of their own shape have the outlines that they are drawn with: their borders run there.
    grown = style in _GROWN and layout.common
    outline = (
        _natural(layout, members) if grown else _region(layout, members, rounds=2 if layout.common else 0)
    )
    edge = {"city": palette.BLOCK, "woods": palette.TREE, "heavy-woods": palette.TREE_DARK}.get(style)
    rim = f' stroke="{edge}" stroke-width="1.4" stroke-opacity=".75"' if edge else ""
    return _tint(style, outline, palette.TERRAIN[style], size, rim)


def _pen(colour: str, width: float) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round" stroke-linecap="round"'


def draw_grid(layout: Plan) -> str:
    """The hexsides, each once."""
    drawn: set[tuple[Node, Node]] = set()
    land: list[str] = []
    sea: list[str] = []
    for ring, cell in zip(layout.net.rings, layout.cells, strict=True):
        run: list[Point] = []
        into = sea if cell.terrain == "sea" else land
        last = ring[-1] if ring else (0, 0)
        for corner in ring:
            key = (last, corner) if last <= corner else (corner, last)
            if key in drawn:
                if run:
                    into.append(path(run))
                run = []
            else:
                drawn.add(key)
                run = run or [spot_of(last)]
                run.append(spot_of(corner))
            last = corner
        if run:
            into.append(path(run))
    # Hexes are seen through; the borders of areas are what moves are counted by.
    wide, clear = (".8", ".55") if layout.common else ("1.5", ".9")
    return (
        f'<g fill="none" stroke-width="{wide}"><path d="{"".join(sea)}" stroke="#6f9aac" stroke-opacity=".5"/>'
        f'<path d="{"".join(land)}" stroke="#6e6145" stroke-opacity="{clear}"/></g>'
    )


Number: TypeAlias = tuple[str, Point, Box]
"""The number of a cell, the middle of its foot, and the box that it takes."""


def hex_numbers(layout: Plan, size: float) -> list[Number]:
    """The numbers of the cells, each in its upper part; none where there is no room for letters that can be read."""
    if size < _NUMBERED:
        return []
    letter = max(_NUMBER, letters(size))
    found: list[Number] = []
    for cell, (x, _), top in zip(layout.cells, layout.centres, layout.tops, strict=True):
        half, foot = len(cell.name) * letter * 0.31, top + 5.5 + letter
        found.append((cell.name, (x, foot), (x - half, foot - letter * 0.75, x + half, foot)))
    return found


def draw_hex_numbers(found: Iterable[Number], size: float) -> str:
    """These numbers of cells."""
    numbers = "".join(f'<text x="{num(x)}" y="{num(y)}">{xml(name, 12)}</text>' for name, (x, y), _ in found)
    look = f'font-size="{max(_NUMBER, letters(size)):g}" fill="{palette.HEX_NUMBER}"'
    return f"<g {look}>{numbers}</g>" if numbers else ""


def draw_places(
    layout: Plan, notes: Mapping[str, str] | None = None, word: Callable[[str], str] = str
) -> str:
    """Unseen shapes over the cells that carry their names: tooltips for readers, targets for a page's clicks.

    ``notes`` are what else is to be said of a cell, by its name; ``word`` says what the ground is in another language.
    """
    more = notes or {}
    common = layout.common
    parts: list[str] = []
    for cell, (x, y), outline in zip(layout.cells, layout.centres, layout.outlines, strict=True):
        ground = palette.ground_word(cell.terrain, word)
        words = ", ".join(w for w in (cell.name, cell.title, ground, more.get(cell.name)) if w)
        hint = f"<title>{xml(words)}</title>"
        if common:
            parts.append(
                f'<use href="#cell" x="{num(x)}" y="{num(y)}" data-cell="{xml(cell.name, 60)}">{hint}</use>'
            )
        else:
            parts.append(
                f'<path d="{path(outline, closed=True)}" data-cell="{xml(cell.name, 60)}">{hint}</path>'
            )
    shape = f'<defs><path id="cell" d="{common}"/></defs>' if common else ""
    return f'{shape}<g class="cells" fill="none" pointer-events="all">{"".join(parts)}</g>'
