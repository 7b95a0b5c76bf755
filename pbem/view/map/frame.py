"""From a game's map units to pixels: every picture is scaled so that a hex is the same size whatever the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import TypeAlias

from pbem.bytes.records import frozen
from pbem.port.scene import Ground, Point

HEX = 72.0
"""The width of a common cell, in pixels."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@frozen(kw_only=True)
class View:
    """The window on the map: ``box`` in map units, the scale, and the window's upper left corner in pixels."""

    box: Box
    scale: float
    left: float = 0.0
    top: float = 0.0

    @property
    def width(self) -> float:
        """The window's width in pixels."""
        return (self.box[2] - self.box[0]) * self.scale

    @property
    def height(self) -> float:
        """The window's height in pixels."""
        return (self.box[3] - self.box[1]) * self.scale

    def point(self, at: Point) -> Point:
        """A point of the map, in pixels."""
        return (at[0] - self.box[0]) * self.scale + self.left, (at[1] - self.box[1]) * self.scale + self.top

    def points(self, line: Sequence[Point]) -> list[Point]:
        """A line of the map, in pixels."""
        k, x0, y0 = self.scale, self.left - self.box[0] * self.scale, self.top - self.box[1] * self.scale
        return [(x * k + x0, y * k + y0) for x, y in line]

    def near(self, at: Point, margin: float = 1.2 * HEX) -> bool:
        """Whether a point (map units) is in the window or within ``margin`` pixels of it."""
        return self.around(self.point(at), margin)

    def around(self, at: Point, margin: float) -> bool:
        """The same of a point in pixels."""
        x, y = at
        return (
            self.left - margin <= x <= self.left + self.width + margin
            and self.top - margin <= y <= self.top + self.height + margin
        )

    def touches(self, line: Sequence[Point], margin: float = 1.2 * HEX) -> bool:
        """Whether the bounds of a line (map units) meet the window, widened by ``margin`` pixels."""
        if not line:
            return False
        m = margin / self.scale
        xs = [x for x, _ in line]
        ys = [y for _, y in line]
        return (
            min(xs) <= self.box[2] + m
            and max(xs) >= self.box[0] - m
            and min(ys) <= self.box[3] + m
            and max(ys) >= self.box[1] - m
        )


def view(ground: Ground, frame: Box | None = None, *, left: float = 0.0, top: float = 0.0) -> View:
    """The window on the whole ground, or on the part ``frame`` (map units), scaled by the common width of a cell."""
    widths = [
        max(x for x, _ in c.outline) - min(x for x, _ in c.outline) for c in ground.cells[:400] if c.outline
    ]
    usual = median(widths) if widths else 0.0
    if usual <= 0:
        usual = max(ground.width, ground.height, 1.0) / 12
    box = frame if frame is not None else (0.0, 0.0, ground.width, ground.height)
    if box[2] <= box[0] or box[3] <= box[1]:
        box = (box[0], box[1], box[0] + usual, box[1] + usual)
    return View(box=box, scale=HEX / usual, left=left, top=top)


def frame_around(ground: Ground, names: Iterable[str], *, margin: float = 2.0) -> Box | None:
    """The part of the map around some cells, with ``margin`` cells on each side; None when the ground has none of them.

    For pictures of what just happened: pass the hexes of the outcomes, and the box to :func:`pbem.view.map.svg.draw`.
    """
    wanted = frozenset(names)
    centres = [c.centre for c in ground.cells if c.name in wanted]
    if not centres:
        return None
    reach = (margin + 0.5) * HEX / view(ground).scale
    xs = [x for x, _ in centres]
    ys = [y for _, y in centres]
    left, right = max(0.0, min(xs) - reach), min(ground.width, max(xs) + reach)
    top, bottom = max(0.0, min(ys) - reach), min(ground.height, max(ys) + reach)
    return (left, top, right, bottom)
