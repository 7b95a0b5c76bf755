"""What the player makes of the ground, enemies left out: ways on foot, and how far everything is from the shore."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem_rules.june6.model import View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.printed.marks import LEG
from pbem_rules.june6.rules.ground import terrain
from pbem_rules.kernel.derived import derived, recent
from pbem_rules.kernel.paths import flood
from pbem_rules.shared.player.distances import away
from pbem_rules.shared.player.game import FAR

_LONGEST = 99
"""Points on foot beyond which a place is out of the world."""


@derived
def _steps_into(data: Data) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """The cheapest points of each step into a hex for a unit on foot, from the other end: who comes from where."""
    walker = next(name for name, kind in data.units.items() if kind.move == LEG and kind.type == "infantry")
    found: dict[str, list[tuple[str, int]]] = {}
    printed = View(data=data, state=terrain.PRINTED)
    for frm, around in data.ground.grid.adjacent.items():
        for to in around:
            ways = (
                terrain.along_road(printed, walker, frm, to),
                terrain.cross_country(printed, walker, frm, to),
            )
            costs = [cost for cost in ways if cost is not None]
            if costs:
                found.setdefault(to, []).append((frm, min(costs)))
    return {to: tuple(steps) for to, steps in found.items()}


@recent(400)
def roads(data: Data, goal: str) -> Mapping[str, int]:
    """Points on foot to a goal from every hex, landing box and entry, enemies and friends left out of account."""
    steps, ground = _steps_into(data), data.ground

    def back(here: str, _spent: int, _before: str | None) -> Iterator[tuple[str, int]]:
        return iter(steps.get(here, ()))

    found = flood(goal, back, _LONGEST).costs
    off = {
        **{f"box:{box}": hexes for box, hexes in ground.beaches.items()},
        **{f"entry:{letter}": hexes for letter, hexes in ground.entries.items()},
    }
    near = {place: min((found.get(at, FAR) for at in hexes), default=FAR) for place, hexes in off.items()}
    return {**found, **{place: 1 + way for place, way in near.items() if way < FAR}}


@derived
def supply(data: Data) -> Mapping[str, int]:
    """Hexes from the nearest German source of supply, as the crow flies along the grid."""
    return away(data.ground.grid, frozenset(data.ground.supply))


@derived
def shore(data: Data) -> Mapping[str, int]:
    """Hexes from the nearest landing beach."""
    return away(data.ground.grid, frozenset(at for hexes in data.ground.beaches.values() for at in hexes))
