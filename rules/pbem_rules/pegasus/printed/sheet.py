"""The drawn sheet: each area's place on paper, the outline round it, and the side that two areas share.

The metres of ``map.toml`` decide sight; drawn to scale, though, the trenches round the two bridges would be too small
for a counter and half of the borders would not show. So the sheet is laid out for the eye (``sheet.toml``): cells of a
power diagram (F. Aurenhammer, *Power diagrams*, SIAM J. Comput. 16, 1987), placed so that areas which border touch.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, TypeAlias

from pbem.bytes.records import field, frozen
from pbem.port.scene import Point
from pbem_rules.kernel.tables import Within

Coordinate = Annotated[int, Within(999_999, least=-999_999)]


@frozen(kw_only=True)
class Place:
    """An area's middle and weight on the sheet, in hundredths of a map unit (the weight: of a unit squared)."""

    x: Coordinate
    y: Coordinate
    weight: Coordinate

    @property
    def at(self) -> Point:
        """The middle in map units."""
        return self.x / 100, self.y / 100


@frozen(kw_only=True)
class Side:
    """The border that two areas share, from one end to the other."""

    start: Point
    end: Point


Stretch: TypeAlias = tuple[Point, str]
"""One stretch of an outline: where it starts, and the area beyond it ("" at the edge of the sheet)."""


@frozen(kw_only=True)
class Sheet:
    """The sheet's size in hundredths of a map unit, and the place of every area by its id."""

    width: int
    height: int
    places: Mapping[str, Place] = field(repr=False)

    @cached_property
    def _rings(self) -> Mapping[str, list[Stretch]]:
        return {name: self.ring(name) for name in self.places}

    def outline(self, name: str) -> tuple[Point, ...]:
        """The corners of an area, in order."""
        return tuple((round(x, 4), round(y, 4)) for (x, y), _ in self._rings[name])

    @cached_property
    def sides(self) -> Mapping[tuple[str, str], Side]:
        """Every side shared by two areas, by their ids in order of the alphabet; points that only meet are left out."""
        found: dict[tuple[str, str], Side] = {}
        for name, ring in self._rings.items():
            for (start, beyond), (end, _) in zip(ring, [*ring[1:], ring[0]], strict=True):
                if name < beyond and abs(start[0] - end[0]) + abs(start[1] - end[1]) > 0.05:
                    found[name, beyond] = Side(start=start, end=end)
        return found

    def ring(self, name: str) -> list[Stretch]:
        """The outline of an area, stretch by stretch; empty when the others leave it no room."""
        width, height = self.width / 100, self.height / 100
        ring: list[Stretch] = [
            ((0.0, 0.0), ""),
            ((width, 0.0), ""),
            ((width, height), ""),
            ((0.0, height), ""),
        ]
        for other, place in self.places.items():
            if other != name:
                ring = _cut(ring, self.places[name], place, other)
        return ring


def _cut(ring: list[Stretch], here: Place, there: Place, beyond: str) -> list[Stretch]:
    """The part of a convex outline whose power to ``here`` is no greater than to ``there``."""
    (x, y), (ox, oy) = here.at, there.at
    nx, ny = ox - x, oy - y
    limit = (ox * ox + oy * oy - x * x - y * y - (there.weight - here.weight) / 100) / 2
    over = [nx * px + ny * py - limit for (px, py), _ in ring]
    if max(over, default=0.0) <= 0:
        return ring
    kept: list[Stretch] = []
    for i, (start, owner) in enumerate(ring):
        end, a, b = ring[(i + 1) % len(ring)][0], over[i], over[(i + 1) % len(ring)]
        if a <= 0:
            kept.append((start, owner))
        if (a <= 0) != (b <= 0):
            t = a / (a - b)
            crossing = (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t)
            kept.append((crossing, beyond if a <= 0 else owner))
    return kept
