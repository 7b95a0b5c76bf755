"""The demonstration player: take what counts, stand under cover beside the bridges, keep leaders and weak platoons alive."""

from __future__ import annotations

from attrs import AttrsInstance

from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play, View
from pbem_rules.pegasus.player.danger import danger, refuge, threatened
from pbem_rules.pegasus.player.fire import shot
from pbem_rules.pegasus.player.goals import frail, german_strength, goals, ways
from pbem_rules.pegasus.rules.ground import step_cost
from pbem_rules.pegasus.rules.orders.clear import CLEAR, Clear
from pbem_rules.pegasus.rules.orders.gammon import GAMMON, Gammon, bombs
from pbem_rules.pegasus.rules.orders.grenade import GRENADE, Grenade
from pbem_rules.pegasus.rules.orders.move import MOVE, Move
from pbem_rules.pegasus.rules.orders.ready import READY, Ready
from pbem_rules.pegasus.rules.orders.units import movers
from pbem_rules.pegasus.rules.turns import Done
from pbem_rules.shared.orders import AnyKind


def advise(view: View, salt: int) -> AttrsInstance:
    """The next order of the British player; an odd ``salt`` makes them bolder, and each has objectives it prefers."""
    if view.state.phase == "british fire":
        return shot(view)
    about = goals(view, salt)
    units = movers(view)
    for unit in units:
        if unit.strength:
            order = _ordered(view, unit, about.get(unit.id, ""), salt)
            if order is not None:
                return order
    # Leaders do not stay where they can be hit: each counts a point (25.1).
    away = (refuge(view, unit) for unit in units if unit.kind == "leader" and not unit.wounded)
    return next((order for order in away if order is not None), Done())


def _ordered(view: View, unit: Unit, goal: str, salt: int) -> AttrsInstance | None:
    """What one unit does now; None when it stays."""
    if frail(unit):
        away = refuge(view, unit)
        if away is not None or danger(view, unit.where):
            return away or _close(view, unit)
    return _close(view, unit) or _step(view, unit, goal, salt) or _dig(view, unit, goal)


def _if_legal(view: View, kind: AnyKind[View, Play], order: AttrsInstance) -> AttrsInstance | None:
    return None if kind.verdict(view, order) else order


def _close(view: View, unit: Unit) -> AttrsInstance | None:
    """What can be done on the spot: clear a bunker, use a bomb, throw grenades."""
    if unit.suppressed:
        return None
    here = view.at(unit.where, GERMAN)
    if view.area(unit.where).bunker and unit.where not in view.state.cleared and not here:
        return _if_legal(view, CLEAR, Clear(unit=unit.id))
    for target in here if bombs(view, unit.id) else ():
        if target.kind in ("tank", "car"):
            return _if_legal(view, GAMMON, Gammon(unit=unit.id, target=target.id))
    if unit.grenades < view.data.tables.grenades_most:
        near = (unit.where, *view.data.terrain.ways[unit.where])
        germans = (each for each in view.on_map(GERMAN) if each.where in near)
        soft = [each for each in germans if each.kind not in ("tank", "officer") and not each.suppressed]
        if soft:
            best = min(soft, key=lambda each: (each.where != unit.where, each.strength, each.id))
            return _if_legal(view, GRENADE, Grenade(unit=unit.id, target=best.id))
    return None


def _step(view: View, unit: Unit, goal: str, salt: int) -> AttrsInstance | None:
    """One step towards the goal; into Germans only with enough strength, never a tank; with a leader where it is safe."""
    engaged = unit.where in view.state.engaged and unit.since < view.state.turn
    if not goal or goal == unit.where or engaged:
        return None
    left = ways(view, goal)
    steps = [
        (left[other] + cost, other)
        for other in view.data.terrain.ways[unit.where]
        if other in left and (cost := step_cost(view, BRITISH, unit.where, other)) is not None
    ]
    if not steps:
        return None
    other = min(steps)[1]
    theirs = german_strength(view, other)
    ours = sum(each.strength for each in view.at(other, BRITISH) if not each.suppressed)
    if theirs and (unit.strength + ours) * 2 < theirs * (3 if salt % 2 else 4):
        return None
    if any(each.kind == "tank" for each in view.at(other, GERMAN)):
        return None
    for leader in () if danger(view, other) else view.at(unit.where, BRITISH):
        if leader.kind == "leader" and not leader.wounded:
            led = _if_legal(view, MOVE, Move(unit=unit.id, path=(other,), leader=leader.id))
            if led is not None:
                return led
    return _if_legal(view, MOVE, Move(unit=unit.id, path=(other,)))


def _dig(view: View, unit: Unit, goal: str) -> AttrsInstance | None:
    """A ready position at its post, when Germans are about to come."""
    if goal != unit.where or unit.spent or view.area(goal).bunker or not threatened(view, goal):
        return None
    return _if_legal(view, READY, Ready(unit=unit.id))
