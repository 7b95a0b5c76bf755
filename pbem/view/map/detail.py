"""How much of a map is drawn at a size: what cannot be read on the screen is left out or drawn as something larger.

``size`` is always how many pixels of the screen a pixel of the drawing takes (a hex is 72 of the drawing's).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from pbem.port.scene import Point

LETTER = 9.05
"""No letter is smaller on the screen, in pixels: 9, and what rounding takes."""
BLOCK, FULL = 25.0, 36.0
"""Below so many pixels a counter is a block of its side's colour; from so many on it is drawn with all that is printed."""
SIZES = (0.0, 0.3, 0.5, 0.8, 1.1, 2.5)
"""Where a page that zooms changes from one level to the next; each level is drawn for the smallest size it is seen at."""
SMALLEST = 0.18
"""The size that the first level is drawn for."""
SHOWN = 1800.0
"""How wide a picture is on the screen unless something else is asked for, in pixels."""
TEXTURED = 0.8
"""From this size on the ground has its texture; below it is a flat tint, for there a texture is only noise."""
LARGEST = 2.0
"""How large a small part of a map is drawn at most."""


def letters(size: float) -> float:
    """How large letters must be in the drawing to be read on the screen."""
    return LETTER / size


def levels() -> tuple[float, ...]:
    """The size that each level of a zooming page is drawn for."""
    return (SMALLEST, *SIZES[1:])


def near() -> str:
    """The class of what only those levels show that have textures."""
    return " ".join(("level", *(f"l{n}" for n, size in enumerate(levels()) if size >= TEXTURED)))


def shown_at(width: float, pixels: float = 0.0) -> float:
    """The size at which a drawing of this width is shown: ``pixels`` wide, else as it fits a screen."""
    return min(LARGEST, (pixels or SHOWN) / max(width, 1.0))


def growth(outline: Sequence[Point], centre: Point, corners: Sequence[Point]) -> float:
    """How far a shape around the centre may grow (at most 1) so that these corners of it stay inside an outline."""
    least = 1.0
    for x, y in corners:
        far = reach(outline, centre, (x, y))
        if far is not None:
            least = min(least, far)
    return least


def reach(outline: Sequence[Point], centre: Point, towards: Point) -> float | None:
    """Where the ray from the centre meets the outline, in lengths of ``towards``; None where it never does."""
    (cx, cy), (dx, dy) = centre, towards
    if hypot(dx, dy) < 1e-9:
        return None
    nearest: float | None = None
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        ex, ey = bx - ax, by - ay
        cross = dx * ey - dy * ex
        if abs(cross) < 1e-9:
            continue
        along = ((ax - cx) * ey - (ay - cy) * ex) / cross
        share = ((ax - cx) * dy - (ay - cy) * dx) / cross
        if along > 0 and -1e-9 <= share <= 1 + 1e-9 and (nearest is None or along < nearest):
            nearest = along
    return nearest
