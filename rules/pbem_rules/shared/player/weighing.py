"""What a position is worth to a side, by the strength of both and the places that count."""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.shared.player.distances import around
from pbem_rules.shared.player.game import Field, strength

_HUNDRED = 100
WEIGHTS: Mapping[str, int] = {"strength": 100, "aims": 300, "exposed": 1}
"""What one of each is worth, in hundredths of a point of strength."""


def terms(field: Field) -> Mapping[str, int]:
    """Strength against strength, places that count, and what the other side could strike in its next turn."""
    ours = sum(sum(strength(stack)) for stack in field.mine.values())
    theirs = sum(sum(strength(stack)) for stack in field.theirs.values())
    aims = sum(aim.worth if aim.held else -aim.worth for aim in field.aims.values())
    return {"strength": ours - theirs, "aims": aims, "exposed": -_exposed(field)}


def _exposed(field: Field) -> int:
    """The strength in hundredths that the other side may take where it can strike at two to one or better, as everybody
    stands."""
    total = 0
    for place, stack in field.mine.items():
        beside: Mapping[str, int] = {
            at: strength(field.theirs[at])[0] * field.crossing(at, place) // _HUNDRED
            for at in around(field, place)
            if at in field.theirs
        }
        own = strength(stack)[1] * field.ground(place, field.side) // _HUNDRED
        if own and sum(beside.values()) >= 2 * own:
            total += _HUNDRED * sum(strength(stack)) // (4 * max(1, sum(each.steps for each in stack)))
    return total
