"""What must hold of June 6's map, no matter who draws it: each fault is one line that names the hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from rules.tools.map_plane import (
    Hex,
    Side,
    Vertex,
    centre,
    corners,
    distance,
    hexes_apart,
    neighbours,
    place_of,
    side,
)

if TYPE_CHECKING:
    from rules.tools.build_june6_map import Board

_NAVAL_RANGE = 7  # hexes from a coast hex: the coast hex itself counts as the first of eight (18.13)
_KINDS = ("sea", "bay", "region", "cape", "height")
_TABLES = ("woods_sides", "marsh_sides", "bluffs", "cliffs", "shore")


def lint(board: Board) -> list[str]:
    """Every fault of the map, in a fixed order."""
    checks: tuple[Callable[[Board], Iterator[str]], ...] = (
        _anchors,
        _cells,
        _hexsides,
        _rivers,
        _bridges,
        _roads,
        _beaches,
        _edges,
        _reach,
        _places,
        _positions,
        _drawing,
    )
    return [fault for check in checks for fault in check(board)]


def _anchors(board: Board) -> Iterator[str]:
    anchors, frame = board.ground["anchors"], board.frame
    for name in anchors["bocage"]:
        if board.terrain[frame.hex(name)] != "bocage":
            yield f"{name} is not bocage"
    for name in anchors["river"]:
        if frame.side(name) not in board.majors or frame.side(name) in board.bridges:
            yield f"{name} is not an unbridged major river"
    for name in anchors["open"]:
        if frame.side(name) in board.majors:
            yield f"{name} is a major river"
    for beach, hexes in anchors["beach"].items():
        if board.ground["beaches"][beach]["hexes"] != hexes:
            yield f"{beach} is not {hexes}"
    for name, reached in anchors["naval"].items():
        if _in_naval_range(board, frame.hex(name)) != reached:
            yield f"{name} is {'beyond' if reached else 'within'} naval range"


def _cells(board: Board) -> Iterator[str]:
    name = board.frame.name
    for cell in sorted(board.land):
        if not board.frame.on_map(cell):
            yield f"{name(cell)} is land off the sheets"
    for cell in sorted(set(board.terrain) ^ board.land):
        yield f"{name(cell)} has terrain but is no land, or the other way round"
    for label, entry in board.ground["strongpoints"].items():
        if board.frame.hex(entry["hex"]) not in board.land:
            yield f"strongpoint {label} is at sea"
    for cell in sorted(set(board.sea) & board.land):
        yield f"{name(cell)} is land and sea"


def _hexsides(board: Board) -> Iterator[str]:
    for table in _TABLES:
        for edge, name in board.sides(table).items():
            if edge[1] not in neighbours(edge[0]):
                yield f"{name}: {board.frame.side_name(edge)} are no neighbours"
            elif not (set(edge) & board.land):
                yield f"{name}: {board.frame.side_name(edge)} is at sea"
            elif set(edge) <= board.land if table == "shore" else not set(edge) <= board.land:
                yield f"{name}: {board.frame.side_name(edge)} does not belong in {table}"


def _rivers(board: Board) -> Iterator[str]:
    ground = {river["name"]: river for river in board.ground["rivers"]}
    for name, course in board.courses.items():
        for one, other in pairwise(course):
            if not set(corners(one)) & set(corners(other)):
                yield f"{name} breaks at {board.frame.side_name(other)}"
        for edge in course:
            if not set(edge) <= board.land:
                yield f"{name} has one bank only at {board.frame.side_name(edge)}"
        if len(set(course)) != len(course):
            yield f"{name} runs along a hexside twice"
        into = ground[name]["into"]
        last = set(corners(course[-1]))
        if into == "sea" and not any(board.is_sea(cell) for vertex in last for cell in vertex):
            yield f"{name} does not reach the sea"
        if into != "sea" and not last & {v for edge in board.courses[into] for v in corners(edge)}:
            yield f"{name} does not reach the {into}"
        for pin in ground[name].get("pins", ()):
            if board.frame.side(pin) not in course:
                yield f"{name} does not run along {pin}"


def _bridges(board: Board) -> Iterator[str]:
    for edge, name in board.bridges.items():
        if edge not in board.majors:
            yield f"bridge {name} at {board.frame.side_name(edge)} is not on a major river"
        if edge not in board.roads:
            yield f"bridge {name} at {board.frame.side_name(edge)} carries no road"
    for edge in board.roads:
        if edge in board.majors and edge not in board.bridges:
            yield f"the road {board.frame.link_name(edge)} crosses the {board.majors[edge]} without a bridge"


def _roads(board: Board) -> Iterator[str]:
    frame = board.frame
    steep = {**board.sides("bluffs"), **board.sides("cliffs")}
    for edge in board.roads:
        if edge[1] not in neighbours(edge[0]) or not set(edge) <= board.land:
            yield f"the road {frame.link_name(edge)} leaves the land"
        if edge in steep:
            yield f"the road {frame.link_name(edge)} climbs {steep[edge]}"
    supply = {frame.hex(name) for name in board.ground["supply"]["german"]["hexes"]}
    primary = [edge for edge, rank in board.roads.items() if rank == "primary"]
    for links, rank in ((primary, "primary"), (list(board.roads), "whole")):
        for part in _parts(links):
            if not part & supply:
                yield f"a {rank} road net reaches no supply edge: {', '.join(sorted(map(frame.name, part)))}"


def _parts(links: Iterable[Side]) -> Iterator[set[Hex]]:
    joined: dict[Hex, set[Hex]] = {}
    for one, other in links:
        joined.setdefault(one, set()).add(other)
        joined.setdefault(other, set()).add(one)
    while joined:
        yield _flood(min(joined), lambda cell: joined.get(cell, set()), joined)


def _flood(start: Hex, steps: Callable[[Hex], Iterable[Hex]], remove: dict[Hex, set[Hex]]) -> set[Hex]:
    found, todo = {start}, [start]
    while todo:
        for other in steps(todo.pop()):
            if other not in found:
                found.add(other)
                todo.append(other)
    for cell in found:
        remove.pop(cell, None)
    return found


def _beaches(board: Board) -> Iterator[str]:
    coast, on_road = set(board.coast), {cell for edge in board.roads for cell in edge}
    for beach, entry in board.ground["beaches"].items():
        for name in entry["hexes"]:
            cell = board.frame.hex(name)
            if cell not in coast:
                yield f"{beach}: {name} is not on the coast"
            if cell not in on_road:
                yield f"{beach}: {name} has no road"


def _edges(board: Board) -> Iterator[str]:
    frame = board.frame
    primary = {cell for edge, rank in board.roads.items() if rank == "primary" for cell in edge}
    for name in board.ground["supply"]["german"]["hexes"]:
        row, col = frame.hex(name)
        if (row, col) not in primary or not (row == frame.rows[0] or col == frame.columns[1]):
            yield f"supply {name} is not where a primary road leaves the south or east edge"
    for cell in sorted(primary):
        edge = cell[0] == frame.rows[0] or cell[1] == frame.columns[1]
        if edge and _ends(board, cell) and frame.name(cell) not in board.ground["supply"]["german"]["hexes"]:
            yield f"a primary road leaves at {frame.name(cell)} without being a supply source"
    letters = {"A": 2, "B": 1, "C": 1, "D": 1, "E": 2, "F": 1}
    for letter, count in letters.items():
        hexes = [frame.hex(name) for name in board.ground["entry"][letter]["hexes"]]
        if len(hexes) != count:
            yield f"entry {letter} has {len(hexes)} hexes, not {count} (10.38)"
        for cell in hexes:
            if not (cell[0] == frame.rows[0] or cell[1] == frame.columns[1]) or cell not in primary:
                yield f"entry {letter} {frame.name(cell)} is not a primary road at the edge"
            if letter != "F" and _in_naval_range(board, cell) != (letter == "A"):
                yield f"entry {letter} {frame.name(cell)}: only A is within naval range (18.23)"


def _in_naval_range(board: Board, cell: Hex) -> bool:
    return min(hexes_apart(cell, shore) for shore in board.coast) <= _NAVAL_RANGE


def _ends(board: Board, cell: Hex) -> bool:
    links = [edge for edge, rank in board.roads.items() if rank == "primary" and cell in edge]
    return len(links) == 1


def _reach(board: Board) -> Iterator[str]:
    steep = board.sides("cliffs")
    whole = {cell: set[Hex]() for cell in board.land}

    def steps(cell: Hex) -> Iterable[Hex]:
        for other in neighbours(cell):
            edge = side(cell, other)
            if (
                other in board.land
                and edge not in steep
                and not (edge in board.majors and edge not in board.bridges)
            ):
                yield other

    _flood(min(board.land), steps, whole)
    for cell in sorted(whole):
        yield f"{board.frame.name(cell)} cannot be reached on foot without crossing a river"


def _places(board: Board) -> Iterator[str]:
    for name, hexes in board.ground["banks"].items():
        river, _, words = name.partition(" ")
        for place in hexes:
            if place not in board.at:
                yield f"{place} is not on the map"
            elif board.at[place] not in _bank(board, river, words):
                yield f"{place} ({board.frame.name(board.at[place])}) is not on the {words} bank of the {river}"


def _positions(board: Board) -> Iterator[str]:
    """No place stands a whole hex from where it is on the earth, and only those that the ground lists leave their hex."""
    for name, (longitude, latitude, *_) in board.ground["places"].items():
        point = board.frame.plane(longitude, latitude)
        cell, true = board.at.get(name), board.frame.at(point)
        if cell is None:
            yield f"{name} lies at sea or off the sheets"
        elif distance(centre(cell), point) >= 1:
            yield f"{name} stands a hex or more from its place"
        elif cell != true and true in board.land and name not in board.ground["moved"]:
            yield f"{name} is not in its own hex"


def _drawing(board: Board) -> Iterator[str]:
    """What is written on the map and decides nothing: roads that go on, and names across it."""
    supply, exits = set(board.ground["supply"]["german"]["hexes"]), set(board.ground["exits"])
    for name in sorted(supply ^ exits):
        yield f"{name} is a supply hex without a town beyond it, or the other way round"
    for name, (longitude, latitude, kind) in board.ground["labels"].items():
        cell = board.frame.at(board.frame.plane(longitude, latitude))
        if kind not in _KINDS:
            yield f"{name} is of no kind of {', '.join(_KINDS)}"
        if not board.frame.on_map(cell):
            yield f"{name} lies off the sheets"
        elif kind in ("region", "height") and cell not in board.land:
            yield f"{name} lies in the sea"
        elif kind == "sea" and cell in board.land:
            yield f"{name} lies on land"


def _bank(board: Board, river: str, words: str) -> set[Hex]:
    """Hexes beside a river on one of its banks, looking downstream."""
    course = board.courses[river]
    found = set()
    for index, edge in enumerate(course):
        if index + 1 < len(course):
            head = (set(corners(edge)) & set(corners(course[index + 1]))).pop()
        else:
            head = (set(corners(edge)) - set(corners(course[index - 1]))).pop()
        tail = next(vertex for vertex in corners(edge) if vertex != head)
        found |= {cell for cell in edge if _is_left(cell, tail, head) == (words == "left")}
    return found


def _is_left(cell: Hex, tail: Vertex, head: Vertex) -> bool:
    (x1, y1), (x2, y2), (x, y) = place_of(tail), place_of(head), centre(cell)
    return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0
