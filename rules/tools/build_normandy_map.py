"""Build The Battle for Normandy's ``map.toml`` from its ``sources/ground.toml``.

    python -m rules.tools.build_normandy_map         # writes rules/pbem_rules/normandy/data/map.toml

Five sheets on one grid of flat-topped hexes. Nothing is drawn by chance: the same ground gives the same bytes.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from math import floor, sqrt
from pathlib import Path
from typing import Any

from attrs import field, frozen

from pbem_rules.kernel.hexes import Grid, side_name
from pbem_rules.normandy.sheets import LAYOUT, SHEETS, WINDOWS
from rules.tools.map_courses import _cheapest as cheapest
from rules.tools.map_courses import _trail as trail
from rules.tools.map_plane import Point, inside, to_line
from rules.tools.map_text import listed, table

Ground = Mapping[str, Any]
Vertex = tuple[int, int]
DATA = Path(__file__).resolve().parents[1] / "pbem_rules" / "normandy" / "data"
LETTERS = {"sea": ".", "open": "o", "farmland": "f", "bocage": "b", "woods": "w", "flooded": "m"}
PERIMETER = 4  # hexes from the middle of Cherbourg to its landward works
_STRAY = 5.0  # what a step costs more when it lies a hex away from its course
_FAR = 2.5  # hexes from its course where nothing is looked for
_SHARE = 0.6  # a road prefers the road that is there
_HEAD = "# Built from sources/ground.toml by rules/tools/build_normandy_map.py (MAP.md): correct the ground, build again.\n"


@frozen(kw_only=True, slots=False)
class Board:
    """The grid with the ground that is laid on it; positions are (x, y) on the grid's own plane."""

    ground: Ground = field(repr=False)
    grid: Grid = field(repr=False)

    def plane(self, spot: Iterable[float]) -> Point:
        """A position in degrees, on the plane of the grid: x eastwards, y southwards, a hex apart."""
        longitude, latitude = spot
        column, row = self.ground["grid"]["column"], self.ground["grid"]["row"]
        across = column["base"] + (longitude - column["longitude"]) / column["pitch"]
        return across * sqrt(3) / 2, row["base"] + (latitude - row["latitude"]) / row["pitch"] + 0.5

    @cached_property
    def by_cell(self) -> Mapping[tuple[int, int], str]:
        """Every hex by its column and row, counted as map B does and on past its edges."""
        return {cell_of(name): name for name in self.grid.hexes}

    def at(self, point: Point) -> str | None:
        """The hex whose middle is nearest to a point; None when that is off the map."""
        column = floor(point[0] / (sqrt(3) / 2))
        near = [
            (c, floor(point[1]) + r)
            for c in (column - 1, column, column + 1, column + 2)
            for r in (-2, -1, 0, 1, 2)
        ]
        found = min(near, key=lambda cell: (round(_apart(_centre(cell), point), 9), cell))
        return self.by_cell.get(found)

    @cached_property
    def land(self) -> frozenset[str]:
        """The hexes of land."""
        cells = (
            (int(column), row)
            for column, spans in self.ground["land"].items()
            for span in spans.split()
            for row in _span(span)
        )
        return frozenset(self.by_cell[cell] for cell in cells)

    @cached_property
    def vertices(self) -> Mapping[Vertex, tuple[tuple[Vertex, str], ...]]:
        """The corners of the hexes: from each, the corners that a hexside leads to."""
        found: dict[Vertex, dict[Vertex, str]] = {}
        for name in self.grid.hexes:
            corners = [_rounded(point) for point in self.grid.corners(name)]
            for i, other in enumerate(self.grid.neighbours[name]):
                if other is not None:
                    one, two, side = corners[i], corners[(i + 1) % 6], side_name(name, other)
                    found.setdefault(one, {})[two] = side
                    found.setdefault(two, {})[one] = side
        return {vertex: tuple(sorted(ways.items())) for vertex, ways in found.items()}


def cell_of(name: str) -> tuple[int, int]:
    """Column and row of a printed number."""
    sheet = next(each for each in SHEETS if each.prefix == name[0])
    return int(name[1:3]) + sheet.lines, int(name[3:5]) + sheet.places


