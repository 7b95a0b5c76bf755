"""Trays off the map: boxes with their whole name over the counters in them, and the room they take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, isfinite, sqrt

from pbem.port.scene import Pile, Point
from pbem.view.map.counters import SIZE, Slot
from pbem.view.map.detail import SIZES, letters
from pbem.view.map.frame import HEX, Box
from pbem.view.map.measure import ems, held
from pbem.view.markup import clean, ink_on, num, xml

_GROUND = "#5b543f"
_LINE = 1.16
_NARROW, _BROADER = 132.0, 1.25
"""How broad a head may be, in pixels, and how much broader than its counters; with letters that stay in it up to _WHOLE."""
_WHOLE = letters(SIZES[2]) + 0.1
_HIGH = 35.0
"""From letters of this size on two lines would be higher than what they name."""
_GAP = 14.0
RESERVED = SIZES[1]
"""The size for which room is kept beside each other on a page that zooms."""


def tray(
    label: str, count: int, centre: tuple[float, float], room: float, size: float = SIZES[2]
) -> tuple[str, tuple[Slot, ...], Box]:
    """A labelled tray off the map: its drawing, its counters' slots, and its bounds (left, top, right, bottom).

    Its counters lie around the centre, whatever the size, and over them its name (:func:`heading`). Without one it has no
    bar for it; its tooltip has the whole.
    """
    across = min(max(count, 1), 3 if count <= 9 else ceil(sqrt(count * 1.4)))
    rows = max(1, ceil(count / across))
    pitch = room * 0.62
    words, font = clean(label, 40), max(room * 0.17, letters(size))
    bare, deep = across * pitch + room * 0.24, rows * pitch + room * 0.15
    lines = heading(words, bare, font)
    head = len(lines) * font * _LINE + 5 if lines else 0.0
    wide = max(bare, _width(lines, font))
    left, top = centre[0] - wide / 2, centre[1] - deep / 2 - head
    drawing = (
        f'<rect x="{num(left)}" y="{num(top)}" width="{num(wide)}" height="{num(deep + head)}" rx="6" fill="#fbf6e4" '
        f'fill-opacity=".93" stroke="{_GROUND}" stroke-width="1.6"><title>{xml(words)}</title></rect>'
        f"{_head(lines, (centre[0], top), (wide, head), font) if lines else ''}"
    )
    places = tuple(
        (
            (i % across - (min(across, count - i // across * across) - 1) / 2) * pitch,
            (i // across - (rows - 1) / 2) * pitch,
            pitch * 0.93 / SIZE,
        )
        for i in range(count)
    )
    return drawing, places, (left, top, left + wide, top + head + deep)


def heading(words: str, room: float, font: float) -> list[str]:
    """The lines of a name over a tray that is ``room`` wide without it: whole, in two lines, or as the names in it
    (``Omaha`` of a landing box), whichever is the first that is not too broad. Where letters are small it is whole."""
    pieces = words.split()
    halves = [[" ".join(pieces[:n]), " ".join(pieces[n:])] for n in range(1, len(pieces))]
    named = [
        " ".join(
            piece.rstrip(":,")
            for piece in pieces
            if piece.lower() != piece or piece.strip("0123456789:") == ""
        )
    ]
    two = min(halves, key=lambda lines: _width(lines, font), default=[words])
    most = max(room * _BROADER, _NARROW)
    inner = (two, named) if font < _HIGH else (named, two)
    fitting = (lines for lines in ([words], *inner) if lines[0] and _width(lines, font) <= most)
    return next(fitting, two if font < _WHOLE else [])


def _width(lines: Sequence[str], font: float) -> float:
    return max(map(ems, lines), default=0.0) * font + 14


def _head(lines: Sequence[str], at: tuple[float, float], room: tuple[float, float], font: float) -> str:
    """The bar of a tray with its name."""
    (x, top), (wide, head) = at, room
    rows = "".join(
        f'<text x="{num(x)}" y="{num(top + 2.5 + (n + 0.8) * font * _LINE)}" font-size="{num(font + 0.05)}" '
        f'font-weight="bold" fill="{ink_on(_GROUND)}"{held(line, font)}>{xml(line)}</text>'
        for n, line in enumerate(lines)
    )
    return (
        f'<path d="M{num(x - wide / 2)} {num(top + head)}v{num(6 - head)}q0-6 6-6h{num(wide - 12)}q6 0 6 6'
        f'v{num(head - 6)}z" fill="{_GROUND}"/><g class="tray-name">{rows}</g>'
    )


def with_trays(piles: Iterable[Pile], box: Box, scale: float) -> Box:
    """A part of the map (map units), widened for the trays that stand outside it; ``scale``: pixels a map unit."""
    left, top, right, bottom = box
    for pile in piles:
        if pile.at is None or not all(map(isfinite, pile.at)):
            continue
        _, _, bounds = tray(pile.label or pile.cell, len(pile.counters), (0.0, 0.0), HEX)
        west, north, east, south = (v / scale for v in bounds)
        x, y = pile.at
        left, top = min(left, x + west), min(top, y + north)
        right, bottom = max(right, x + east), max(bottom, y + south)
    return left, top, right, bottom


def rows_of(piles: Iterable[Pile], width: float, size: float) -> tuple[list[tuple[Pile, Point]], float]:
    """Trays without a place of their own in rows: each with its middle from their upper left corner; their height."""
    found: list[tuple[Pile, Point]] = []
    x = top = high = 0.0
    for pile in piles:
        _, _, (left, up, right, down) = tray(
            pile.label or pile.cell, len(pile.counters), (0.0, 0.0), HEX, size
        )
        if x and x + right - left > width:
            x, top, high = 0.0, top + high + _GAP, 0.0
        found.append((pile, (x - left, top - up)))
        x += right - left + _GAP
        high = max(high, down - up)
    return found, top + high + (_GAP if found else 0.0)
