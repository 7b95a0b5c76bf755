"""Trays off the map: boxes with their whole name over the counters in them, and the room they take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, isfinite, sqrt

from pbem.port.scene import Pile
from pbem.view.map.counters import SIZE, Slot
from pbem.view.map.detail import SIZES, letters
from pbem.view.map.frame import HEX, Box
from pbem.view.map.measure import ems, held
from pbem.view.markup import clean, ink_on, num, xml

_GROUND = "#5b543f"
_LARGEST = letters(SIZES[2])
"""The letters that a tray has room for: as large as they must be where small counters begin to show."""
_LINE = 1.16
_SHORT = 100.0
"""A head of this width never has its name in two lines."""
_BROADER = 1.25
"""How much broader than its counters a tray is made before its name stands in two lines."""


def tray(
    label: str, count: int, centre: tuple[float, float], room: float, size: float = 1.0
) -> tuple[str, tuple[Slot, ...], Box]:
    """A labelled tray off the map: its drawing, its counters' slots, and its bounds (left, top, right, bottom).

    The name is written whole, in two lines where it is long; on a map so small that it could not be, only its tooltip
    has it, and the box has no bar for it.
    """
    across = min(max(count, 1), 3 if count <= 9 else ceil(sqrt(count * 1.4)))
    rows = max(1, ceil(count / across))
    pitch = room * 0.62
    words = clean(label, 40)
    bare = across * pitch + room * 0.24
    named, head = heading(words, bare)
    wide = max(bare, named)
    high = rows * pitch + room * 0.15 + head
    left, top = centre[0] - wide / 2, centre[1] - high / 2
    name = _name(words, (centre[0], top), (wide, head), max(room * 0.17, letters(size)))
    bar = (
        f'<path d="M{num(left)} {num(top + head)}V{num(top + 6)}q0-6 6-6h{num(wide - 12)}q6 0 6 6V{num(top + head)}z" '
        f'fill="{_GROUND}"/>'
    )
    drawing = (
        f'<rect x="{num(left)}" y="{num(top)}" width="{num(wide)}" height="{num(high)}" rx="6" fill="#fbf6e4" '
        f'fill-opacity=".93" stroke="{_GROUND}" stroke-width="1.6"><title>{xml(words)}</title></rect>'
        f"{bar + name if name else ''}"
    )
    middle = top + head + (high - head) / 2
    places = tuple(
        (
            (i % across - (min(across, count - i // across * across) - 1) / 2) * pitch,
            middle - centre[1] + (i // across - (rows - 1) / 2) * pitch,
            pitch * 0.93 / SIZE,
        )
        for i in range(count)
    )
    return drawing, places, (left, top, left + wide, top + high)


def heading(words: str, room: float) -> tuple[float, float]:
    """How wide and how high the head of a tray is, in pixels, so that its name is whole where counters show.

    ``room`` is how wide the tray is without it.
    """
    lines = _halves(words, room)
    return _width(lines), len(lines) * _LARGEST * _LINE + 5


def head_widths(words: str) -> tuple[float, float]:
    """How wide a head is with the name in one line, and with it in two."""
    return _width([words]), _width(_halves(words, 0.0))


def _width(lines: list[str]) -> float:
    return max(map(ems, lines)) * _LARGEST + 14


def _halves(words: str, room: float) -> list[str]:
    """A name in one line where there is room for it or it is short, else in two of like length."""
    pieces = words.split()
    if _width([words]) <= max(room * _BROADER, _SHORT) or len(pieces) < 2:
        return [words]
    halves = ([" ".join(pieces[:n]), " ".join(pieces[n:])] for n in range(1, len(pieces)))
    return min(halves, key=_width)


def _wrapped(words: str, font: float, wide: float) -> list[str]:
    """A name in as few lines as the width allows."""
    lines = [""]
    for piece in words.split():
        longer = f"{lines[-1]} {piece}".strip()
        if lines[-1] and ems(longer) * font > wide:
            lines.append(piece)
        else:
            lines[-1] = longer
    return lines


def _name(words: str, at: tuple[float, float], room: tuple[float, float], font: float) -> str:
    """The name of a tray in its head, in as many lines as it needs; nothing where it would not be whole."""
    (x, top), (wide, head) = at, room
    lines = _wrapped(words, font, wide - 8)
    if len(lines) * font * _LINE > head or max(map(ems, lines)) * font > wide - 4:
        return ""
    first = top + (head - len(lines) * font * _LINE) / 2 + font * 0.92
    rows = "".join(
        f'<text x="{num(x)}" y="{num(first + n * font * _LINE)}" font-size="{num(font + 0.05)}" font-weight="bold" '
        f'fill="{ink_on(_GROUND)}"{held(line, font)}>{xml(line)}</text>'
        for n, line in enumerate(lines)
    )
    return f'<g class="tray-name">{rows}</g>'


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


def rows_of(piles: Sequence[Pile], width: float) -> tuple[tuple[float, tuple[tuple[Pile, float], ...]], ...]:
    """Trays without a place of their own in rows below the map: each row's height, its piles and their middles."""
    rows: list[tuple[float, tuple[tuple[Pile, float], ...]]] = []
    row: list[tuple[Pile, float]] = []
    used = high = 0.0
    for pile in piles:
        _, _, (left, top, right, bottom) = tray(pile.label or pile.cell, len(pile.counters), (0.0, 0.0), HEX)
        wide = right - left + 14
        if row and used + wide > width:
            rows.append((high + 14, tuple(row)))
            row, used, high = [], 0.0, 0.0
        row.append((pile, used + wide / 2))
        used += wide
        high = max(high, bottom - top)
    return (*rows, (high + 14, tuple(row)))
