"""How far every place is from the enemy and from one's own, in places and not in ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem_rules.kernel.derived import derived
from pbem_rules.shared.player.game import LINE, Scene


@derived
def nearness(field: Scene) -> Mapping[str, int]:
    """From every place how many places the nearest enemy stands away."""
    return away(field, field.theirs)


@derived
def among(field: Scene) -> Mapping[str, int]:
    """From every place how many places the nearest own unit of the line stands away."""
    return away(field, [at for at, stack in field.mine.items() if any(each.role == LINE for each in stack)])


def away(field: Scene, places: Iterable[str]) -> Mapping[str, int]:
    """From every place how many places the nearest of some stands away."""
    around, found = field.around, dict.fromkeys(places, 0)
    front, n = list(found), 0
    while front:
        n += 1
        ring: list[str] = []
        for place in front:
            for beside in around(place):
                if beside not in found:
                    found[beside] = n
                    ring.append(beside)
        front = ring
    return found
