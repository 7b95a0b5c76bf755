"""The names of waters, written along them where they run straight and nothing else lies, and the numbers of roads."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import TypeAlias

from pbem.port.scene import Point, Stroke
from pbem.view.map import palette
from pbem.view.map.courses import ROADS, WATERS
from pbem.view.map.detail import letters
from pbem.view.map.frame import HEX, Box
from pbem.view.map.geometry import along, chains, length, smooth, steps, stretch
from pbem.view.map.ground import Plan
from pbem.view.map.placing import Taken
from pbem.view.markup import clean, num, path, xml

_APART = 9
_NAMED, _NUMBERED = 0.5, 0.75
"""From which sizes on waters bear their names, and roads their numbers."""
_LETTER = 7.4
_CALM = 0.2


Reaches: TypeAlias = list[tuple[str, list[list[Point]]]]
"""Every named water with its courses, the longest first."""


def reaches(strokes: Iterable[Stroke], layout: Plan) -> Reaches:
    """The named waters in the window, the same for every level of detail."""
    named: dict[str, list[list[Point]]] = {}
    for stroke in strokes:
        if stroke.title and stroke.style in WATERS and layout.view.touches(stroke.points, 0.0):
            named.setdefault(clean(stroke.title, 40), []).append(layout.view.points(stroke.points))
    return [
        (name, sorted((smooth(c, rounds=2, calm=_CALM) for c in chains(lines)), key=length, reverse=True))
        for name, lines in sorted(named.items())
    ]


def draw_names(
    named: Callable[[], Reaches],
    layout: Plan,
    taken: Taken,
    size: float = 1.0,
    mark: str = "",
    kept: Callable[[str, Iterable[Box]], None] | None = None,
) -> str:
    """Each named water once where it fits, again on every long reach; what is written is added to ``taken``.

    ``mark`` tells the lines that names follow from those of another drawing in the same document; ``kept`` is told what
    each name is called there, and its boxes.
    """
    if size < _NAMED:
        return ""
    grown = max(1.0, letters(size) / 11)
    parts: list[str] = []
    for name, courses in named():
        for index, reach in enumerate(courses):
            if index and length(reach) < HEX * 6:
                break
            place = _best(reach, (len(name) + 1) * _LETTER * grown, layout, taken)
            if place:
                for box in _boxes(place):
                    taken.add(box)
                line = f"w{mark}{len(parts)}"
                parts.append(_written(name, place, line, f' data-n="{line}"' if kept else ""))
                if kept:
                    kept(line, _boxes(place))
    if not parts:
        return ""
    return (
        f'<g font-size="{11 * grown + 0.005:.4g}" font-style="italic" letter-spacing="1.6" fill="#1f5c88" stroke="#f4efd8" '
        f'stroke-width="2.6" stroke-opacity=".85" stroke-linejoin="round" paint-order="stroke">{"".join(parts)}</g>'
    )


def _written(name: str, place: Sequence[Point], line: str, called: str) -> str:
    if place[-1][0] < place[0][0]:
        place = place[::-1]
    return (
        f'<path id="{line}" d="{path(place)}" stroke="none" fill="none"/><text dy="-6"{called}>'
        f'<textPath href="#{line}" startOffset="50%">{xml(name)}</textPath></text>'
    )


def _best(reach: Sequence[Point], wide: float, layout: Plan, taken: Taken) -> list[Point]:
    """The straightest free part of a reach that is long enough for the name, inside the window; else nothing."""
    pieces = steps(reach)
    whole = sum(pieces)
    if whole < wide:
        return []
    view = layout.view
    found: list[tuple[float, float, list[Point]]] = []
    count = max(2, min(24, int(whole / 40)))
    for step in range(count):
        start = (whole - wide) * step / (count - 1)
        part = stretch(reach, start / whole, (start + wide) / whole, pieces)
        inside = all(
            view.left + 8 < x < view.left + view.width - 8 and view.top + 8 < y < view.top + view.height - 8
            for x, y in part
        )
        if inside and all(taken.free(box) for box in _boxes(part)):
            (ax, ay), (bx, by) = part[0], part[-1]
            straight = hypot(bx - ax, by - ay) / wide
            found.append((round(straight, 2), -abs(start + wide / 2 - whole / 2), part))
    return max(found)[2] if found else []


def _boxes(line: Sequence[Point]) -> list[Box]:
    """Small boxes over the letters along a line."""
    return [
        (min(ax, bx) - 6, min(ay, by) - 12, max(ax, bx) + 6, max(ay, by) + 4)
        for (ax, ay), (bx, by) in itertools.pairwise(line)
    ]


def draw_numbers(strokes: Iterable[Stroke], layout: Plan, taken: Taken, size: float = 1.0) -> str:
    """The numbers of roads on small plates, each once on a stretch of road and again every eighth hex or so."""
    if size < _NUMBERED:
        return ""
    letter = max(8.4, letters(size))
    named: dict[str, list[list[Point]]] = {}
    for stroke in strokes:
        if stroke.title and stroke.style in ROADS and layout.view.touches(stroke.points, 0.0):
            named.setdefault(clean(stroke.title, 8), []).append(layout.view.points(stroke.points))
    view = layout.view
    parts: list[str] = []
    for name, lines in sorted(named.items()):
        for line in chains(lines):
            whole = length(line)
            plates = max(1, int(whole / (HEX * _APART)))
            for i in range(plates):
                spots = along(smooth(line), HEX / 4, start=whole * (i + 0.3) / plates)
                for (x, y), _ in spots[: int(whole / plates / (HEX / 4)) + 1]:
                    wide = 0.37 * letter * len(name) + 3
                    box = (x - wide, y - letter * 0.7, x + wide, y + letter * 0.7)
                    inside = view.left < box[0] and box[2] < view.left + view.width
                    if inside and view.top < box[1] and box[3] < view.top + view.height and taken.free(box):
                        taken.add(box)
                        parts.append(_plate(name, (x, y), wide, letter))
                        break
    return "".join(parts)


def _plate(name: str, at: Point, wide: float, letter: float) -> str:
    x, y = at
    return (
        f'<rect x="{num(x - wide)}" y="{num(y - letter * 0.67)}" width="{num(2 * wide)}" '
        f'height="{num(letter * 1.34)}" rx="2.4" fill="#fdf9ea" stroke="{palette.ROAD_EDGE}"/>'
        f'<text x="{num(x)}" y="{num(y + letter * 0.36)}" font-size="{num(letter + 0.04)}" '
        f'font-weight="bold" fill="{palette.ROAD_EDGE}">{xml(name)}</text>'
    )
