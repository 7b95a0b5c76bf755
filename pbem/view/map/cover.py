"""The picture of a game on the first page: a piece of its own map, with the counters of a first position."""

from __future__ import annotations

from pbem.port.scene import Scene
from pbem.view.map.frame import HEX, Box, view
from pbem.view.map.svg import vignette

WIDE, HIGH = 480.0, 270.0
"""The size that it is drawn for, in pixels of the screen."""


def draw_cover(scene: Scene, middle: str = "", across: int = 0) -> str:
    """The map around a cell, so many cells from left to right; without a cell that the map has, the middle of the map."""
    ground = scene.ground
    centres = {cell.name: cell.centre for cell in ground.cells}
    x, y = centres.get(middle, (ground.width / 2, ground.height / 2))
    hexes = HEX / view(ground).scale
    wide = min(across * hexes or ground.width, ground.width, ground.height * WIDE / HIGH)
    return vignette(scene, _held((x, y), wide, wide * HIGH / WIDE, (ground.width, ground.height)), WIDE)


def _held(middle: tuple[float, float], wide: float, high: float, edge: tuple[float, float]) -> Box:
    """A box around a point, moved so that it does not leave the map."""
    left = min(max(0.0, middle[0] - wide / 2), edge[0] - wide)
    top = min(max(0.0, middle[1] - high / 2), edge[1] - high)
    return (left, top, left + wide, top + high)