def _span(text: str) -> range:
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def _centre(cell: tuple[int, int]) -> Point:
    return cell[0] * sqrt(3) / 2, cell[1] + (0.5 if cell[0] % 2 else 0.0)


def _apart(one: Point, other: Point) -> float:
    return ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5


def _rounded(point: Point) -> Vertex:
    return round(point[0] * 1000), round(point[1] * 1000)


def the_grid() -> Grid:
    """Every hex of the five sheets."""
    hexes = [
        name
        for sheet in SHEETS
        for name in sheet.rectangle(LAYOUT, lines=WINDOWS[sheet.prefix][0], places=WINDOWS[sheet.prefix][1])
    ]
    return Grid(layout=LAYOUT, sheets=SHEETS, hexes=frozenset(hexes))


def terrain(board: Board) -> dict[str, str]:
    """What lies in each hex: later polygons overrule earlier ones, woods and marsh all of them."""
    layers = [(area["terrain"], board_course(board, area)) for area in board.ground["areas"]]
    layers += [
        (kind, board_course(board, area))
        for kind, key in (("woods", "woods"), ("flooded", "marsh"))
        for area in board.ground[key]
    ]
    found = {}
    for name in board.grid.hexes:
        middle = board.grid.centre(name)
        kinds = [kind for kind, course in layers if inside(middle, course)]
        found[name] = "sea" if name not in board.land else kinds[-1] if kinds else "bocage"
    return found


def board_course(board: Board, feature: Ground) -> list[Point]:
    """The course of a feature on the plane."""
    return [board.plane(spot) for spot in feature["course"]]


def _clipped(board: Board, points: list[Point]) -> list[Point]:
    """A course up to the edges of the map, with a point at least every half hex."""
    close = [points[0]]
    for (x1, y1), (x2, y2) in pairwise(points):
        steps = max(1, round(2 * _apart((x1, y1), (x2, y2))))
        close += [(x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps) for n in range(1, steps + 1)]
    return [point for point in close if board.at(point) is not None]


def lay_rivers(board: Board) -> dict[str, tuple[str, ...]]:
    """The hexsides of every river and stream, from its source; a side belongs to the first that runs along it."""
    laid: dict[str, tuple[str, ...]] = {}
    taken: set[Vertex] = set()
    for river in board.ground["rivers"]:
        points = _clipped(board, board_course(board, river))
        if len(points) < 2:
            continue
        cost, back = cheapest(_nearest(board, points[0]), _along(board, points))
        goal = _mouth(board, cost, taken, points[-1])
        path = trail(goal, back)
        taken |= set(path)
        sides = (dict(board.vertices[one])[two] for one, two in pairwise(path))
        used = {side for every in laid.values() for side in every}
        laid[river["name"]] = tuple(
            side for side in sides if side not in used and set(side.split("/")) <= board.land
        )
    return laid


def _mouth(board: Board, cost: Mapping[Vertex, float], taken: set[Vertex], end: Point) -> Vertex:
    """Where a course ends: in a river that passes within two hexsides of its last point, else next to that point."""

    def away(vertex: Vertex) -> float:
        return _apart(_plain(vertex), end)

    near = [vertex for vertex in cost if away(vertex) < _FAR]
    if taken & _around(board, _nearest(board, end)):
        return min(near, key=lambda v: (v not in taken, round(cost[v] + 4 * away(v), 6), v))
    return min(near, key=lambda v: (round(away(v), 6), cost[v], v))


def _around(board: Board, vertex: Vertex) -> set[Vertex]:
    near = {vertex, *(other for other, _ in board.vertices[vertex])}
    return near | {other for each in near for other, _ in board.vertices[each]}


def _plain(vertex: Vertex) -> Point:
    return vertex[0] / 1000, vertex[1] / 1000


def _nearest(board: Board, point: Point) -> Vertex:
    where = board.at(point)
    assert where is not None
    return min(
        (_rounded(corner) for corner in board.grid.corners(where) if _rounded(corner) in board.vertices),
        key=lambda v: (round(_apart(_plain(v), point), 6), v),
    )


