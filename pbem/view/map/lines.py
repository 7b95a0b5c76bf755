"""Lines on the ground: rivers and canals along hexsides, roads through cells, bluffs, cliffs and borders."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from pbem.port.scene import Ground, Point
from pbem.view.map import palette
from pbem.view.map.geometry import Node, along, calmed, chains, node, side, smooth
from pbem.view.map.ground import Plan, shore_corners
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
_ROADS = ("secondary-road", "primary-road")
DRAWN = frozenset({*_BELOW, *_ROADS, "border", "coast", "seam"})
"""The styles of lines that have a look of their own; others are drawn faint and dashed."""


def draw_lines(ground: Ground, layout: Plan) -> str:
    """All strokes: hexside features, then roads (edges first, so that junctions run together), then borders."""
    grouped: dict[str, list[list[Point]]] = {}
    for stroke in ground.strokes:
        if layout.view.touches(stroke.points):
            grouped.setdefault(stroke.style, []).append(layout.view.points(stroke.points))
    joined = {style: chains(lines) for style, lines in grouped.items()}
    coast = shore_corners(layout)
    parts = [_feature(style, joined[style], layout, coast) for style in _BELOW if style in joined]
    if "seam" in joined:
        line = _curves(joined["seam"], _STRAIGHT)
        parts.append(_stroke(line, palette.INK, 1.1, ' stroke-dasharray="1 6" stroke-opacity=".55"'))
    parts.extend(_roads({style: joined[style] for style in _ROADS if style in joined}))
    if "border" in joined:
        line = _curves(joined["border"])
        parts.append(_stroke(line, "#fff", 3.6, ' stroke-opacity=".6"'))
        parts.append(_stroke(line, "#9a2f3f", 1.8, ' stroke-dasharray="11 4 2.5 4"'))
    if "coast" in joined and not layout.styled("sea"):
        parts.append(_stroke(_curves(joined["coast"]), palette.COAST, 2.2))
    for style in sorted(joined.keys() - DRAWN):
        parts.append(_stroke(_curves(joined[style]), palette.FAINT, 1.6, ' stroke-dasharray="4 3"'))
    return "".join(parts)


def _curves(lines: Iterable[Sequence[Point]], calm: float = 0.0) -> str:
    return "".join(path(smooth(line, calm=calm)) for line in lines)


def _stroke(data: str, colour: str, width: float, more: str = "", *, cap: str = "round") -> str:
    return (
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-linejoin="round" stroke-linecap="{cap}"{more}/>'
    )


def _at_coast(line: Sequence[Point], coast: Mapping[Node, Point]) -> list[Point]:
    """A line along hexsides, calmed; where it runs along the coast or ends there it goes by the drawn coast."""
    inner = [calmed(a, b, c, _CALM) for a, b, c in zip(line, line[1:], line[2:], strict=False)]
    return [coast.get(node(p), q) for p, q in zip(line, [line[0], *inner, line[-1]], strict=True)]


def _feature(style: str, raw: list[list[Point]], layout: Plan, coast: Mapping[Node, Point]) -> str:
    lines = [_at_coast(line, coast) for line in raw]
    data = _curves(lines)
    match style:
        case "major-river":
            return (
                _stroke(data, palette.RIVER_EDGE, 9)
                + _stroke(data, palette.RIVER, 7)
                + _stroke(data, "#8fc0dc", 2.4, ' stroke-opacity=".7"')
            )
        case "river":
            return _stroke(data, palette.RIVER_EDGE, 6.4) + _stroke(data, palette.RIVER, 4.6)
        case "ford":
            return _stroke(data, palette.RIVER_EDGE, 13, ' stroke-dasharray="2.4 3"', cap="butt") + _stroke(
                data, palette.SURF, 11, ' stroke-dasharray="2.4 3"', cap="butt"
            )
        case "wall":
            return _stroke(data, palette.WALL, 1.4) + _stroke(
                data, palette.WALL, 5.2, ' stroke-dasharray="3.4 3.8"', cap="butt"
            )
        case "canal":
            return (
                _stroke(data, palette.RIVER_EDGE, 7)
                + _stroke(data, "#7db6d8", 4.6)
                + _stroke(data, palette.RIVER_EDGE, 4.6, ' stroke-dasharray="1.2 8"', cap="butt")
            )
        case "stream":
            return _stroke(data, palette.RIVER, 2.6)
        case "marsh-side":
            return _stroke(data, "#c9dfe0", 8, ' stroke-opacity=".85"') + _stroke(
                data, palette.RIVER, 3, ' stroke-dasharray="6 5"'
            )
        case "link":
            return _stroke(data, palette.INK, 1.6, ' stroke-dasharray="1 5" stroke-opacity=".7"')
        case "woods-side" | "hedge-side":
            return _stroke(data, palette.TREE_DARK, 8.4, ' stroke-dasharray=".1 7.5"') + _stroke(
                data, palette.TREE, 6.6, ' stroke-dasharray=".1 7.5"'
            )
        case "cliff":
            return _ticks(lines, raw, layout, colour=palette.CLIFF, width=3, tick=8.5, step=5.0, foot=1.0)
        case _:
            return _ticks(lines, raw, layout, colour=palette.BLUFF, width=1.8, tick=7.0, step=5.6, foot=2.0)


def _ticks(
    lines: list[list[Point]],
    raw: list[list[Point]],
    layout: Plan,
    *,
    colour: str,
    width: float,
    tick: float,
    step: float,
    foot: float,
) -> str:
    """A line with teeth on its low side: towards the sea where it lies beside it, else to the right."""
    teeth: list[str] = []
    for line, corners in zip(lines, raw, strict=True):
        curve = smooth(line)
        way = _low_side(corners, layout)
        for (x, y), (ux, uy) in along(curve, step, start=step / 2):
            px, py = -uy * way, ux * way
            teeth.append(
                f"M{num(x - ux * foot)} {num(y - uy * foot)}L{num(x + px * tick)} {num(y + py * tick)}"
                f"L{num(x + ux * foot)} {num(y + uy * foot)}z"
            )
    return f'<path d="{"".join(teeth)}" fill="{colour}"/>' + _stroke(_curves(lines), colour, width)


def _low_side(line: Sequence[Point], layout: Plan) -> float:
    """1.0 when the low ground lies to the right of the line as drawn (y downwards), -1.0 when to the left."""
    votes = 0
    for a, b in itertools.pairwise(line):
        for owner in layout.net.sides.get(side(node(a), node(b)), ()):
            if layout.cells[owner].terrain == "sea":
                cx, cy = layout.centres[owner]
                votes += 1 if (b[0] - a[0]) * (cy - a[1]) - (b[1] - a[1]) * (cx - a[0]) > 0 else -1
    return -1.0 if votes < 0 else 1.0


def _roads(joined: dict[str, list[list[Point]]]) -> list[str]:
    edges: list[str] = []
    fills: list[str] = []
    for style in _ROADS:
        if style not in joined:
            continue
        data = _curves(joined[style])
        if style == "primary-road":
            edges.append(_stroke(data, palette.ROAD_EDGE, 6.2))
            fills.append(_stroke(data, palette.ROAD, 4.2))
        else:
            edges.append(_stroke(data, palette.LANE_EDGE, 4.8))
            fills.append(_stroke(data, palette.LANE, 3))
    return edges + fills
