"""The demonstration player: an objective for each unit, grenades before a rush, and everything fires."""

from __future__ import annotations

from collections.abc import Callable

from attrs import AttrsInstance

from pbem_rules.pegasus.checks import check
from pbem_rules.pegasus.ground import border_cost, reach
from pbem_rules.pegasus.model import BRITISH, GERMAN, State, Unit
from pbem_rules.pegasus.options import options, troops
from pbem_rules.pegasus.orders import Clear, Done, Fire, Gammon, Grenade, Move, Piat, Shell
from pbem_rules.pegasus.printed import Data
from pbem_rules.pegasus.walking import allowance, may_move, step_cost

_CROWD = 4
_TASTE = 3


def advise(data: Data, state: State, salt: int) -> AttrsInstance:
    """The next order of the British player; an odd ``salt`` makes him bolder, and each has objectives it prefers."""
    if state.phase == "british fire":
        return _fire(data, state)
    ways = _ways(data, state)
    goals = objectives(data, state, ways, salt)
    for unit in troops(data, state, BRITISH):
        if not unit.strength or not may_move(unit) or unit.spent >= allowance(data, unit):
            continue
        goal = goals.get(unit.id, "")
        for order in (
            _close(data, state, unit),
            _step(data, state, unit, (goal, ways(goal) if goal else {}), salt),
        ):
            if order is not None and not check(data, state, BRITISH, order):
                return order
    return Done()


def objectives(data: Data, state: State, ways: Callable[[str], dict[str, int]], salt: int) -> dict[str, str]:
    """An area for each unit: the ends of the bridge for sappers while charges may be there, else what is not ours yet.

    ``salt`` makes some of them seem a point or two nearer than others.
    """
    terrain = data.terrain
    wanted = [w for w in (*terrain.bunkers, terrain.pillbox, terrain.at_gun) if not _ours(state, w, data)]
    wanted += [w for w in (terrain.pegasus, terrain.ranville) if w not in state.held]
    taste = {where: salt * (at + 1) // 2 % _TASTE for at, where in enumerate(terrain.areas)}
    claims: dict[str, int] = {}
    goals: dict[str, str] = {}
    for number, unit in enumerate(u for u in troops(data, state, BRITISH) if u.strength):
        if unit.kind == "sappers" and state.charges in ("hidden", "connected"):
            goals[unit.id] = (
                terrain.ends[(number + (unit.where in terrain.ends)) % 2]
                if unit.where not in terrain.ends
                else unit.where
            )
            continue
        paid = ways(unit.where)
        found = [(paid[w] + _CROWD * claims.get(w, 0) + taste[w], w) for w in wanted if w in paid]
        if found and unit.kind != "hq":
            goals[unit.id] = min(found)[1]
            claims[goals[unit.id]] = claims.get(goals[unit.id], 0) + 1
    return goals


def _ours(state: State, where: str, data: Data) -> bool:
    return where in state.held and (where in state.cleared or not data.terrain.areas[where].bunker)


def _ways(data: Data, state: State) -> Callable[[str], dict[str, int]]:
    """The points to every area from a start, each start worked out once."""
    terrain = data.terrain
    enemy = {unit.where for unit in troops(data, state, GERMAN)}
    gone = terrain.pegasus if state.pegasus == "destroyed" else ""
    known: dict[str, dict[str, int]] = {}

    def cost(here: str, there: str) -> int | None:
        border = border_cost(data, here, there)
        if border is None or there == gone:
            return None
        return border + (data.movement.enemy if there in enemy else 0)

    def paid(start: str) -> dict[str, int]:
        if start not in known:
            known[start] = reach(terrain, start, cost)
        return known[start]

    return paid


def _close(data: Data, state: State, unit: Unit) -> AttrsInstance | None:
    """What can be done on the spot: clear a bunker, use a bomb, throw grenades."""
    if unit.suppressed:
        return None
    germans = troops(data, state, GERMAN)
    here = [each for each in germans if each.where == unit.where]
    area = data.terrain.areas[unit.where]
    if area.bunker and unit.where not in state.cleared and not here:
        return Clear(unit=unit.id)
    bombs = [each for each in state.units.values() if each.kind == "gammon" and each.bearer == unit.id]
    for target in here if bombs else ():
        if target.kind in ("tank", "car"):
            return Gammon(unit=unit.id, target=target.id)
    if unit.grenades < data.tables.grenades_most:
        near = [u for u in germans if u.where == unit.where or u.where in (*area.single, *area.double)]
        soft = [u for u in near if u.kind not in ("tank", "officer") and not u.suppressed]
        if soft:
            best = min(soft, key=lambda u: (u.where != unit.where, u.strength, u.id))
            return Grenade(unit=unit.id, target=best.id)
    return None


def _step(
    data: Data, state: State, unit: Unit, towards: tuple[str, dict[str, int]], salt: int
) -> AttrsInstance | None:
    """One step towards the goal, with a leader; into Germans only with enough strength beside him."""
    goal, left = towards
    if not goal or goal == unit.where or (unit.where in state.engaged and unit.since < state.turn):
        return None
    area = data.terrain.areas[unit.where]
    steps = [
        (left[other] + cost, other)
        for other in (*area.single, *area.double)
        if other in left and (cost := step_cost(data, state, unit.where, other)) is not None
    ]
    if not steps:
        return None
    other = min(steps)[1]
    theirs = sum(u.strength for u in troops(data, state, GERMAN) if u.where == other)
    ours = sum(u.strength for u in troops(data, state, BRITISH) if u.where == other and not u.suppressed)
    if theirs and (unit.strength + ours) * 2 < theirs * (3 if salt % 2 else 4):
        return None
    move = Move(unit=unit.id, path=(other,))
    for leader in troops(data, state, BRITISH):
        if leader.kind == "leader" and leader.where == unit.where and not leader.wounded:
            led = Move(unit=unit.id, path=(other,), leader=leader.id)
            if not check(data, state, BRITISH, led):
                return led
    return move


def _fire(data: Data, state: State) -> AttrsInstance:
    """Tanks first, then the heaviest fire at whoever is not suppressed yet."""
    best: tuple[int, AttrsInstance] | None = None
    for order in options(data, state, BRITISH):
        worth = _worth(state, order)
        if worth and (best is None or worth > best[0]):
            best = (worth, order)
    return best[1] if best else Done()


def _worth(state: State, order: AttrsInstance) -> int:
    match order:
        case Piat():
            return 1000
        case Shell(target=target):
            return 1000 if target in state.units else 500 if target in state.guns else 0
        case Fire(target=target, units=units, guns=guns):
            if state.units[target].kind == "officer":
                return 1
            strength = sum(state.units[name].strength for name in units)
            return 2 + strength + (3 if guns else 0) + (0 if state.units[target].suppressed else 40)
        case _:
            return 0
