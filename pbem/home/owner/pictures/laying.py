"""How a picture of a map lies on our grid: some of its places are known, and the rest follows.

Two places give turn and scale, three an affine map (a flat scan), four or more a homography (a photo, too), which is fitted
by least squares where there are more than needed (R. Hartley and A. Zisserman, *Multiple View Geometry*, 4.1; the points are
moved and scaled first, 4.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

from pbem.bytes.records import frozen
from pbem.port.scene import Point

_TINY = 1e-9
Pair = tuple[Point, Point]
"""A point of the picture, in pixels, and where it lies on the map."""
Row = tuple[float, float, float]


@frozen
class Laid:
    """A map from points to points: ``rows`` of a matrix for homogeneous coordinates."""

    rows: tuple[Row, Row, Row]

    def at(self, point: Point) -> Point:
        """Where a point goes."""
        x, y, w = (a * point[0] + b * point[1] + c for a, b, c in self.rows)
        return (x / w, y / w) if abs(w) > _TINY else (0.0, 0.0)

    def css(self) -> str:
        """The same as ``matrix3d`` of CSS Transforms 2, column by column."""
        (a, b, c), (d, e, f), (g, h, i) = self.rows
        parts = (a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i)
        return f"matrix3d({','.join(f'{each / i:.9g}' for each in parts)})"


def laid(pairs: Sequence[Pair]) -> Laid | None:
    """The map that takes the first point of each pair nearest to its second; None for fewer than two, or on one line."""
    if len(pairs) < 2:
        return None
    (ours, whence), (theirs, thence) = (_centred([pair[n] for pair in pairs]) for n in (0, 1))
    moved = list(zip(whence, thence, strict=True))
    if len(pairs) == 2:
        found = _turned(moved)
    elif len(pairs) == 3:
        found = _solved([_affine(pair) for pair in moved], 6)
    else:
        found = _solved([_projected(pair) for pair in moved], 8)
    if found is None:
        return None
    a, b, c, d, e, f, g, h = (*found, 0.0, 0.0)[:8]
    return joined(joined(ours, Laid(((a, b, c), (d, e, f), (g, h, 1.0)))), _back(theirs))


def joined(first: Laid, then: Laid) -> Laid:
    """One after the other."""
    one, two, three = zip(*first.rows, strict=True)

    def row(across: Row) -> Row:
        return _sum(across, one), _sum(across, two), _sum(across, three)

    above, middle, below = then.rows
    return Laid((row(above), row(middle), row(below)))


def _sum(row: Row, column: Row) -> float:
    return sum(a * b for a, b in zip(row, column, strict=True))


def worst(found: Laid, pairs: Sequence[Pair]) -> float:
    """How far, on the map, the farthest point lies from where it should."""
    return max((hypot(x - a, y - b) for p, (a, b) in pairs for x, y in (found.at(p),)), default=0.0)


def _centred(points: Sequence[Point]) -> tuple[Laid, list[Point]]:
    """Points moved to the middle and scaled to a mean distance of the root of two, and what does so."""
    n = len(points)
    x, y = sum(p[0] for p in points) / n, sum(p[1] for p in points) / n
    mean = sum(hypot(p[0] - x, p[1] - y) for p in points) / n
    scale = sqrt(2) / mean if mean > _TINY else 1.0
    move = Laid(((scale, 0.0, -scale * x), (0.0, scale, -scale * y), (0.0, 0.0, 1.0)))
    return move, [move.at(point) for point in points]


def _back(move: Laid) -> Laid:
    (scale, _, x), (_, _, y), _ = move.rows
    return Laid(((1 / scale, 0.0, -x / scale), (0.0, 1 / scale, -y / scale), (0.0, 0.0, 1.0)))


def _turned(pairs: Sequence[Pair]) -> list[float] | None:
    """Turn, scale and shift from two pairs."""
    ((x1, y1), (u1, v1)), ((x2, y2), (u2, v2)) = pairs
    dx, dy, du, dv = x2 - x1, y2 - y1, u2 - u1, v2 - v1
    length = dx * dx + dy * dy
    if length < _TINY or du * du + dv * dv < _TINY:
        return None
    cos, sin = (du * dx + dv * dy) / length, (dv * dx - du * dy) / length
    return [cos, -sin, u1 - cos * x1 + sin * y1, sin, cos, v1 - sin * x1 - cos * y1]


def _affine(pair: Pair) -> list[list[float]]:
    (x, y), (u, v) = pair
    return [[x, y, 1, 0, 0, 0, u], [0, 0, 0, x, y, 1, v]]


def _projected(pair: Pair) -> list[list[float]]:
    (x, y), (u, v) = pair
    return [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]]


def _solved(blocks: Sequence[list[list[float]]], n: int) -> list[float] | None:
    """Unknowns by least squares: normal equations, solved by elimination. None where they are not determined."""
    rows = [row for block in blocks for row in block]
    table = [[sum(r[i] * r[j] for r in rows) for j in range(n + 1)] for i in range(n)]
    for i in range(n):
        best = max(range(i, n), key=lambda k: abs(table[k][i]))
        if abs(table[best][i]) < _TINY:
            return None
        table[i], table[best] = table[best], table[i]
        for k in range(n):
            if k != i:
                by = table[k][i] / table[i][i]
                table[k] = [a - by * b for a, b in zip(table[k], table[i], strict=True)]
    return [table[i][n] / table[i][i] for i in range(n)]
