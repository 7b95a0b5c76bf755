"""The hex grid as a value: neighbours, distances, hexsides and where to draw them.

A hex is its printed number, such as ``"E1940"``. The order of hexes is the order of these strings, and it
settles every tie; the order of directions is clockwise from north.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import sqrt
from typing import cast

from pbem.bytes.errors import DataError
from pbem.bytes.records import define, field
from pbem_rules.kernel.layout import Axial, Direction, Layout, Point, Sheet, locate, located


def side_name(a: str, b: str) -> str:
    """The name of the hexside between two hexes, the same both ways round: ``"E1840/E1940"``."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


def hexes_of_side(side: str) -> tuple[str, str]:
    """The two hexes of a hexside name. Raises DataError when it is not written ``A/B`` with A before B."""
    a, slash, b = side.partition("/")
    if not slash or not a < b:
        raise DataError(
            "hexside", f"{side!r} is not a hexside", hint="Write it like E1840/E1940, lower hex first."
        )
    return a, b


@define(frozen=True, kw_only=True, slots=False)
class Grid:
    """The hexes of a map. Two grids are equal when they are built from the same layout, sheets and hexes.

    ``hexes`` are the printed numbers on the map. Where sheets overlap and two numbers mean one place, the
    sheet named first keeps the name; ``named`` understands both. Raises DataError for a number that is on no
    sheet.
    """

    layout: Layout
    sheets: tuple[Sheet, ...]
    printed: frozenset[str] = field(alias="hexes", repr=False)

    def __attrs_post_init__(self) -> None:
        self._places  # noqa: B018 - a number that cannot be read is refused when the map is made

    @cached_property
    def _places(self) -> Mapping[str, Axial]:
        places = located(self.layout, self.sheets, sorted(self.printed))
        owner: dict[Axial, tuple[int, str]] = {}
        for name, (sheet, axial) in places.items():
            held = owner.get(axial)
            if held is None or sheet < held[0]:
                owner[axial] = (sheet, name)
        return {name: axial for name, (sheet, axial) in places.items() if owner[axial] == (sheet, name)}

    @cached_property
    def _names(self) -> Mapping[Axial, str]:
        return {axial: name for name, axial in self._places.items()}

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """Every hex once, in order; under the name it goes by."""
        return tuple(self._places)

    @cached_property
    def directions(self) -> tuple[Direction, ...]:
        """The six directions, clockwise from north."""
        return self.layout.directions()

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str | None, ...]]:
        """For each hex the hex in each of the six directions, None where the map ends."""
        at = self._names.get
        (q1, r1), (q2, r2), (q3, r3), (q4, r4), (q5, r5), (q6, r6) = (each.step for each in self.directions)
        return {
            # Written out: in Normandy ninety thousand times while a command waits.
            name: (
                at((q + q1, r + r1)), at((q + q2, r + r2)), at((q + q3, r + r3)),
                at((q + q4, r + r4)), at((q + q5, r + r5)), at((q + q6, r + r6)),
            )
            for name, (q, r) in self._places.items()
        }  # fmt: skip

    @cached_property
    def adjacent(self) -> Mapping[str, tuple[str, ...]]:
        """For each hex its neighbours on the map, in direction order: what paths and zones walk along."""
        inside = cast("Mapping[str, tuple[str, ...]]", self.neighbours)
        return {
            name: tuple(n for n in around if n is not None) if None in around else around
            for name, around in inside.items()
        }

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def named(self, text: str) -> str:
        """The name a printed number goes by. Raises DataError when it is not on the map."""
        if text in self._places:
            return text
        name = self._names.get(locate(self.layout, self.sheets, text)[1])
        if name is None:
            raise DataError("hex-unknown", f"there is no hex {text!r} on this map")
        return name

    def _axial(self, name: str) -> Axial:
        try:
            return self._places[name]
        except KeyError:
            return self._places[self.named(name)]

    def distance(self, a: str, b: str) -> int:
        """The number of steps from ``a`` to ``b`` as the crow flies, the map's edge disregarded."""
        (qa, ra), (qb, rb) = self._axial(a), self._axial(b)
        dq, dr = qa - qb, ra - rb
        return max(abs(dq), abs(dr), abs(dq + dr))

    def direction(self, a: str, b: str) -> int:
        """Which of the six directions leads from ``a`` to ``b``. Raises DataError if none does."""
        around = self.neighbours[self.named(a)]
        if b not in around:
            raise DataError("not-adjacent", f"{a} and {b} are not adjacent")
        return around.index(b)

    def side(self, a: str, b: str) -> str:
        """The name of the hexside between two adjacent hexes. Raises DataError when they are not adjacent."""
        self.direction(a, b)
        return side_name(a, b)

    def within(self, name: str, radius: int) -> tuple[str, ...]:
        """The hexes at most ``radius`` steps away, itself included, in hex order."""
        q, r = self._axial(name)
        names = self._names
        found = (
            names.get((q + dq, r + dr))
            for dq in range(-radius, radius + 1)
            for dr in range(max(-radius, -dq - radius), min(radius, radius - dq) + 1)
        )
        return tuple(sorted(n for n in found if n is not None))

    def ring(self, name: str, radius: int) -> tuple[str, ...]:
        """The hexes exactly ``radius`` steps away, in hex order."""
        return tuple(other for other in self.within(name, radius) if self.distance(name, other) == radius)

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """The hexes a straight line crosses from ``a`` to ``b``, ends included; those off the map are left
        out.

        A line that runs along a hexside always leans to the same side, so the line back is the same line
        reversed.
        """
        (qa, ra), (qb, rb) = self._axial(a), self._axial(b)
        steps = self.distance(a, b)
        crossed = (_rounded(qa, ra, qb, rb, steps, i) for i in range(steps + 1))
        found = (self._names.get(axial) for axial in crossed)
        return tuple(name for name in found if name is not None)

    def centre(self, name: str) -> Point:
        """Where to draw a hex: x eastwards, y southwards, neighbouring centres one unit apart."""
        return self.layout.centre(self._axial(name))

    def corners(self, name: str) -> tuple[Point, ...]:
        """The six corners for drawing, clockwise; the hexside in direction ``i`` is corners ``i, i + 1``."""
        return self.layout.corners(self._axial(name))

    def segment(self, side: str) -> tuple[Point, Point]:
        """The two ends of a hexside, for drawing. Raises DataError when the hexes are not adjacent."""
        a, b = hexes_of_side(side)
        corners, i = self.corners(a), self.direction(a, b)
        return corners[i], corners[(i + 1) % 6]

    def border(self) -> Iterator[tuple[str, int]]:
        """Each hex and direction in which the map ends, in hex order."""
        for name, around in self.neighbours.items():
            for i, neighbour in enumerate(around):
                if neighbour is None:
                    yield name, i

    def bounds(self) -> tuple[float, float, float, float]:
        """The smallest box (left, top, right, bottom) that holds every hex with its corners, for drawing."""
        reach = 1 / sqrt(3)
        centres = [self.centre(name) for name in self.hexes]
        xs, ys = [x for x, _ in centres], [y for _, y in centres]
        return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach


def _rounded(qa: int, ra: int, qb: int, rb: int, steps: int, i: int) -> Axial:
    """The hex at ``i / steps`` of the way, in integers; a small nudge keeps ties on one side."""
    if steps == 0:
        return qa, ra
    scale = 6 * steps
    q = 6 * (qa * (steps - i) + qb * i) + 1
    r = 6 * (ra * (steps - i) + rb * i) + 1
    s = -q - r
    near = [(2 * value + scale) // (2 * scale) for value in (q, r, s)]
    off = [abs(value - whole * scale) for value, whole in zip((q, r, s), near, strict=True)]
    if off[0] > off[1] and off[0] > off[2]:
        return -near[1] - near[2], near[1]
    if off[1] > off[2]:
        return near[0], -near[0] - near[2]
    return near[0], near[1]
