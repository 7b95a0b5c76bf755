"""The player of Pegasus Bridge as it was: an objective for each unit, grenades before a rush, and everything fires."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from attrs import AttrsInstance

from pbem.port.game import Secrets
from pbem_rules.kernel.derived import derived
from pbem_rules.pegasus.model import BRITISH, GERMAN, State, Unit
from pbem_rules.pegasus.play import Play, View
from pbem_rules.pegasus.rules.ground import reach, step_cost
from pbem_rules.pegasus.rules.orders.clear import CLEAR, Clear
from pbem_rules.pegasus.rules.orders.fire import FIRE, Fire
from pbem_rules.pegasus.rules.orders.gammon import GAMMON, Gammon, bombs
from pbem_rules.pegasus.rules.orders.grenade import GRENADE, Grenade
from pbem_rules.pegasus.rules.orders.move import MOVE, Move
from pbem_rules.pegasus.rules.orders.piat import PIAT, Piat
from pbem_rules.pegasus.rules.orders.shell import SHELL, Shell
from pbem_rules.pegasus.rules.orders.units import movers
from pbem_rules.pegasus.rules.turns import Done
from pbem_rules.shared.orders import AnyKind

_CROWD = 4
_TASTE = 3


class Looks(Protocol):
    """The game, as far as it is asked."""

    def view(self, state: State, side: str) -> View: ...


def advise(rules: Looks, state: State, side: str, _secrets: Secrets, salt: int) -> AttrsInstance:
    """The next order of the British player; an odd ``salt`` makes them bolder, and each has objectives it prefers."""
    view = rules.view(state, side)
    if view.state.phase == "british fire":
        return _fire(view)
    goals = objectives(view, salt)
    for unit in movers(view):
        if unit.strength:
            order = _close(view, unit) or _step(view, unit, goals.get(unit.id, ""), salt)
            if order is not None:
                return order
    return Done()


def objectives(view: View, salt: int) -> dict[str, str]:
    """An area for each unit: the ends of the bridge for sappers while charges may be there, else what is not ours yet.

    ``salt`` makes some of them seem a point or two nearer than others.
    """
    state, terrain = view.state, view.data.terrain
    wanted = [each for each in (*terrain.bunkers, terrain.pillbox, terrain.at_gun) if not _ours(view, each)]
    wanted += [each for each in (terrain.pegasus, terrain.ranville) if each not in state.held]
    taste = {where: salt * (at + 1) // 2 % _TASTE for at, where in enumerate(terrain.areas)}
    claims: dict[str, int] = {}
    goals: dict[str, str] = {}
    for number, unit in enumerate(each for each in view.on_map(BRITISH) if each.strength):
        if unit.kind == "sappers" and state.charges in ("hidden", "connected"):
            goals[unit.id] = unit.where if unit.where in terrain.ends else terrain.ends[number % 2]
            continue
        paid = _ways(view, unit.where)
        found = [
            (paid[each] + _CROWD * claims.get(each, 0) + taste[each], each) for each in wanted if each in paid
        ]
        if found and unit.kind != "hq":
            goal = goals[unit.id] = min(found)[1]
            claims[goal] = claims.get(goal, 0) + 1
    return goals


def _ours(view: View, where: str) -> bool:
    state = view.state
    return where in state.held and (where in state.cleared or not view.area(where).bunker)


@derived
def _ways(view: View, start: str) -> Mapping[str, int]:
    """The points to every area from a start."""
    return reach(view.data.terrain, start, lambda here, there: step_cost(view, BRITISH, here, there))


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
    """One step towards the goal, with a leader; into Germans only with enough strength beside him."""
    engaged = unit.where in view.state.engaged and unit.since < view.state.turn
    if not goal or goal == unit.where or engaged:
        return None
    left = _ways(view, goal)
    steps = [
        (left[other] + cost, other)
        for other in view.data.terrain.ways[unit.where]
        if other in left and (cost := step_cost(view, BRITISH, unit.where, other)) is not None
    ]
    if not steps:
        return None
    other = min(steps)[1]
    theirs = sum(each.strength for each in view.at(other, GERMAN))
    ours = sum(each.strength for each in view.at(other, BRITISH) if not each.suppressed)
    if theirs and (unit.strength + ours) * 2 < theirs * (3 if salt % 2 else 4):
        return None
    for leader in view.at(unit.where, BRITISH):
        if leader.kind == "leader" and not leader.wounded:
            led = _if_legal(view, MOVE, Move(unit=unit.id, path=(other,), leader=leader.id))
            if led is not None:
                return led
    return _if_legal(view, MOVE, Move(unit=unit.id, path=(other,)))


def _fire(view: View) -> AttrsInstance:
    """Tanks first, then the heaviest fire at whoever is not suppressed yet."""
    guns = [each for each in (*PIAT.listed(view), *SHELL.listed(view)) if isinstance(each, Piat | Shell)]
    orders = (*sorted(guns, key=lambda each: each.target), *FIRE.listed(view), Done())
    return max(orders, key=lambda each: _worth(view, each))


def _worth(view: View, order: AttrsInstance) -> int:
    match order:
        case Piat():
            return 1000
        case Shell(target=target):
            return 1000 if target in view.board else 500 if target in view.state.guns else -1
        case Fire(target=target, units=units, guns=guns):
            aim = view.board[target]
            if aim.kind == "officer":
                return 1
            strength = sum(view.board[name].strength for name in units)
            return 2 + strength + (3 if guns else 0) + (0 if aim.suppressed else 40)
        case _:
            return 0
