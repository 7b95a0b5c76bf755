"""Draw June 6's ``map.toml`` as SVG, to look at while correcting the ground.

python -m rules.tools.draw_june6_map OUT.svg [ROW_MIN ROW_MAX COLUMN_MIN COLUMN_MAX]     # columns of sheet E
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from rules.tools.build_june6_map import DATA, frame_of
from rules.tools.map_plane import Frame, Hex, Point, centre, corners, neighbours, place_of, side

_SCALE = 46.0
_FILL = {
    "clear": "#f2edc9",
    "bocage": "#cfe0a8",
    "woods": "#7fae6a",
    "marsh": "#b9d8d3",
    "town": "#e3bfa0",
    "city": "#c98d78",
}
_LINES = (
    ("streams", "#7fb0d8", 2.0),
    ("major_river", "#2f6fb5", 7.0),
    ("marsh", "#3d9a8c", 5.0),
    ("woods", "#2f7a35", 5.0),
    ("bluff", "#8a5a2b", 5.0),
    ("cliff", "#4a2a10", 6.0),
    ("shore", "#4a2a10", 4.0),
)


class Sheet:
    """A window on the map, in pixels."""

    def __init__(self, frame: Frame, window: tuple[int, int, int, int]) -> None:
        self.frame = frame
        self.rows, self.columns = window[:2], window[2:]
        self.width = (self.columns[1] - self.columns[0] + 2) * _SCALE
        self.height = (self.rows[1] - self.rows[0] + 2) * _SCALE * 0.866

    def shows(self, cell: Hex) -> bool:
        """Whether a hex lies in the window."""
        return self.rows[0] <= cell[0] <= self.rows[1] and self.columns[0] <= cell[1] <= self.columns[1]

    def spot(self, point: Point) -> str:
        """A point of the plane, as pixels."""
        x = (point[0] - self.columns[0] + 0.7) * _SCALE
        y = self.height - (point[1] - (self.rows[0] - 1) * 0.866) * _SCALE
        return f"{x:.1f},{y:.1f}"

    def line(self, ends: list[Point], colour: str, width: float, more: str = "") -> str:
        """A straight line between two points of the plane."""
        (x1, y1), (x2, y2) = (self.spot(end).split(",") for end in ends)
        where = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
        return f'<line {where} stroke="{colour}" stroke-width="{width}" stroke-linecap="round" {more}/>'

    def text(self, point: Point, words: str, size: float, more: str = "") -> str:
        """Words centred on a point of the plane."""
        x, y = self.spot(point).split(",")
        return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" {more}>{escape(words)}</text>'


def _ground(sheet: Sheet, data: Mapping[str, Any]) -> Iterator[str]:
    frame = sheet.frame
    fills = {frame.hex(name): _FILL[kind] for name, kind in data["terrain"].items()}
    fills |= {frame.hex(name): "#d9e8f3" for name in data["sea"]["hexes"]}
    for cell, fill in fills.items():
        if sheet.shows(cell):
            around = neighbours(cell)
            spots = []
            for index, other in enumerate(around):
                ends = set(corners(side(cell, other))) & set(corners(side(cell, around[index - 1])))
                spots.append(sheet.spot(place_of(ends.pop())))
            yield f'<polygon points="{" ".join(spots)}" fill="{fill}" stroke="#9aa58a" stroke-width="0.6"/>'
            x, y = centre(cell)
            yield sheet.text((x, y + 0.34), frame.name(cell), 7, 'fill="#8a8a78"')


def _sides(sheet: Sheet, data: Mapping[str, Any]) -> Iterator[str]:
    for kind, colour, width in _LINES:
        for name in (*data["sides"].get(kind, ()), *data.get(kind, ())):
            edge = sheet.frame.side(name)
            if sheet.shows(edge[0]) or sheet.shows(edge[1]):
                yield sheet.line([place_of(v) for v in corners(edge)], colour, width)


def _roads(sheet: Sheet, data: Mapping[str, Any]) -> Iterator[str]:
    for rank, colour, width in (("secondary", "#8d6f4d", 2.0), ("primary", "#b3271e", 3.6)):
        for name in data["roads"][rank]:
            one, other = (sheet.frame.hex(part) for part in name.split("-"))
            if sheet.shows(one) or sheet.shows(other):
                yield sheet.line([centre(one), centre(other)], colour, width)
    for name, label in data["bridges"].items():
        edge = sheet.frame.side(name)
        if sheet.shows(edge[0]):
            (x1, y1), (x2, y2) = centre(edge[0]), centre(edge[1])
            ends = [(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t) for t in (0.4, 0.6)]
            yield sheet.line(ends, "#111111", 6) + sheet.line(ends, "#ffffff", 3)
            yield sheet.text(((x1 + x2) / 2, (y1 + y2) / 2 - 0.12), label, 6.5, 'fill="#1a3a6a"')


def _labels(sheet: Sheet, data: Mapping[str, Any]) -> Iterator[str]:
    frame = sheet.frame
    for name, (label, size) in data["names"].items():
        cell = frame.hex(name)
        if sheet.shows(cell):
            x, y = centre(cell)
            weight = 'font-weight="bold"' if size != "village" else 'fill="#333333"'
            yield sheet.text((x, y - 0.28), label, {"city": 13.0, "town": 10.0}.get(size, 7.5), weight)
    marks = {h: n[0] for n, hexes in data["beaches"].items() for h in hexes}
    marks |= {h: n for n, hexes in data["entry"].items() for h in hexes}
    for name, mark in marks.items():
        if sheet.shows(frame.hex(name)):
            yield sheet.text(centre(frame.hex(name)), mark, 22, 'font-weight="bold" fill="#7a1fa0"')
    for name in data["strongpoints"]["hexes"]:
        if sheet.shows(frame.hex(name)):
            yield sheet.text(centre(frame.hex(name)), "✱", 16, 'fill="#000000"')
    for name in data["supply"]["german"]:
        if sheet.shows(frame.hex(name)):
            x, y = centre(frame.hex(name))
            yield sheet.text((x + 0.25, y), "S", 16, 'font-weight="bold" fill="#006600"')


def draw(data: Mapping[str, Any], window: tuple[int, int, int, int]) -> str:
    """The window of the map as one SVG document."""
    sheet = Sheet(frame_of(data), window)
    body = [*_ground(sheet, data), *_sides(sheet, data), *_roads(sheet, data), *_labels(sheet, data)]
    size = f'width="{sheet.width:.0f}" height="{sheet.height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="DejaVu Sans, sans-serif">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="#ffffff"/>', *body, "</svg>\n"])


def main(arguments: list[str]) -> int:
    """Draw the map that is built."""
    data = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
    numbers = [int(word) for word in arguments[1:5]] or [1, 51, -16, 53]
    window = (numbers[0], numbers[1], numbers[2], numbers[3])
    Path(arguments[0]).write_text(draw(data, window), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
