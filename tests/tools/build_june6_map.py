"""Build June 6's ``map.toml`` from the reviewable ``ground.toml``.

    python -m tests.tools.build_june6_map          # writes rules/pbem_rules/june6/data/map.toml

Nothing here is drawn by chance: the same ground gives the same bytes. Rivers are laid along hexsides and roads from hex
to hex by cheapest paths, so that a course stays within about half a hex of the ground it follows.
"""

from __future__ import annotations

import heapq
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from attrs import Factory, evolve, frozen

from tests.tools.june6_grid import (
    Frame,
    Hex,
    Point,
    Side,
    Vertex,
    centre,
    corners,
    distance,
    inside,
    mean,
    neighbours,
    place_of,
    side,
    sides_at,
    to_line,
    to_segment,
)
from tests.tools.june6_text import render

DATA = Path(__file__).parents[2] / "rules" / "pbem_rules" / "june6" / "data"
Ground = Mapping[str, Any]

T = TypeVar("T", Hex, Vertex)

_SIZES = {"city": 3, "town": 2, "village": 1}
_STRAY = 5.0  # what a hexside costs more when it lies a hex away from the river's course
_END = 4.0  # what stopping a hex short of the mouth costs
_SHARE = 0.55  # a road prefers the road that is there


@frozen(kw_only=True)
class Board:
    """Everything the map file says, by hex ``(row, column)`` and hexside."""

    frame: Frame
    ground: Ground
    land: frozenset[Hex]
    at: Mapping[str, Hex]
    terrain: Mapping[Hex, str]
    names: Mapping[Hex, tuple[str, str]]
    courses: Mapping[str, tuple[Side, ...]] = Factory(dict)
    majors: Mapping[Side, str] = Factory(dict)
    streams: Mapping[Side, str] = Factory(dict)
    bridges: Mapping[Side, str] = Factory(dict)
    roads: Mapping[Side, str] = Factory(dict)
    exits: Mapping[str, Hex] = Factory(dict)

    def sides(self, table: str) -> dict[Side, str]:
        """The hexsides a table of the ground lists, with the name of the feature."""
        found = self.ground.get(table, {})
        return {self.frame.side(s): name for name, entry in found.items() for s in entry["sides"]}

    def hexes(self, table: str) -> dict[Hex, str]:
        """The hexes a table of the ground lists, with the name of the feature."""
        found = self.ground.get(table, {})
        return {self.frame.hex(h): name for name, entry in found.items() for h in entry["hexes"]}

    @property
    def sea(self) -> list[Hex]:
        """Hexes of the sheets that are sea and touch land, or touch such a hex (for drawing)."""
        shore = {n for cell in self.land for n in neighbours(cell) if self.is_sea(n)}
        return sorted(shore | {n for cell in shore for n in neighbours(cell) if self.is_sea(n)})

    @property
    def coast(self) -> list[Hex]:
        """Land hexes with a sea hex beside them."""
        return sorted(cell for cell in self.land if any(self.is_sea(n) for n in neighbours(cell)))

    def is_sea(self, cell: Hex) -> bool:
        """Whether a hex lies on the sheets and is not land."""
        return cell not in self.land and self.frame.on_map(cell)


def frame_of(ground: Ground) -> Frame:
    """The georeference of the ground."""
    grid = ground["grid"]
    row, column = grid["row"], grid["column"]
    return Frame(
        row_base=row["base"],
        latitude=row["latitude"],
        row_pitch=row["pitch"],
        column_base=column["base"],
        longitude=column["longitude"],
        column_pitch=column["pitch"],
        first_e=grid["sheet_e_first"],
        w_offset=grid["sheet_w_offset"],
        rows=tuple(grid["rows"]),
        columns=tuple(grid["columns"]),
    )


def build(ground: Ground) -> Board:
    """Lay the whole map."""
    frame = frame_of(ground)
    land = frozenset(_land(ground, frame))
    at = _places(ground, frame, land)
    board = Board(frame=frame, ground=ground, land=land, at=at, terrain={}, names={})
    board = _with(board, terrain=_terrain(board), names=_names(board))
    board = _lay_rivers(board)
    board = _with(board, bridges=_bridges(board))
    return _with(board, roads=_roads(board))


def _with(board: Board, **changes: object) -> Board:
    return evolve(board, **changes)


