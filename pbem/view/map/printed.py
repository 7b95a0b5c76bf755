"""What is printed of a map, which no position changes: drawn once for each window and remembered."""

from __future__ import annotations

from functools import lru_cache

from pbem.bytes.records import frozen
from pbem.port.scene import Ground
from pbem.view.map import detail
from pbem.view.map.frame import View
from pbem.view.map.ground import Plan, draw_grid, draw_ground, plan
from pbem.view.map.lines import Lines, lines


class Same:
    """What is printed of a ground as a key: the very same cells and strokes, whatever spots a position adds."""

    __slots__ = ("ground",)

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Same)
            and other.ground.cells is self.ground.cells
            and other.ground.strokes is self.ground.strokes
        )

    def __hash__(self) -> int:
        return hash((id(self.ground.cells), id(self.ground.strokes)))


@frozen(kw_only=True)
class Printed:
    """The part of a map that no position changes, for one window."""

    layout: Plan
    ground: str
    lines: Lines


@lru_cache(maxsize=4)
def printed(key: Same, window: View, near: bool | None) -> Printed:
    """Remembered: a replay draws the same map again and again. ``near``: with textures, without, or (None) with those
    that belong to its level of detail."""
    layout = plan(key.ground, window)
    size = None if near is None else detail.TEXTURED if near else 0.0
    ground = f'<g class="ground">{draw_ground(layout, size)}{draw_grid(layout)}</g>'
    return Printed(layout=layout, ground=ground, lines=lines(key.ground, layout))


def textured(size: float | None) -> bool | None:
    """Whether a map of this size has textures; None: each level of detail its own."""
    return None if size is None else size >= detail.TEXTURED
