"""Courses on a hex grid: rivers along hexsides, bridges over them, roads from hex to hex, each by cheapest paths."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import evolve

from rules.tools.map_plane import (
    Hex,
    Point,
    Side,
    Vertex,
    centre,
    corners,
    distance,
    mean,
    neighbours,
    place_of,
    side,
    sides_at,
    to_line,
    to_segment,
)

if TYPE_CHECKING:
    from rules.tools.build_june6_map import Board

Ground = Mapping[str, Any]
T = TypeVar("T", Hex, Vertex)

_STRAY = 5.0  # what a hexside costs more when it lies a hex away from the river's course
_FAR = 2.5  # hexes from its course where no river is looked for
_END = 4.0  # what stopping a hex short of the mouth costs
_SHARE = 0.55  # a road prefers the road that is there


def _cheapest(
    start: T, steps: Callable[[T], Iterable[tuple[T, float]]], goal: T | None = None
) -> tuple[dict[T, float], dict[T, T]]:
    """Prices from ``start`` and the step before each node; stops at ``goal``."""
    cost: dict[T, float] = {start: 0.0}
    back: dict[T, T] = {}
    queue = [(0.0, start)]
    while queue:
        price, node = heapq.heappop(queue)
        if node == goal:
            break
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


def lay_rivers(board: Board) -> Board:
    """The board with every river and stream of the ground laid, in the order of the ground."""
    for river in board.ground["rivers"]:
        course = _course(board, river)
        split = 0
        if "major_from" in river:
            line = _on_map(board, river)
            start = to_line(board.frame.plane(*river["major_from"]), line)[1]
            split = next(i for i, edge in enumerate(course) if to_line(_middle(edge), line)[1] >= start)
        major, stream = (course[split:], course[:split]) if river["class"] == "major" else ((), course)
        name = river["name"]
        board = evolve(
            board,
            courses={**board.courses, name: course},
            majors={**dict.fromkeys(major, name), **board.majors},
            streams={**dict.fromkeys(stream, name), **board.streams},
        )
    streams = {edge: name for edge, name in board.streams.items() if edge not in board.majors}
    return evolve(board, streams=streams)


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
            if stray > _FAR:
                continue
            one, other = corners(edge)
            yield (other if one == vertex else one), (0.05 if edge in pins else 1.0) + _STRAY * stray * stray

    first = min(_sources(board, line), key=lambda v: (round(distance(place_of(v), line[0]), 6), v))
    cost, back = _cheapest(first, steps)
    if river["into"] == "sea":
        ends = [v for v in cost if any(board.is_sea(cell) for cell in v)]
    else:
        parent = {v for edge in board.courses[river["into"]] for v in corners(edge)}
        ends = [v for v in cost if v in parent]
    end = min(ends, key=lambda v: (round(cost[v] + _END * distance(place_of(v), line[-1]), 6), v))
    path = _trail(end, back)
    return tuple(_between(one, other) for one, other in pairwise(path))


def _sources(board: Board, line: list[Point]) -> list[Vertex]:
    """Where a course may begin: near its first point, or at the map's edge when that is off the map."""
    start = board.frame.at(line[0])
    outside = not board.frame.on_map(start)
    reach = {start, *neighbours(start)}
    reach |= {other for cell in reach for other in neighbours(cell)}
    near = sorted({v for cell in reach for other in neighbours(cell) for v in corners(side(cell, other))})
    inland = [v for v in near if any(set(edge) <= board.land for edge in sides_at(v))]
    return [v for v in inland if not outside or any(not board.frame.on_map(cell) for cell in v)]


def _between(one: Vertex, other: Vertex) -> Side:
    both = sorted(set(one) & set(other))
    return side(both[0], both[1])


def _middle(edge: Side) -> Point:
    return mean([centre(edge[0]), centre(edge[1])])


def bridges(board: Board) -> dict[Side, str]:
    """The bridges by hexside: where the ground says, or on the nearest hexside of their river."""
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


def roads(board: Board) -> Board:
    """The board with its road links, their rank and name; where two roads share a link the one laid first gives both."""
    laid: dict[Side, str] = {}
    named: dict[Side, str] = {}
    for road in board.ground["roads"]:
        stops = [board.at[name] if name in board.at else board.frame.hex(name) for name in road["through"]]
        for start, end in pairwise(stops):
            if start == end:
                continue
            for link in _way(board, start, end, laid):
                laid.setdefault(link, road["rank"])
                named.setdefault(link, road["name"])
    return evolve(board, roads=dict(sorted(laid.items())), road_names=dict(sorted(named.items())))


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

    cost, back = _cheapest(start, steps, goal=end)
    if end not in cost:
        raise ValueError(f"no way from {board.frame.name(start)} to {board.frame.name(end)}")
    path = _trail(end, back)
    return [side(one, other) for one, other in pairwise(path)]
