"""The player of Pegasus Bridge: the desks of its orders (:mod:`pbem_rules.shared.player`).

Take what counts, stand under cover beside the bridges, keep leaders and weak platoons alive.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem.port.messages import Message
from pbem.port.player import Advice
from pbem_rules.pegasus.model import BRITISH, GERMAN, State, Unit
from pbem_rules.pegasus.play import Play, View
from pbem_rules.pegasus.player.danger import danger, refuge, threatened
from pbem_rules.pegasus.player.fire import aimed, best
from pbem_rules.pegasus.player.goals import frail, german_strength, goals, objectives, seeks, ways
from pbem_rules.pegasus.printed.data import Data
from pbem_rules.pegasus.rules.ground import step_cost
from pbem_rules.pegasus.rules.orders.clear import CLEAR, Clear
from pbem_rules.pegasus.rules.orders.gammon import GAMMON, Gammon, bombs
from pbem_rules.pegasus.rules.orders.grenade import GRENADE, Grenade
from pbem_rules.pegasus.rules.orders.move import MOVE, Move
from pbem_rules.pegasus.rules.orders.ready import READY, Ready
from pbem_rules.pegasus.rules.orders.units import movers
from pbem_rules.pegasus.rules.turns import Done
from pbem_rules.shared.orders import AnyKind
from pbem_rules.shared.player import reasons
from pbem_rules.shared.player.intentions import sentences
from pbem_rules.shared.player.order_choice import Decision, Player


def orders(case: Decision[State, View]) -> Iterator[Advice]:
    """What the units do, one after the other; an odd ``salt`` makes them bolder, and each has objectives it prefers."""
    view, salt = case.field, case.salt
    about = goals(view, salt)
    units = movers(view)
    for unit in units:
        if unit.strength:
            goal = about.get(unit.id, "")
            order = _ordered(view, unit, goal, salt)
            if order is not None:
                yield Advice(order=order, reason=_why(view, unit, order, goal))
    # Leaders do not stay where they can be hit: each counts a point (25.1).
    away = (refuge(view, unit) for unit in units if unit.kind == "leader" and not unit.wounded)
    yield from (Advice(order=order) for order in away if order is not None)
    yield Advice(order=Done())


def shots(case: Decision[State, View]) -> Iterator[Advice]:
    """The shots of a fire phase, the best first, and its end."""
    yield from (Advice(order=order, reason=aimed(case.field, order)) for order in best(case.field))
    yield Advice(order=Done())


def intentions(view: View) -> tuple[str, ...]:
    """What the units are about: who goes for which place that is not held. The witness moves none."""
    if view.side != BRITISH:
        return ()
    found: dict[str, list[str]] = {}
    for unit, goal in objectives(view, 0).items():
        found.setdefault(view.area(goal).called, []).append(unit)
    held = [view.area(where).called for where in view.state.held]
    return sentences({place: names for place, names in found.items() if place not in held}, held)


def _why(view: View, unit: Unit, order: AttrsInstance, goal: str) -> str:
    if isinstance(order, Grenade | Gammon):
        return aimed(view, order)
    if not goal or not isinstance(order, Move):
        return ""
    place = view.area(goal).called
    if seeks(view, unit):
        return Message("To look for charges at {place}.", place=place)
    return reasons.purpose(reasons.HOLD if goal in view.state.held else reasons.TAKE, place)


def player(data: Data) -> Player[State, View]:
    """The player on a data pack."""

    def view(state: State, side: str) -> View:
        return View(data=data, state=state, side=side)

    return Player(field=view, desks=(("move", orders), ("fire", shots)), about=intentions)


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
