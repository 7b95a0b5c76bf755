"""Which attacks the player weighs: of each that is listed, the one with all the help that it can use."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pbem.bytes.values import evolve
from pbem_rules.normandy.model import ALLIED
from pbem_rules.normandy.rules.combat import guns, support
from pbem_rules.normandy.rules.combat.attack import ATTACK, Attack
from pbem_rules.normandy.rules.view import View
from pbem_rules.shared.player.game import Fight

_LISTED = 240
_KEPT = 12
"""So many points of supply the Allied side keeps for its defence."""


def strikes(view: View) -> Iterator[Fight]:
    """Each attack that is listed but by one of several who could, and the same with ships and aircraft, hex by hex."""
    listed = [order for order in islice(ATTACK.listed(view), _LISTED) if isinstance(order, Attack)]
    parties = {order.target for order in listed if len(order.units) > 1}
    for order in listed:
        if len(order.units) > 1 or order.target not in parties:
            for each in _helped(view, order):
                yield Fight(
                    order=each, units=each.units, targets=(each.target,), forecast=ATTACK.foretold(view, each)
                )


def _helped(view: View, order: Attack) -> Iterator[Attack]:
    yield order
    if view.side != ALLIED or view.night:
        return
    ships = _ships(view, order)
    more = evolve(order, ships=ships, air=_air(view))
    if (more.ships or more.air) and view.state.points > _KEPT:
        yield more


def _ships(view: View, order: Attack) -> tuple[str, ...]:
    """The strongest ships in range, as many as there are battalions without a gun."""
    most, _ = support.battalions(view, order.units)
    found = (
        name
        for name in guns.shooters(view, view.side)
        if guns.is_ship(view, name) and guns.in_range(view, name, order.target)
    )
    ranked = sorted(found, key=lambda name: (-guns.worth(view, name), name))
    return tuple(ranked[: max(0, most - len(order.guns))])


def _air(view: View) -> int:
    return min(view.state.air, view.data.charts.air.most_support)
