"""The printed map under the counters: sea and land, terrain, the hex grid with its numbers, and places to point at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from math import atan2, degrees
from zlib import crc32

from attrs import frozen

from pbem.port.scene import Cell, Ground, Point
from pbem.view.map import palette
from pbem.view.map.detail import letters
from pbem.view.map.frame import HEX, View
from pbem.view.map.geometry import (
    Mesh,
    Node,
    calmed,
    chains,
    loops,
    mesh,
    node,
    smooth,
    smooth_ring,
    spot_of,
)
from pbem.view.markup import num, path, xml

_CALM = 0.19
_NUMBERED = 0.75
"""From which size on hexes bear their numbers."""
_SMOOTH_STYLES = ("beach", "farmland", "bocage", "marsh", "woods", "heavy-woods", "city")


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


def _shore(layout: Plan, sea: frozenset[int], of: frozenset[int] | None = None) -> str:
    """Path data of the line between land and sea, or only of the land cells ``of``."""
    lines: list[tuple[Point, Point]] = []
    for (a, b), owners in layout.net.sides.items():
        if len(owners) == 2 and (owners[0] in sea) != (owners[1] in sea):
            land = owners[1] if owners[0] in sea else owners[0]
            if of is None or land in of:
                lines.append((spot_of(a), spot_of(b)))
    return "".join(path(smooth(line, calm=_CALM)) for line in chains(lines))


def shore_corners(layout: Plan) -> dict[Node, Point]:
    """Where the corners of the coast lie once the coast is calmed, so that cliffs and river mouths can follow it."""
    sea = layout.styled("sea")
    lines = [
        (spot_of(a), spot_of(b))
        for (a, b), owners in layout.net.sides.items()
        if len(owners) == 2 and (owners[0] in sea) != (owners[1] in sea)
    ]
    found: dict[Node, Point] = {}
    for line in chains(lines):
        for before, here, after in zip(line, line[1:], line[2:], strict=False):
            found[node(here)] = calmed(before, here, after, _CALM)
    return found


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


def draw_ground(layout: Plan) -> str:
    """Sea, land, terrain and towns, without grid, lines and names.

    The sea lies over the land: what of terrain and beach reaches beyond the coast is under water. So one clip is enough,
    and each clip of a large map costs a renderer a picture as large.
    """
    every = frozenset(range(len(layout.cells)))
    sea = layout.styled("sea")
    land = every - sea
    parts: list[str] = []
    parts.append(_beyond(layout))
    coast = _region(layout, land) if sea else "".join(path(o, closed=True) for o in layout.outlines)
    parts.append(f'<path d="{coast}" fill="{palette.CLEAR}"/><path d="{coast}" fill="url(#t-clear)"/>')
    parts.extend(_terrain(layout, style) for style in _SMOOTH_STYLES)
    beach = frozenset(i for i, c in enumerate(layout.cells) if "beach" in (c.terrain, c.shore)) - sea
    if beach and sea:
        line = _shore(layout, sea, beach)
        parts.append(
            f'<path d="{line}" {_pen(palette.SAND, 30)}/><path d="{line}" {_pen("url(#t-beach)", 28)}/>'
        )
    plain = frozenset(i for i in every if layout.cells[i].terrain not in palette.TERRAIN)
    if plain:
        outline = _region(layout, plain, rounds=0)
        parts.append(
            f'<path d="{outline}" fill="{palette.UNKNOWN}"/><path d="{outline}" fill="url(#t-unknown)"/>'
        )
    if sea:
        parts.append(_water(layout, sea))
        parts.append(f'<path d="{_shore(layout, sea)}" {_pen(palette.COAST, 1.5)}/>')
    for i in sorted(layout.styled("town")):
        x, y = layout.centres[i]
        kind = crc32(layout.cells[i].name.encode("utf-8", "replace")) % 3
        parts.append(f'<use href="#town{kind}" x="{num(x)}" y="{num(y)}"/>')
    return "".join(parts)


def _water(layout: Plan, sea: frozenset[int]) -> str:
    water = _region(layout, sea)
    shore = _shore(layout, sea)
    return (
        f'<clipPath id="water"><path d="{water}"/></clipPath><g clip-path="url(#water)">'
        f'<path d="{water}" fill="{palette.DEEP}"/><path d="{water}" fill="url(#t-sea)"/>'
        f'<path d="{shore}" {_pen(palette.SEA, 330)} stroke-opacity=".45"/>'
        f'<path d="{shore}" {_pen(palette.SEA, 190)} stroke-opacity=".75"/>'
        f'<path d="{shore}" {_pen(palette.SHALLOW, 74)} stroke-opacity=".55"/>'
        f'<path d="{shore}" {_pen(palette.SHALLOW, 40)} stroke-opacity=".8"/>'
        f'<path d="{shore}" {_pen(palette.SURF, 17)}/></g>'
    )


def _terrain(layout: Plan, style: str) -> str:
    members = layout.styled(style)
    if not members or style == "beach":
        return ""
    outline = _region(layout, members)
    edge = {"city": palette.BLOCK, "woods": palette.TREE, "heavy-woods": palette.TREE_DARK}.get(style)
    rim = f' stroke="{edge}" stroke-width="1" stroke-opacity=".6"' if edge else ""
    return (
        f'<path d="{outline}" fill="{palette.TERRAIN[style]}" fill-rule="evenodd"{rim}/>'
        f'<path d="{outline}" fill="url(#t-{palette.TEXTURES.get(style, style)})" '
        'fill-rule="evenodd"/>'
    )


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
    return (
        f'<g fill="none" stroke-width=".8"><path d="{"".join(sea)}" stroke="#6f9aac" stroke-opacity=".5"/>'
        f'<path d="{"".join(land)}" stroke="#6e6145" stroke-opacity=".55"/></g>'
    )


def draw_hex_numbers(layout: Plan, size: float) -> str:
    """The number of each cell in its upper part, where there is room for letters that can be read."""
    if size < _NUMBERED:
        return ""
    letter = max(7.2, letters(size))
    numbers = "".join(
        f'<text x="{num(x)}" y="{num(min(py for _, py in outline) + 5.5 + letter)}">{xml(cell.name, 12)}</text>'
        for cell, (x, _), outline in zip(layout.cells, layout.centres, layout.outlines, strict=True)
        if outline
    )
    return f'<g font-size="{letter:g}" fill="{palette.HEX_NUMBER}">{numbers}</g>'


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