def _land(ground: Ground, frame: Frame) -> Iterable[Hex]:
    for key, spans in ground["land"].items():
        for span in spans.split():
            first, _, last = span.partition("-")
            for col in range(int(first), int(last or first) + 1):
                yield frame.hex(f"{key}{col:02}")


def _places(ground: Ground, frame: Frame, land: frozenset[Hex]) -> dict[str, Hex]:
    found = {}
    for name, (longitude, latitude, *_) in ground["places"].items():
        moved = ground["moved"].get(name)
        point = frame.plane(longitude, latitude)
        cell = frame.hex(moved["hex"]) if moved else frame.at(point)
        if cell not in land:
            near = [n for n in neighbours(cell) if n in land]
            if not near:
                continue
            cell = min(near, key=lambda n: (round(distance(centre(n), point), 9), n))
        found[name] = cell
    return found


def _names(board: Board) -> dict[Hex, tuple[str, str]]:
    through = {name for road in board.ground["roads"] for name in road["through"]}
    ranked: dict[Hex, tuple[tuple[int, bool, int, str], str, str]] = {}
    for name, cell in board.at.items():
        _, _, size, people, _ = board.ground["places"][name]
        rank = (_SIZES[size], name in through, people, name)
        if cell not in ranked or rank > ranked[cell][0]:
            ranked[cell] = (rank, name, size)
    return {cell: (name, size) for cell, (_, name, size) in sorted(ranked.items())}


def _terrain(board: Board) -> dict[Hex, str]:
    country = board.ground["country"]
    found = dict.fromkeys(sorted(board.land), str(country["default"]))
    for area in country["areas"]:
        outline = [board.frame.plane(*spot) for spot in area["course"]]
        found |= {cell: area["terrain"] for cell in board.land if inside(centre(cell), outline)}
    found |= dict.fromkeys(board.hexes("woods"), "woods")
    found |= dict.fromkeys(board.hexes("marsh"), "marsh")
    for name, cell in board.at.items():
        if board.ground["places"][name][2] == "town":
            found[cell] = "town"
    found |= dict.fromkeys(board.hexes("cities"), "city")
    for cell, name in board.hexes("terrain").items():
        found[cell] = board.ground["terrain"][name]["terrain"]
    return dict(sorted(found.items()))


# --- rivers ---------------------------------------------------------------------------------------------------------


def _cheapest(
    starts: Mapping[T, float], steps: Callable[[T], Iterable[tuple[T, float]]]
) -> tuple[dict[T, float], dict[T, T]]:
    cost, back = dict(starts), {}
    queue = sorted((price, node) for node, price in starts.items())
    heapq.heapify(queue)
    while queue:
        price, node = heapq.heappop(queue)
        if price > cost[node]:
            continue
        for other, step in steps(node):
            total = price + step
            if total < cost.get(other, inf) - 1e-9:
                cost[other], back[other] = total, node
                heapq.heappush(queue, (total, other))
    return cost, back


def _trail(end: T, back: Mapping[T, T]) -> list[T]:
    path = [end]
    while path[-1] in back:
        path.append(back[path[-1]])
    return path[::-1]


def _lay_rivers(board: Board) -> Board:
    for river in board.ground["rivers"]:
        course = _course(board, river)
        split = 0
        if "major_from" in river:
            line = _on_map(board, river)
            start = to_line(board.frame.plane(*river["major_from"]), line)[1]
            split = next(i for i, edge in enumerate(course) if to_line(_middle(edge), line)[1] >= start)
        major, stream = (course[split:], course[:split]) if river["class"] == "major" else ((), course)
        name = river["name"]
        board = _with(
            board,
            courses={**board.courses, name: course},
            majors={**dict.fromkeys(major, name), **board.majors},
            streams={**dict.fromkeys(stream, name), **board.streams},
        )
    streams = {edge: name for edge, name in board.streams.items() if edge not in board.majors}
    return _with(board, streams=streams)


