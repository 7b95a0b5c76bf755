"""Where the hexes of a map touch: which sides meet at a corner, and which hexes lie beside each other."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

from pbem.bytes.records import frozen
from pbem.port.scene import Ground

Corner: TypeAlias = tuple[int, int]
_FINE = 37.31
"""So many parts has a unit of a map; no corner of a grid falls between two of them."""


@frozen(kw_only=True)
class Touching:
    """The corners of every hex of a map."""

    corners: Mapping[str, frozenset[Corner]]

    @classmethod
    def on(cls, ground: Ground) -> Touching:
        """Of a map."""
        return cls(
            corners={
                cell.name: frozenset((round(x * _FINE), round(y * _FINE)) for x, y in cell.outline)
                for cell in ground.cells
            }
        )

    def ends(self, side: str) -> frozenset[Corner]:
        """The two corners of a side ``one/other``; none where it is no side of this map."""
        one, _, other = side.partition("/")
        both = self.corners.get(one, frozenset()) & self.corners.get(other, frozenset())
        return both if len(both) == 2 else frozenset()

    def alone(self, side: str, sides: Collection[str]) -> bool:
        """Whether a side of the map touches none of the others."""
        ends = self.ends(side)
        return bool(ends) and not any(ends & self.ends(each) for each in sides if each != side)

    def parted(self, side: str, sides: Collection[str]) -> bool:
        """Whether sides lead to both ends of this one, and not from one end to the other."""
        ends = self.ends(side)
        if not ends:
            return False
        start, goal = ends
        left, reached = [self.ends(each) for each in sides], {start}
        grown = True
        while grown:
            near = [each for each in left if each & reached]
            left = [each for each in left if not each & reached]
            reached = reached.union(*near)
            grown = bool(near)
        return len(reached) > 1 and goal not in reached and any(goal in each for each in left)

    def lonely(self, place: str, others: Collection[str]) -> bool:
        """Whether none of the other hexes lies beside this one."""
        return place in self.corners and not any(self.ends(f"{place}/{each}") for each in others)
