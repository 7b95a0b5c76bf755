"""Geometry of a printed hex grid, as June 6 has it: names, neighbours, hexsides, vertices, and coordinates on the earth.

A hex is ``(row, column)`` with the columns of sheet E (sheet W prints 17 more). Positions are in hex widths on a plane:
x eastwards, y northwards, neighbours one apart. Rows number northwards; odd rows stand half a hex to the east (facts of
the rulebook's own examples: 8.47, 12.53, 18.13 and the two worked combats).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

from attrs import frozen

Hex = tuple[int, int]
Side = tuple[Hex, Hex]
Vertex = tuple[Hex, Hex, Hex]
Point = tuple[float, float]

_ROW_HEIGHT = sqrt(3) / 2


def neighbours(cell: Hex) -> tuple[Hex, ...]:
    """The six hexes around ``cell``, from the east counter-clockwise; they may lie off the map."""
    row, col = cell
    right = col + row % 2
    return (
        (row, col + 1),
        (row + 1, right),
        (row + 1, right - 1),
        (row, col - 1),
        (row - 1, right - 1),
        (row - 1, right),
    )


def side(one: Hex, other: Hex) -> Side:
    """The hexside between two neighbours, in a fixed order."""
    return (one, other) if one < other else (other, one)


def corners(edge: Side) -> tuple[Vertex, Vertex]:
    """The two ends of a hexside, each the three hexes that meet there."""
    one, other = edge
    both = sorted(set(neighbours(one)) & set(neighbours(other)))
    first, second = (tuple(sorted((one, other, third))) for third in both)
    return (first[0], first[1], first[2]), (second[0], second[1], second[2])


def sides_at(vertex: Vertex) -> tuple[Side, Side, Side]:
    """The three hexsides that meet at a vertex."""
    a, b, c = vertex
    return side(a, b), side(a, c), side(b, c)


def centre(cell: Hex) -> Point:
    """The middle of a hex on the plane."""
    row, col = cell
    return col + (0.5 if row % 2 else 0.0), row * _ROW_HEIGHT


def mean(points: Sequence[Point]) -> Point:
    """The middle of several points."""
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def place_of(vertex: Vertex) -> Point:
    """Where a vertex lies on the plane."""
    return mean([centre(cell) for cell in vertex])


def distance(one: Point, other: Point) -> float:
    """Distance on the plane, in hexes."""
    return hypot(one[0] - other[0], one[1] - other[1])


def hexes_apart(one: Hex, other: Hex) -> int:
    """Number of hexes to move from one to the other over open ground."""
    rows = abs(one[0] - other[0])
    return max(rows, round(abs(centre(one)[0] - centre(other)[0]) + rows / 2))


def to_segment(point: Point, start: Point, end: Point) -> tuple[float, float]:
    """Distance from a point to a segment, and how far along it (0 to 1) the nearest spot is."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length
    along = min(1.0, max(0.0, along))
    return distance(point, (start[0] + along * dx, start[1] + along * dy)), along


def to_line(point: Point, line: Sequence[Point]) -> tuple[float, float]:
    """Distance from a point to a polyline, and how far along it (in segments) the nearest spot is."""
    found = (distance(point, line[0]), 0.0)
    for index in range(len(line) - 1):
        away, along = to_segment(point, line[index], line[index + 1])
        if away < found[0]:
            found = (away, index + along)
    return found


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies within a polygon (even-odd)."""
    x, y = point
    within = False
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            within = not within
    return within


@frozen(kw_only=True)
class Frame:
    """The georeference: degrees to the plane, and the printed hex numbers."""

    row_base: float
    latitude: float
    row_pitch: float
    column_base: float
    longitude: float
    column_pitch: float
    first_e: int
    w_offset: int
    rows: tuple[int, int]
    columns: tuple[int, int]

    def plane(self, longitude: float, latitude: float) -> Point:
        """A position in degrees, on the plane."""
        x = self.column_base + (longitude - self.longitude) / self.column_pitch
        return x, (self.row_base + (latitude - self.latitude) / self.row_pitch) * _ROW_HEIGHT

    def degrees(self, point: Point) -> tuple[float, float]:
        """A point of the plane as longitude and latitude."""
        longitude = self.longitude + (point[0] - self.column_base) * self.column_pitch
        return longitude, self.latitude + (point[1] / _ROW_HEIGHT - self.row_base) * self.row_pitch

    def at(self, point: Point) -> Hex:
        """The hex whose middle is nearest to a point; the lower number on a tie."""
        row = int(point[1] / _ROW_HEIGHT)
        near = [(r, int(point[0]) + c) for r in (row - 1, row, row + 1, row + 2) for c in (-2, -1, 0, 1, 2)]
        return min(near, key=lambda cell: (round(distance(centre(cell), point), 9), cell))

    def on_map(self, cell: Hex) -> bool:
        """Whether a hex lies within the two sheets."""
        return self.rows[0] <= cell[0] <= self.rows[1] and self.columns[0] <= cell[1] <= self.columns[1]

    def name(self, cell: Hex) -> str:
        """The printed number, such as ``E2640``."""
        row, col = cell
        return f"E{row:02}{col:02}" if col >= self.first_e else f"W{row:02}{col + self.w_offset:02}"

    def hex(self, name: str) -> Hex:
        """The hex of a printed number; W31 and E14 are one column."""
        col = int(name[3:])
        return int(name[1:3]), col if name[0] == "E" else col - self.w_offset

    def side_name(self, edge: Side) -> str:
        """The hexside's name: both numbers, sorted, with a stroke between."""
        return "/".join(sorted(self.name(cell) for cell in edge))

    def side(self, name: str) -> Side:
        """The hexside of a name."""
        one, other = name.split("/")
        return side(self.hex(one), self.hex(other))

    def link_name(self, edge: Side) -> str:
        """A road link's name: both numbers, sorted, with a hyphen between."""
        return "-".join(sorted(self.name(cell) for cell in edge))
