"""How far every place is from the enemy and from one's own, in places and not in ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem_rules.kernel.derived import derived, recent
from pbem_rules.kernel.hexes import Grid
from pbem_rules.shared.player.game import LINE, Scene


def around(field: Scene, place: str) -> Sequence[str]:
    """The hexes beside a place; none beside one off the map."""
    return field.grid.adjacent.get(place, ())


@derived
def nearness(field: Scene) -> Mapping[str, int]:
    """From every place how many places the nearest enemy stands away."""
    return away(field.grid, frozenset(field.theirs))


@derived
def among(field: Scene) -> Mapping[str, int]:
    """From every place how many places the nearest own unit of the line stands away."""
    stood = (at for at, stack in field.mine.items() if any(each.role == LINE for each in stack))
    return away(field.grid, frozenset(stood))


@recent(8)
def away(grid: Grid, places: frozenset[str]) -> Mapping[str, int]:
    """From every hex how many hexes the nearest of some is away: while one side moves, the other stands as it stood."""
    adjacent, ring, found = grid.adjacent, dict.fromkeys(sorted(places), 0), dict[str, int]()
    while ring:
        found |= ring
        beside = (each for at in ring for each in adjacent.get(at, ()) if each not in found)
        ring = dict.fromkeys(beside, 1 + next(iter(ring.values())))
    return found
