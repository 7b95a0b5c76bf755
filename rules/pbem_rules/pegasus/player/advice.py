"""The player of Pegasus Bridge: the desks of its orders (:mod:`pbem_rules.shared.player`).

Take what counts, stand under cover beside the bridges, keep leaders and weak platoons alive.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem.port.messages import Message
from pbem.port.player import Advice
from pbem_rules.pegasus.model import BRITISH, GERMAN, State, Unit
from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.player.fire import aimed, best
from pbem_rules.pegasus.player.goals import danger, frail, goals, objectives, refuge, seeks, threatened, ways
from pbem_rules.pegasus.printed.data import Data
from pbem_rules.pegasus.rules.ground import step_cost
from pbem_rules.pegasus.rules.orders.clear import Clear
from pbem_rules.pegasus.rules.orders.gammon import Gammon, bombs
from pbem_rules.pegasus.rules.orders.grenade import Grenade
from pbem_rules.pegasus.rules.orders.move import Move
from pbem_rules.pegasus.rules.orders.ready import Ready
from pbem_rules.pegasus.rules.orders.units import movers
from pbem_rules.pegasus.rules.turns import Done
from pbem_rules.shared.player import reasons
from pbem_rules.shared.player.intentions import sentences
from pbem_rules.shared.player.order_choice import Decision, Player


def orders(case: Decision[State, View]) -> Iterator[Advice]:
    """What the units do, one after the other; an odd ``salt`` makes them bolder, and each has objectives it prefers."""
    view, salt = case.field, case.salt
    about, units = goals(view, salt), movers(view)
    for unit in units:
        goal = about.get(unit.id, "")
        for order in _wishes(view, unit, goal, salt) if unit.strength else ():
            yield Advice(order=order, reason=_why(view, unit, order, goal))
    # Leaders do not stay where they can be hit: each counts a point (25.1).
    for unit in units:
        if unit.kind == "leader" and not unit.wounded:
            yield from (Advice(order=order) for order in refuge(view, unit))
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
    return sentences(view.side, {place: names for place, names in found.items() if place not in held}, held)


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
    return Player(
        field=lambda state, side: View(data=data, state=state, side=side),
        desks=(("move", orders), ("fire", shots)),
        about=intentions,
    )


def _wishes(view: View, unit: Unit, goal: str, salt: int) -> Iterator[AttrsInstance]:
    """What one unit would like to do now, the best first; a weak one in the fire goes no further into it."""
    if frail(unit):
        yield from refuge(view, unit)
    if not unit.suppressed:
        yield from _on_the_spot(view, unit)
    if not (frail(unit) and danger(view, unit.where)):
        yield from _steps(view, unit, goal, salt)
        # A ready position at its post, when Germans are about to come.
        if goal == unit.where and not (unit.spent or view.area(goal).bunker) and threatened(view, goal):
            yield Ready(unit=unit.id)


def _on_the_spot(view: View, unit: Unit) -> Iterator[AttrsInstance]:
    """To clear a bunker, use a bomb, throw grenades."""
    here = view.at(unit.where, GERMAN)
    if view.area(unit.where).bunker and unit.where not in view.state.cleared and not here:
        yield Clear(unit=unit.id)
    for target in here if bombs(view, unit.id) else ():
        if target.kind in ("tank", "car"):
            yield Gammon(unit=unit.id, target=target.id)
    if unit.grenades < view.data.tables.grenades_most:
        near = (unit.where, *view.data.terrain.ways[unit.where])
        germans = (each for each in view.on_map(GERMAN) if each.where in near and not each.suppressed)
        soft = [each for each in germans if each.kind not in ("tank", "officer")]
        for each in sorted(soft, key=lambda each: (each.where != unit.where, each.strength, each.id))[:1]:
            yield Grenade(unit=unit.id, target=each.id)


def _steps(view: View, unit: Unit, goal: str, salt: int) -> Iterator[Move]:
    """One step towards the goal; into Germans only with enough strength, never a tank; with a leader where it is safe."""
    engaged = unit.where in view.state.engaged and unit.since < view.state.turn
    left = ways(view, goal) if goal and goal != unit.where and not engaged else {}
    steps = [
        (left[other] + cost, other)
        for other in view.data.terrain.ways[unit.where]
        if other in left and (cost := step_cost(view, BRITISH, unit.where, other)) is not None
    ]
    for _, other in sorted(steps)[:1]:
        germans = view.at(other, GERMAN)
        theirs = sum(each.strength for each in germans)
        ours = sum(each.strength for each in view.at(other, BRITISH) if not each.suppressed)
        weak = theirs and (unit.strength + ours) * 2 < theirs * (3 if salt % 2 else 4)
        if weak or any(each.kind == "tank" for each in germans):
            return
        for leader in () if danger(view, other) else view.at(unit.where, BRITISH):
            if leader.kind == "leader" and not leader.wounded:
                yield Move(unit=unit.id, path=(other,), leader=leader.id)
        yield Move(unit=unit.id, path=(other,))
