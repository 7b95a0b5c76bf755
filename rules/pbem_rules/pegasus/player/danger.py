"""Where it is dangerous, and the way out."""

from __future__ import annotations

from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.rules.ground import reach, step_cost
from pbem_rules.pegasus.rules.orders.move import MOVE, Move

_TANK = 6
"""What a tank counts for beside the strength points of infantry."""
_COMES = 6
"""A unit that needs no more points than this can come within two turns."""
_HARMLESS = ("officer", "car")


def danger(view: View, where: str) -> int:
    """The strength that can fire into an area: small arms reach the next one (10.1)."""
    beside = view.data.terrain.beside
    return sum(
        _TANK if each.kind == "tank" else each.strength
        for each in view.on_map(GERMAN)
        if each.kind not in _HARMLESS and (each.where == where or beside(each.where, where))
    )


def threatened(view: View, where: str) -> bool:
    """Whether Germans can be there within two turns."""
    ways = reach(view.data.terrain, where, lambda here, there: step_cost(view, BRITISH, here, there))
    return any(
        ways.get(each.where, _COMES + 1) <= _COMES
        for each in view.on_map(GERMAN)
        if each.kind not in _HARMLESS
    )


def refuge(view: View, unit: Unit) -> Move | None:
    """A step out of danger: to where the least can fire, under cover rather than in the open; None where none is better."""
    now = danger(view, unit.where)
    found = [
        (left, not view.area(other).obstructed, other)
        for other in (view.data.terrain.ways[unit.where] if now else ())
        if not view.at(other, GERMAN) and (left := danger(view, other)) < now
    ]
    orders = (Move(unit=unit.id, path=(other,)) for _, _, other in sorted(found))
    return next((each for each in orders if not MOVE.verdict(view, each)), None)
