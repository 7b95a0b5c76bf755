"""How the printed numbers of a hex map lie on the ground.

A hex map is a stack of straight *lines* of touching hexes; a hex has a line number and a *place* along it,
and every other line is pushed half a hex towards higher places. That covers all offset grids: "rows
northwards, odd rows pushed east" as well as "flat-topped columns numbered from the west". Axial integers
live in this module and in ``hexes``, nowhere else: everybody outside speaks printed numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import atan2, cos, degrees, radians, sin, sqrt
from typing import Literal

from attrs import Attribute

from pbem.bytes.errors import DataError
from pbem.bytes.records import field, frozen

Compass = Literal["north", "east", "south", "west"]
Point = tuple[float, float]
Axial = tuple[int, int]

_VECTORS: dict[Compass, tuple[int, int]] = {
    "north": (0, -1),
    "east": (1, 0),
    "south": (0, 1),
    "west": (-1, 0),
}
_STEPS: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_ROWS = {30: "NE", 90: "E", 150: "SE", 210: "SW", 270: "W", 330: "NW"}
_COLUMNS = {0: "N", 60: "NE", 120: "SE", 180: "S", 240: "SW", 300: "NW"}
_BEARINGS = _ROWS | _COLUMNS
_PAIRS = {f"{number:02}": number for number in range(100)}
_PRINTED = re.compile(r"([A-Za-z]*)([0-9]{2})([0-9]{2})")


def _perpendicular(layout: Layout, _: Attribute[Compass], across: Compass) -> None:
    (ax, ay), (bx, by) = _VECTORS[layout.along], _VECTORS[across]
    if ax * bx + ay * by:
        raise DataError("layout", f"lines that run {layout.along} cannot follow one another {across}")


@frozen(kw_only=True)
class Direction:
    """One of the six ways out of a hex: compass name, degrees clockwise from north, axial step."""

    name: str
    bearing: int
    step: Axial


@frozen(kw_only=True)
class Layout:
    """The orientation of a grid.

    ``along``: the compass direction in which the place numbers grow on a line; ``across``: the direction in
    which the line numbers grow; ``shifted``: which lines stand half a hex further ``along``;
    ``line_first``: whether the line is the first pair of digits in a printed number. Raises DataError when
    the two directions are not at right angles.
    """

    along: Compass
    across: Compass = field(validator=_perpendicular)
    shifted: Literal["odd", "even"] = "odd"
    line_first: bool = True

    def axial(self, line: int, place: int) -> Axial:
        """The axial (q, r) of a line and place, both counted on the common grid of all sheets."""
        odd = line & 1
        return (place - (line - odd) // 2 if self.shifted == "odd" else place - (line + odd) // 2, line)

    def centre(self, axial: Axial) -> Point:
        """Map position: x grows eastwards and y southwards, in units of the distance between two hex
        centres.
        """
        (ax, ay), (bx, by) = _VECTORS[self.along], _VECTORS[self.across]
        u, v = axial[0] + axial[1] / 2, axial[1] * sqrt(3) / 2
        return (ax * u + bx * v, ay * u + by * v)

    def directions(self) -> tuple[Direction, ...]:
        """The six directions, clockwise from north. Every list of neighbours follows this order."""
        found = []
        for step in _STEPS:
            x, y = self.centre(step)
            bearing = round(degrees(atan2(x, -y))) % 360
            found.append(Direction(name=_BEARINGS[bearing], bearing=bearing, step=step))
        return tuple(sorted(found, key=lambda direction: direction.bearing))

    def corners(self, axial: Axial) -> tuple[Point, ...]:
        """The six corners of a hex; the hexside in direction ``i`` is corners ``i`` and ``i + 1``."""
        x, y = self.centre(axial)
        turns = [radians(direction.bearing - 30) for direction in self.directions()]
        return tuple((x + sin(turn) / sqrt(3), y - cos(turn) / sqrt(3)) for turn in turns)


@frozen(kw_only=True)
class Sheet:
    """One map sheet: its letter, if any, and what to add to its numbers for the common grid.

    ``lines`` may be odd only if the sheet is printed with the other parity, for the half-hex shift is
    decided on the common line number.
    """

    prefix: str = ""
    lines: int = 0
    places: int = 0

    def rectangle(self, layout: Layout, *, lines: range, places: range) -> tuple[str, ...]:
        """The printed numbers of every line and place given, in order."""
        pairs = ((line, place) if layout.line_first else (place, line) for line in lines for place in places)
        return tuple(f"{self.prefix}{first:02d}{second:02d}" for first, second in pairs)


def located(
    layout: Layout, sheets: tuple[Sheet, ...], numbers: Iterable[str]
) -> dict[str, tuple[int, Axial]]:
    """``locate`` for each of these printed numbers: those of a whole map, while a command waits."""
    by_prefix = {each.prefix: (index, each) for index, each in reversed([*enumerate(sheets)])}
    odd, found = layout.shifted == "odd", {}
    for number in numbers:
        first, second = _PAIRS.get(number[-4:-2]), _PAIRS.get(number[-2:])
        index, sheet = by_prefix.get(number[:-4], (0, None))
        if sheet is None or first is None or second is None:
            found[number] = locate(layout, sheets, number)
            continue
        line, place = (first, second) if layout.line_first else (second, first)
        line, place = line + sheet.lines, place + sheet.places
        found[number] = index, (place - (line - (line & 1 if odd else -(line & 1))) // 2, line)
    return found


def locate(layout: Layout, sheets: tuple[Sheet, ...], printed: str) -> tuple[int, Axial]:
    """The index of the sheet a printed number is on, and its axial place. Raises DataError if none."""
    match = _PRINTED.fullmatch(printed)
    if match is None:
        raise DataError("hex-number", f"{printed!r} is not a printed hex number", hint="Write it like E1940.")
    first, second = int(match[2]), int(match[3])
    line, place = (first, second) if layout.line_first else (second, first)
    for index, sheet in enumerate(sheets):
        if sheet.prefix == match[1]:
            return index, layout.axial(line + sheet.lines, place + sheet.places)
    raise DataError("hex-sheet", f"{printed!r} is on no sheet of this map")