def _along(board: Board, points: list[Point]) -> Callable[[Vertex], Iterator[tuple[Vertex, float]]]:
    def steps(vertex: Vertex) -> Iterator[tuple[Vertex, float]]:
        for other, _ in board.vertices[vertex]:
            (x1, y1), (x2, y2) = _plain(vertex), _plain(other)
            stray = to_line(((x1 + x2) / 2, (y1 + y2) / 2), points)[0]
            if stray <= _FAR:
                yield other, 1.0 + _STRAY * stray * stray

    return steps


def lay_roads(board: Board) -> tuple[list[tuple[str, str, tuple[str, ...]]], dict[str, str]]:
    """Every road as its hexes (name, class, hexes), and the class of each step between two hexes."""
    laid, links = [], dict[str, str]()
    for road in board.ground["roads"]:
        points = _clipped(board, board_course(board, road))
        ends = [name for name in (board.at(point) for point in points) if name in board.land]
        if len(ends) < 2 or ends[0] == ends[-1]:
            continue
        cost, back = cheapest(ends[0], _over(board, points, links), ends[-1])
        if ends[-1] not in cost:
            continue
        path = tuple(trail(ends[-1], back))
        laid.append((road["name"], road["class"], path))
        for one, two in pairwise(path):
            links.setdefault(side_name(one, two), road["class"])
    return laid, links


def _over(
    board: Board, points: list[Point], links: Mapping[str, str]
) -> Callable[[str], Iterator[tuple[str, float]]]:
    def steps(here: str) -> Iterator[tuple[str, float]]:
        for there in board.grid.adjacent[here]:
            stray = to_line(board.grid.centre(there), points)[0]
            if there in board.land and stray <= _FAR:
                price = 1.0 + _STRAY * stray * stray
                yield there, price * (_SHARE if side_name(here, there) in links else 1.0)

    return steps


def places(board: Board) -> dict[str, tuple[str, str]]:
    """Name and size of what each hex holds, the largest first; a place in the sea goes to the land beside it."""
    order = ("city", "town", "village")
    found: dict[str, tuple[str, str]] = {}
    rows = sorted(
        (order.index(size), name, (lon, lat)) for name, (lon, lat, size, _) in board.ground["places"].items()
    )
    for rank, name, spot in rows:
        where = on_land(board, board.plane(spot))
        if where is not None:
            found.setdefault(where, (name, order[rank]))
    for name, spots in board.ground["cities"].items():
        for spot in spots:
            where = on_land(board, board.plane(spot))
            if where is not None and found.get(where, ("", ""))[1] != "city":
                found[where] = (name, "city")
    return found


def on_land(board: Board, point: Point) -> str | None:
    """The hex of a point, or the nearest of land beside it."""
    where = board.at(point)
    if where is None or where in board.land:
        return where
    near = [other for other in board.grid.adjacent[where] if other in board.land]
    return min(near, key=lambda n: (round(_apart(board.grid.centre(n), point), 9), n)) if near else None


def bluffs(board: Board, beaches: Iterable[str]) -> list[str]:
    """Hexsides that are steep: from the sea to a hex under a cliff, and behind the beaches of Omaha, but for its draws."""
    omaha, draws, found = frozenset(beaches), frozenset(works(board)), set[str]()
    for cliff in board.ground["cliffs"]:
        line = board_course(board, cliff)
        for name in sorted(board.land):
            if to_line(board.grid.centre(name), line)[0] > 0.75:
                continue
            for other in board.grid.adjacent[name]:
                behind = cliff["name"] == "Omaha bluffs"
                if (
                    (name in omaha and other in board.land - omaha - draws)
                    if behind
                    else (other not in board.land and name not in omaha)
                ):
                    found.add(side_name(name, other))
    return sorted(found)