def _on_map(board: Board, river: Ground) -> list[Point]:
    line = [board.frame.plane(*spot) for spot in river["course"]]
    off = [i for i, point in enumerate(line) if not board.frame.on_map(board.frame.at(point))]
    upstream = [i for i in off if i < len(line) // 2]
    return line[upstream[-1] :] if upstream else line


def _course(board: Board, river: Ground) -> tuple[Side, ...]:
    line = _on_map(board, river)
    pins = {board.frame.side(s) for s in river.get("pins", ())}
    shut = {board.frame.side(s) for s in river.get("not", ())}

    def steps(vertex: Vertex) -> Iterable[tuple[Vertex, float]]:
        for edge in sides_at(vertex):
            if edge in shut or not (edge[0] in board.land and edge[1] in board.land):
                continue
            stray = 0.0 if edge in pins else to_line(_middle(edge), line)[0]
            one, other = corners(edge)
            yield (other if one == vertex else one), (0.05 if edge in pins else 1.0) + _STRAY * stray * stray

    corner_set = {v for cell in board.land for n in neighbours(cell) for v in corners(side(cell, n))}
    starts = [
        v for v in sorted(corner_set) if any(e[0] in board.land and e[1] in board.land for e in sides_at(v))
    ]
    if "from" in river:
        parent = {v for edge in board.courses[river["from"]] for v in corners(edge)}
        starts = [v for v in starts if v in parent]
    elif not board.frame.on_map(board.frame.at(line[0])):
        starts = [v for v in starts if any(not board.frame.on_map(cell) for cell in v)]
    first = min(starts, key=lambda v: (round(distance(place_of(v), line[0]), 6), v))
    cost, back = _cheapest({first: 0.0}, steps)
    if river["into"] == "sea":
        ends = [v for v in cost if any(board.is_sea(cell) for cell in v)]
    else:
        parent = {v for edge in board.courses[river["into"]] for v in corners(edge)}
        ends = [v for v in cost if v in parent]
    end = min(ends, key=lambda v: (round(cost[v] + _END * distance(place_of(v), line[-1]), 6), v))
    path = _trail(end, back)
    return tuple(_between(one, other) for one, other in pairwise(path))


def _between(one: Vertex, other: Vertex) -> Side:
    both = sorted(set(one) & set(other))
    return side(both[0], both[1])


def _middle(edge: Side) -> Point:
    return mean([centre(edge[0]), centre(edge[1])])


# --- bridges and roads ----------------------------------------------------------------------------------------------


def _bridges(board: Board) -> dict[Side, str]:
    found: dict[Side, str] = {}
    for bridge in board.ground["bridges"]:
        if "side" in bridge:
            edge = board.frame.side(bridge["side"])
        else:
            point = board.frame.plane(*bridge["near"])
            own = [s for s, river in board.majors.items() if river == bridge["river"]]
            edge = min(own, key=lambda s: (round(distance(_middle(s), point), 6), s))
        if edge in found:
            raise ValueError(f"{bridge['name']} and {found[edge]} share {board.frame.side_name(edge)}")
        found[edge] = bridge["name"]
    return dict(sorted(found.items()))


def _roads(board: Board) -> dict[Side, str]:
    laid: dict[Side, str] = {}
    for road in board.ground["roads"]:
        stops = [board.at[name] if name in board.at else board.frame.hex(name) for name in road["through"]]
        for start, end in pairwise(stops):
            if start == end:
                continue
            for link in _way(board, start, end, laid):
                laid.setdefault(link, road["rank"])
    return dict(sorted(laid.items()))


def _way(board: Board, start: Hex, end: Hex, laid: Mapping[Side, str]) -> list[Side]:
    ends = centre(start), centre(end)
    shut = {*board.majors, *board.sides("bluffs"), *board.sides("cliffs")} - set(board.bridges)
    slow = board.sides("marsh_sides")

    def steps(cell: Hex) -> Iterable[tuple[Hex, float]]:
        for other in neighbours(cell):
            edge = side(cell, other)
            if other not in board.land or edge in shut:
                continue
            price = 1.0 + 0.4 * to_segment(centre(other), *ends)[0] ** 2
            if edge in laid:
                price *= _SHARE
            elif board.terrain[other] in {"marsh", "woods"} and other != end:
                price += 1.2
            yield other, price + (0.8 if edge in slow and edge not in laid else 0.0)

    cost, back = _cheapest({start: 0.0}, steps)
    if end not in cost:
        raise ValueError(f"no way from {board.frame.name(start)} to {board.frame.name(end)}")
    path = _trail(end, back)
    return [side(one, other) for one, other in pairwise(path)]


def read_ground(path: Path = DATA / "ground.toml") -> Ground:
    """The ground as it is written."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def main() -> int:
    """Build the map and write it; print what the lint finds."""
    from tests.tools.lint_june6_map import lint  # noqa: PLC0415

    board = build(read_ground())
    faults = lint(board)
    for fault in faults:
        print(fault)
    (DATA / "map.toml").write_text(render(board), encoding="utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
