"""Outlines, chains and curves: from single hexes and hexsides to the coasts, woods, rivers and roads of a printed map.

All points are pixels. Corners are matched by position rounded to half a pixel, so that a game may compute the corner of
a hex anew for each of its neighbours.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import hypot
from typing import TypeAlias

from pbem.bytes.records import frozen
from pbem.port.scene import Point
from pbem.view.markup import num, path

Node: TypeAlias = tuple[int, int]
Side: TypeAlias = tuple[Node, Node]
_UNEVEN = 0.0371
"""Corners of a grid often lie just between two halves of a pixel, and one computed anew must not fall to the other."""


def node(point: Point) -> Node:
    """The corner that a point stands for."""
    return (round(point[0] * 2 + _UNEVEN), round(point[1] * 2 + _UNEVEN))


def spot_of(corner: Node) -> Point:
    """Where a corner lies, in pixels."""
    return (corner[0] / 2, corner[1] / 2)


def side(a: Node, b: Node) -> Side:
    """A hexside, the same from both of its cells."""
    return (a, b) if a <= b else (b, a)


@frozen(kw_only=True)
class Mesh:
    """Cells as rings of corners, and the cells (one or two) on each side."""

    rings: tuple[tuple[Node, ...], ...]
    sides: Mapping[Side, tuple[int, ...]]


def mesh(outlines: Iterable[Sequence[Point]]) -> Mesh:
    """The mesh of the outlines, in their order."""
    rings: list[tuple[Node, ...]] = []
    sides: dict[Side, tuple[int, ...]] = {}
    for index, outline in enumerate(outlines):
        ring = tuple(dict.fromkeys(map(node, outline)))
        rings.append(ring)
        last = ring[-1] if ring else (0, 0)
        for corner in ring:
            key = (last, corner) if last <= corner else (corner, last)
            sides[key] = (*sides.get(key, ()), index)
            last = corner
    return Mesh(rings=tuple(rings), sides=sides)


def loops(net: Mesh, members: frozenset[int]) -> list[list[Node]]:
    """The closed outlines of the union of some cells, holes included; each loop without its repeated first corner."""
    after: dict[Node, list[Node]] = {}
    for index in sorted(members):
        ring = net.rings[index]
        last = ring[-1] if ring else (0, 0)
        for corner in ring:
            owners = net.sides[(last, corner) if last <= corner else (corner, last)]
            if len(owners) == 2:
                inside = (owners[1] if owners[0] == index else owners[0]) in members
            else:
                inside = any(o != index and o in members for o in owners)
            if not inside:
                after.setdefault(last, []).append(corner)
            last = corner
    found: list[list[Node]] = []
    for start in list(after):
        while after.get(start):
            loop = [start]
            here = after[start].pop()
            while here != start and after.get(here):
                loop.append(here)
                here = after[here].pop()
            found.append(loop)
    return found


def chains(lines: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """Lines of one style joined wherever exactly two ends meet: curves run through and junctions stay put.

    Works on single segments: a game may give a river side by side, a road link by link, or both in one piece.
    """
    links: dict[Node, list[Node]] = {}
    seen: set[Side] = set()
    for line in lines:
        corners = [node(p) for p in line]
        for a, b in itertools.pairwise(corners):
            key = side(a, b)
            if a != b and key not in seen:
                seen.add(key)
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
    found: list[list[Point]] = []
    left = set(seen)
    ends = [n for n, to in links.items() if len(to) != 2]
    for start in [*ends, *links]:
        for following in links[start]:
            if side(start, following) in left:
                found.append([spot_of(n) for n in _walk(links, left, start, following)])
    return found


def _walk(links: Mapping[Node, Sequence[Node]], left: set[Side], start: Node, following: Node) -> list[Node]:
    walked = [start]
    here, ahead = start, following
    while True:
        left.discard(side(here, ahead))
        walked.append(ahead)
        onward = [n for n in links[ahead] if side(ahead, n) in left]
        if len(links[ahead]) != 2 or not onward:
            return walked
        here, ahead = ahead, onward[0]


def smooth(points: Sequence[Point], *, rounds: int = 2, cut: float = 0.25, calm: float = 0.0) -> list[Point]:
    """An open line with its corners cut (Chaikin): ends stay where they are. A line that meets itself stays closed.

    ``calm`` first draws every corner towards its two neighbours by that share of each, which takes the zigzag of
    hexsides out of a coast or a river: at 0.25 a straight row of hexes gets a straight edge.
    """
    if len(points) > 3 and points[0] == points[-1]:
        ring = smooth_ring(points[:-1], rounds=rounds, cut=cut, calm=calm)
        return [*ring, ring[0]]
    line = list(points)
    if calm:
        line[1:-1] = [calmed(a, b, c, calm) for a, b, c in zip(points, points[1:], points[2:], strict=False)]
    for _ in range(rounds):
        if len(line) < 3:
            return line
        fresh = [line[0]]
        for i, ((ax, ay), (bx, by)) in enumerate(itertools.pairwise(line)):
            if i > 0:
                fresh.append((ax + (bx - ax) * cut, ay + (by - ay) * cut))
            if i < len(line) - 2:
                fresh.append((bx - (bx - ax) * cut, by - (by - ay) * cut))
        fresh.append(line[-1])
        line = fresh
    return line


def calmed(before: Point, here: Point, after: Point, calm: float) -> Point:
    """A corner drawn towards its two neighbours by the share ``calm`` of each."""
    return (
        here[0] * (1 - 2 * calm) + (before[0] + after[0]) * calm,
        here[1] * (1 - 2 * calm) + (before[1] + after[1]) * calm,
    )


def smooth_ring(
    points: Sequence[Point],
    *,
    rounds: int = 2,
    cut: float = 0.25,
    calm: float = 0.0,
    fixed: Callable[[int], bool] | None = None,
) -> list[Point]:
    """A closed line smoothed like :func:`smooth`, except those corners (by index) that are ``fixed``."""
    held = [fixed is not None and fixed(i) for i in range(len(points))]
    ring = [
        (*(p if stays else calmed(points[i - 1], p, points[(i + 1) % len(points)], calm)), stays)
        for i, (p, stays) in enumerate(zip(points, held, strict=True))
    ]
    for _ in range(rounds):
        fresh: list[tuple[float, float, bool]] = []
        for i, (x, y, stays) in enumerate(ring):
            if stays:
                fresh.append((x, y, True))
                continue
            px, py, _was = ring[i - 1]
            nx, ny, _will = ring[(i + 1) % len(ring)]
            fresh.append((x + (px - x) * cut, y + (py - y) * cut, False))
            fresh.append((x + (nx - x) * cut, y + (ny - y) * cut, False))
        ring = fresh
    return [(x, y) for x, y, _ in ring]


def curve(points: Sequence[Point]) -> str:
    """Path data of the curve that :func:`smooth` comes near to: it goes through the middle of every piece, and through
    both ends. A line that meets itself stays closed."""
    if len(points) > 3 and points[0] == points[-1]:
        return curve_ring(points[:-1])
    if len(points) < 3:
        return path(points)
    parts = [f"M{num(points[0][0])} {num(points[0][1])}"]
    last = len(points) - 2
    for i, ((x, y), following) in enumerate(itertools.pairwise(points[1:]), 1):
        ex, ey = following if i == last else _middle((x, y), following)
        parts.append(f"Q{num(x)} {num(y)} {num(ex)} {num(ey)}")
    return "".join(parts)


def curve_ring(points: Sequence[Point], fixed: Sequence[bool] = ()) -> str:
    """Path data of a closed curve like :func:`curve`, except that it goes through those corners that are ``fixed``."""
    x, y = _middle(points[-1], points[0])
    parts = [f"M{num(x)} {num(y)}"]
    for i, (x, y) in enumerate(points):
        ex, ey = _middle((x, y), points[(i + 1) % len(points)])
        if fixed and fixed[i]:
            parts.append(f"L{num(x)} {num(y)}L{num(ex)} {num(ey)}")
        else:
            parts.append(f"Q{num(x)} {num(y)} {num(ex)} {num(ey)}")
    return "".join(parts) + "z"


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def along(points: Sequence[Point], step: float, *, start: float = 0.0) -> list[tuple[Point, Point]]:
    """Positions every ``step`` pixels along a line from ``start``, each with the unit direction of the line there."""
    found: list[tuple[Point, Point]] = []
    reach = start
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        length = hypot(bx - ax, by - ay)
        if length == 0:
            continue
        ux, uy = (bx - ax) / length, (by - ay) / length
        while reach <= length:
            found.append(((ax + ux * reach, ay + uy * reach), (ux, uy)))
            reach += step
        reach -= length
    return found


def length(line: Sequence[Point]) -> float:
    """The length of a line."""
    return sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(line))


def steps(line: Sequence[Point]) -> list[float]:
    """The length of each piece of a line."""
    return [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(line)]


def stretch(
    line: Sequence[Point], start: float, end: float, pieces: Sequence[float] | None = None
) -> list[Point]:
    """The part of a line between two fractions of its length; ``pieces`` are its :func:`steps` where they are known."""
    lengths = steps(line) if pieces is None else pieces
    total = sum(lengths)
    wanted = (total * start, total * end)
    found: list[Point] = []
    done = 0.0
    for (a, b), length in zip(itertools.pairwise(line), lengths, strict=True):
        if length > 0:
            for mark in wanted:
                if done <= mark <= done + length:
                    t = (mark - done) / length
                    found.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
            if wanted[0] < done + length < wanted[1]:
                found.append(b)
        done += length
    return found if len(found) > 1 else list(line)