def perimeter(board: Board) -> tuple[list[str], list[str]]:
    """The hexes of the fortress of Cherbourg and the hexsides of its landward works."""
    middle = on_land(board, board.plane(board.ground["places"]["Cherbourg"][:2]))
    assert middle is not None
    within = {name for name in board.grid.within(middle, PERIMETER) if name in board.land}
    sides = {
        side_name(name, other)
        for name in within
        for other in board.grid.adjacent[name]
        if other in board.land and other not in within
    }
    return sorted(within), sorted(sides)


def render(board: Board) -> str:
    """The whole file."""
    ground, kinds, towns = board.ground, terrain(board), places(board)
    rivers, (roads, links) = lay_rivers(board), lay_roads(board)
    classes = {river["name"]: river["class"] for river in ground["rivers"]}
    major = {side for name, sides in rivers.items() if classes[name] == "major" for side in sides}
    minor = {side for sides in rivers.values() for side in sides} - major
    inner, sides = perimeter(board)
    omaha = ground["beaches"]["Omaha"]["hexes"]
    parts = [
        _HEAD,
        table("map", [(k, ground["map"][k]) for k in ("title", "provenance", "source", "attribution")]),
    ]
    for sheet in SHEETS:
        columns, rows = WINDOWS[sheet.prefix]
        lines = ["".join(LETTERS[kinds[f"{sheet.prefix}{c:02}{r:02}"]] for c in columns) for r in rows]
        parts.append(f"[sheets.{sheet.prefix}]\n{listed('rows', lines)}\n")
    for size in ("city", "town", "village"):
        parts.append(
            table(size, sorted((where, name) for where, (name, each) in towns.items() if each == size))
        )
    parts.append(table("hills", sorted(hills(board).items())))
    parts.append(table("works", sorted(works(board).items())))
    parts += [
        _sides("stream", sorted(minor)),
        _sides("river", sorted(major)),
        _sides("bluff", bluffs(board, omaha)),
    ]
    parts += [_sides("bridges", sorted(side for side in links if side in major | minor))]
    parts += [f"[cherbourg]\n{listed('hexes', inner)}\n{listed('sides', sides)}\n"]
    for kind in ("main", "road"):
        parts.append(
            f"[roads.{kind}]\n{listed('courses', sorted({' '.join(path) for _, each, path in roads if each == kind}))}\n"
        )
    parts += [table(f"beaches.{name}", beach.items()) for name, beach in ground["beaches"].items()]
    parts += [table("edges", edges(board, links).items())]
    parts += [table("special", ground["special"].items())]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def edges(board: Board, links: Mapping[str, str]) -> dict[str, list[str]]:
    """Where main roads leave the map to the east and to the south."""
    ends = {name for side, kind in links.items() if kind == "main" for name in side.split("/")}
    cells = {name: cell_of(name) for name in sorted(ends)}
    east = [name for name, (column, _) in cells.items() if column == 92]
    return {
        "east": east,
        "south": [name for name, (_, row) in cells.items() if row == 72 and name not in east],
    }


def hills(board: Board) -> dict[str, str]:
    """The hexes of the hills by name."""
    found: dict[str, str] = {}
    for name, spots in board.ground["hills"].items():
        for spot in spots:
            where = on_land(board, board.plane(spot))
            if where is not None:
                found.setdefault(where, name)
    return found


def works(board: Board) -> dict[str, dict[str, str]]:
    """Strongpoints and fixed batteries by hex; where two share a hex, the first of the ground."""
    found: dict[str, dict[str, str]] = {}
    for name, (lon, lat, kind, what) in board.ground["works"].items():
        where = on_land(board, board.plane((lon, lat)))
        if where is not None:
            found.setdefault(where, {"name": name, "kind": kind, "what": what})
    return found


def _sides(title: str, sides: Iterable[str]) -> str:
    return f"[{title}]\n{listed('sides', sides)}\n"


def load() -> Board:
    """The ground as it is written, on the grid."""
    text = (DATA.parent / "sources" / "ground.toml").read_text(encoding="utf-8")
    return Board(ground=tomllib.loads(text), grid=the_grid())


def main() -> int:
    """Build the map and write it."""
    (DATA / "map.toml").write_text(render(load()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
