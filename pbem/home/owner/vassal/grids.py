"""The grids of a board, and the names that they give to places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import floor, isfinite, sqrt
from xml.etree.ElementTree import Element  # only the type: defusedxml reads

from pbem.bytes.records import frozen
from pbem.home.owner.vassal import work as costs
from pbem.home.owner.vassal.work import Work
from pbem.port.scene import Point

MOST_PLACES = 40_000
_LEAST = 4.0
_LETTERS = 26
_VARIABLE = re.compile(r"\$[A-Za-z]+\$")


@frozen(kw_only=True)
class Numbering:
    """How columns (``h``) and rows (``v``) become a name: offset, direction, letters or digits, and how many digits."""

    first: str
    sep: str
    stagger: bool
    h: tuple[int, bool, str, int]
    v: tuple[int, bool, str, int]

    def name(self, column: int, row: int) -> str:
        """The name of a hex by its column and row, which run from the corner."""
        across, down = _said(column + self.h[0], self.h), _said(row + self.v[0], self.v)
        return self.sep.join((across, down) if self.first == "H" else (down, across))


def _said(number: int, how: tuple[int, bool, str, int]) -> str:
    _, _, kind, leading = how
    if kind == "A":
        sign, number = ("-", -number) if number < 0 else ("", number)
        return sign + chr(ord("A") + number % _LETTERS) * (number // _LETTERS + 1)
    return ("-" if number < 0 else "") + str(abs(number)).zfill(leading + 1)


@frozen(kw_only=True)
class HexGrid:
    """Hexes of a pitch ``dx`` by ``dy`` from a corner on; ``sideways``: rows and columns change places."""

    dx: float
    dy: float
    x0: float
    y0: float
    sideways: bool
    numbering: Numbering

    def places(self, width: int, height: int, work: Work) -> Iterator[tuple[str, Point]]:
        """Every hex whose middle lies on a board of this size (pixels), with its name there."""
        across, down = (height, width) if self.sideways else (width, height)
        # As the engine counts: columns by the pitch of rows, and rows by that of columns.
        most_columns, most_rows = floor(width / self.dy + 0.5), floor(height / self.dx + 0.5)
        columns, rows = range(-1, int(across / self.dx) + 2), range(-1, int(down / self.dy) + 2)
        if len(columns) * len(rows) > MOST_PLACES:
            return
        work.spend(costs.PLACES, len(columns) * len(rows))
        for c in columns:
            for r in rows:
                x = int(c * self.dx) + self.x0
                y = int(r * self.dy + (self.dy / 2 if c % 2 else 0)) + self.y0
                if not (0 <= x <= across and 0 <= y <= down):
                    continue
                name = self._name(c, r, most_columns, most_rows)
                yield name, ((y, x) if self.sideways else (x, y))

    def _name(self, c: int, r: int, most_columns: int, most_rows: int) -> str:
        down, across = self.numbering.v[1], self.numbering.h[1]
        if self.sideways:
            column, row = most_rows - c if down else c, most_columns - r if across else r
            back = across
        else:
            column, row = most_columns - c if across else c, most_rows - r if down else r
            back = down
        if self.numbering.stagger and c % 2:
            row += -1 if back else 1
        return self.numbering.name(column, row)


@frozen(kw_only=True)
class Zone:
    """A part of a board: its outline, and which grid gives its names (None: the board's own; empty: none)."""

    name: str
    outline: tuple[Point, ...]
    form: str
    grids: tuple[HexGrid, ...] | None

    @cached_property
    def box(self) -> tuple[Point, Point]:
        """The corners between which it lies."""
        across, down = zip(*self.outline, strict=True)
        return (min(across), min(down)), (max(across), max(down))

    def holds(self, point: Point, work: Work) -> bool:
        """Whether a point lies in it (even-odd rule)."""
        inside, (x, y), last = False, point, self.outline[-1]
        (left, top), (right, bottom) = self.box
        near = left <= x <= right and top <= y <= bottom
        work.spend(costs.STEPS, len(self.outline) if near else 1)
        if not near:
            return False
        for each in self.outline:
            if (each[1] > y) != (last[1] > y):
                cut = each[0] + (y - each[1]) * (last[0] - each[0]) / (last[1] - each[1])
                inside ^= x < cut
            last = each
        return inside


def places_of(board: Element, width: int, height: int, work: Work) -> Mapping[str, Point]:
    """The places of a board by name, in pixels from its corner; the first of a name counts."""
    found: dict[str, Point] = {}
    zoned = next((each for each in board if kind(each) == "ZonedGrid"), None)
    zones = [_zone(each) for each in zoned if kind(each) == "Zone"] if zoned is not None else []
    known = [zone for zone in zones if len(zone.outline) > 2]
    for grid in _hexes(board if zoned is None else zoned):
        for name, point in grid.places(width, height, work):
            zone = next((each for each in known if each.holds(point, work)), None)
            if zone is None:
                found.setdefault(name, point)
            elif zone.grids is None:
                found.setdefault(_formed(zone, name), point)
    for zone in known:
        for grid in zone.grids or ():
            for name, point in grid.places(width, height, work):
                if next((each for each in known if each.holds(point, work)), None) is zone:
                    found.setdefault(_formed(zone, name), point)
    for region in board.iter():
        if kind(region) == "Region":
            work.spend(costs.PLACES)
            found.setdefault(region.get("name", ""), (_number(region, "originx"), _number(region, "originy")))
    return found


def kind(element: Element) -> str:
    """The last part of the class that an element is named after."""
    return str(element.tag).rpartition(".")[2]


def _formed(zone: Zone, name: str) -> str:
    form = zone.form.replace("$gridLocation$", name).replace("$name$", zone.name)
    return name if _VARIABLE.search(form) or not form else form


def _hexes(parent: Element) -> list[HexGrid]:
    found = (_hex_grid(each) for each in parent if kind(each) == "HexGrid")
    return [each for each in found if each is not None]


def _hex_grid(found: Element) -> HexGrid | None:
    dy = _number(found, "dy", 64.0)
    dx = _number(found, "dx", dy * sqrt(3) / 2)
    numbers = next((each for each in found if kind(each) == "HexGridNumbering"), None)
    if numbers is None or dx < _LEAST or dy < _LEAST:
        return None
    return HexGrid(
        dx=dx,
        dy=dy,
        x0=_number(found, "x0"),
        y0=_number(found, "y0", 32.0),
        sideways=found.get("sideways") == "true",
        numbering=Numbering(
            first=numbers.get("first", "H")[:1],
            sep=numbers.get("sep", "")[:4],
            stagger=numbers.get("stagger", "true") == "true",
            h=_way(numbers, "h"),
            v=_way(numbers, "v"),
        ),
    )


def _way(numbers: Element, letter: str) -> tuple[int, bool, str, int]:
    leading = min(max(int(_number(numbers, f"{letter}Leading")), 0), 6)
    offset = int(_number(numbers, f"{letter}Off"))
    return offset, numbers.get(f"{letter}Descend") == "true", numbers.get(f"{letter}Type", "N")[:1], leading


def _zone(found: Element) -> Zone:
    parent = found.get("useParentGrid") == "true"
    return Zone(
        name=found.get("name", ""),
        outline=tuple(_outline(found.get("path", ""))),
        form=found.get("locationFormat", ""),
        grids=None if parent else tuple(_hexes(found)),
    )


def _outline(text: str) -> Sequence[Point]:
    found = re.findall(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})", text[:20_000])
    return [(float(x), float(y)) for x, y in found]


def _number(found: Element, name: str, otherwise: float = 0.0) -> float:
    """A number of an element, within reason."""
    try:
        value = float(found.get(name, ""))
    except ValueError:
        return otherwise
    return min(max(value, -1e5), 1e5) if isfinite(value) else otherwise
