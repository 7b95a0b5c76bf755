"""The player in combat: what to attack and with what, how to answer, who suffers, where to retreat and advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.bytes.records import AttrsInstance, frozen
from pbem.bytes.values import evolve
from pbem.port.player import Advice
from pbem_rules.june6.model import ALLIED, GERMAN, Combat, State, Task, Unit
from pbem_rules.june6.player.assessment import Mind, value
from pbem_rules.june6.player.ground import shore, supply
from pbem_rules.june6.player.odds import best_defence, best_mode, prospect, shares
from pbem_rules.june6.player.scene import objectives
from pbem_rules.june6.player.supply import Lifeline
from pbem_rules.june6.rules.combat import advance, counterattack, modifiers, retreat, support
from pbem_rules.june6.rules.combat.advance import Advance
from pbem_rules.june6.rules.combat.attack import ATTACK, Attack
from pbem_rules.june6.rules.combat.counterattack import Counterattack
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.combat.drawn_modes import Lean
from pbem_rules.june6.rules.combat.halt import Halt
from pbem_rules.june6.rules.combat.losses import RED, costs_step
from pbem_rules.june6.rules.combat.mode import Mode
from pbem_rules.june6.rules.combat.modifiers import RETREAT, STAND
from pbem_rules.june6.rules.combat.odds import attack_strength
from pbem_rules.june6.rules.combat.results import ESCAPE, alive
from pbem_rules.june6.rules.combat.retreat import Retreat
from pbem_rules.june6.rules.combat.right import AGAIN, ROUT, Right, feasible, right, targets
from pbem_rules.june6.rules.combat.suffer import Suffer
from pbem_rules.june6.rules.ground import zones_of_control
from pbem_rules.june6.rules.lookup import ratings
from pbem_rules.shared.player import reasons
from pbem_rules.shared.player.guard import bares
from pbem_rules.shared.player.order_choice import Decision

_GROUND = 0.3  # what any hex is worth to the side that takes it
_POINTS = 0.35  # and for each victory point on it
_LAST_TURNS = 2  # in which points count double
_BEACH = 0.8
_GUNS = 0.05  # what firing artillery, or one air or naval marker, costs in the eyes of the player
_MARKER = 0.18
_AT_LEAST = {ALLIED: 0.25, GERMAN: 0.3}
_WHIM = 0.3
_FIT_ONLY = 2
_CLOSE = 4
_HALF = 0.5
_STRIKE = 0.1  # a counterattack costs no activation, so less is enough
_STOPPED = 0.3  # what it is worth that nobody follows the unit that is thrown back (14.28)


def ground(mind: Mind, where: str, side: str) -> float:
    """What a hex is worth to ``side`` when it takes it, on the scale of losses."""
    points = objectives(mind).get(where, 0.0)
    last = mind.data.scenarios[mind.state.scenario].last_turn - mind.state.turn < _LAST_TURNS
    worth = _GROUND + (2 if last else 1) * _POINTS * points
    if side == GERMAN and where in mind.state.beaches:
        worth += _BEACH
    if side == ALLIED and shore(mind.data).get(where, _CLOSE) < _CLOSE:
        worth += _GROUND
    return worth


# --- attacking --------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class _Plan:
    gain: float
    order: Attack


def attacks(case: Decision[State, Mind]) -> Iterator[Advice]:
    """The attacks that are good enough, the best on each hex, the best of all first."""
    mind = case.field
    for order in good(mind):
        yield Advice(
            order=order, reason=reasons.attack([mind.name(order.target)], ATTACK.foretold(mind.view, order))
        )


def good(mind: Mind) -> list[Attack]:
    """The best attack on each hex, if it is good enough; the best of all first."""
    given = right(mind.state)
    if given is None or given.side != mind.side:
        return []
    lines = Lifeline(mind)
    rid = lines.nuisances(lines.aims())
    plans = [
        plan
        for target, units in targets(mind, given).items()
        for group in _groups(mind, units)
        if not feasible(mind, given, group, target)
        for plan in _plans(mind, given, target, group, rid.get(target, 0.0))
    ]
    least = _AT_LEAST[mind.side] + _WHIM * (mind.variation(mind.state.combats) - 0.5)
    best: dict[str, _Plan] = {}
    for plan in sorted(plans, key=lambda plan: -plan.gain):
        if plan.gain >= least:
            best.setdefault(plan.order.target, plan)
    return [plan.order for plan in best.values()]


def _groups(mind: Mind, units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    """All together; only those in order; the strongest pair, so that others may attack elsewhere."""
    found = [tuple(units), tuple(u for u in units if not (u.disorder or u.scattered))]
    strong = sorted(found[1], key=lambda u: (-attack_strength(mind.data, (u,)), u.id))
    found.append(tuple(sorted(strong[:_FIT_ONLY], key=lambda u: u.id)))
    yield from dict.fromkeys(group for group in found if group)


def _plans(mind: Mind, given: Right, target: str, group: tuple[Unit, ...], extra: float) -> Iterator[_Plan]:
    """The bare attack; with all the artillery at hand; and with Allied markers on top."""
    bare = Attack(target=target, units=tuple(unit.id for unit in group))
    yield _planned(mind, bare, group, extra)
    if not given.support:
        return
    guns = support.sources(mind, mind.side, target, group, attacking=True)
    armed = evolve(bare, artillery=guns)
    if guns:
        yield _planned(mind, armed, group, extra)
    if mind.side == ALLIED:
        for air, naval in _markers(mind, target):
            yield _planned(mind, evolve(armed, air=air, naval=naval), group, extra)


def _markers(mind: Mind, target: str) -> Iterator[tuple[int, int]]:
    """Naval markers where they reach, else air markers: one, then two."""
    most = mind.data.numbers.combat.air_markers_most
    if mind.state.naval and target in mind.data.ground.naval_range:
        yield from ((0, n) for n in range(1, min(most, mind.state.naval) + 1))
    elif mind.state.air:
        yield from ((n, 0) for n in range(1, min(most, mind.state.air) + 1))


def _planned(mind: Mind, order: Attack, group: Sequence[Unit], extra: float) -> _Plan:
    """The gain of an attack whose defender stands with the artillery that he is likely to have."""
    defenders = mind.state.board.stack(order.target)
    combat = Combat(
        n=0,
        side=mind.side,
        target=order.target,
        attackers=order.units,
        defenders=tuple(unit.id for unit in defenders),
        artillery=order.artillery,
        air=order.air,
        naval=order.naval,
        defence_artillery=_likely_guns(mind, defenders),
    )
    modifier = modifiers.total(modifiers.reasons(mind, combat))
    worth = ground(mind, order.target, mind.side) + extra
    gain, _ = best_mode(mind.data, modifier, len(group), len(defenders), worth)
    price = _GUNS * len(order.artillery) + _MARKER * (order.air + order.naval)
    return _Plan(gain=gain - price, order=order)


def _likely_guns(mind: Mind, defenders: Sequence[Unit]) -> tuple[str, ...]:
    """The artillery of the defenders' own divisions, if it has not fired and is near."""
    found = []
    for name in sorted({mind.data.unit(unit.id).formation for unit in defenders}):
        formation = mind.data.formations.get(name)
        staff = mind.state.board.get(formation.hq) if formation is not None else None
        if staff is None or staff.fired or staff.disorder or ":" in staff.where:
            continue
        points = ratings(mind.data, staff).artillery
        if points and mind.far(staff.where, defenders[0].where) <= support.reach(mind.data, staff):
            found.append(f"{staff.id}:{points if staff.efficiency else points // 2 or 1}")
    return tuple(found)


def strike_back(mind: Mind, combat: Combat, task: Task) -> Counterattack | Halt:
    """The counterattack that promises most, or none when it promises too little (14)."""
    found = [(_counter_gain(mind, combat, order), order) for order in counterattack.options(combat, task)]
    best = max(found, key=lambda each: each[0], default=None)
    least = _STRIKE + _WHIM * (mind.variation(mind.state.combats, "counter") - _HALF)
    return best[1] if best is not None and best[0] >= least else Halt()


def _counter_gain(mind: Mind, combat: Combat, order: Counterattack) -> float:
    defenders = mind.state.board.stack(combat.target)
    own = Combat(
        n=0,
        side=mind.side,
        target=combat.target,
        attackers=order.units,
        defenders=tuple(unit.id for unit in defenders),
        kind=counterattack.KIND,
    )
    modifier = modifiers.total(modifiers.reasons(mind, own))
    worth = ground(mind, combat.target, mind.side) + _STOPPED * bool(combat.tasks[1].units)
    return best_mode(mind.data, modifier, len(order.units), len(defenders), worth)[0]


def mode(mind: Mind, combat: Combat) -> Mode:
    """Assault or probe, each as often as it should be."""
    assaults = mind.variation(combat.n, "assault") < _assaults(mind, combat)
    return Mode(mode=modifiers.ASSAULT if assaults else modifiers.PROBE)


def lean(mind: Mind, combat: Combat) -> Lean:
    """The mode that is likelier, where modes are drawn."""
    return Lean(mode=modifiers.ASSAULT if _assaults(mind, combat) >= _HALF else modifiers.PROBE)


def _assaults(mind: Mind, combat: Combat) -> float:
    """How often to assault."""
    attackers, defenders = alive(mind.state, combat.attackers), alive(mind.state, combat.defenders)
    guns = _likely_guns(mind, defenders) if combat.support else ()
    likely = evolve(combat, defence_artillery=guns)
    modifier = modifiers.total(modifiers.reasons(mind, likely))
    worth = ground(mind, combat.target, mind.side)
    return shares(mind.data, modifier, len(attackers), len(defenders), worth)[0]


# --- defending --------------------------------------------------------------------------------------------------------


def defend(mind: Mind, combat: Combat) -> Defend:
    """The support with which the attacker gains least; stand or retreat, each as often as it should be."""
    units = alive(mind.state, combat.defenders)
    guns = support.sources(mind, mind.side, combat.target, units, attacking=False) if combat.support else ()
    answers = [Defend(mode=STAND), *(Defend(mode=STAND, artillery=(gun,)) for gun in guns)]
    if len(guns) > 1:
        answers.append(Defend(mode=STAND, artillery=guns))
    if combat.support and mind.side == ALLIED:
        answers.extend(
            Defend(mode=STAND, artillery=guns, air=air, naval=naval)
            for air, naval in _markers(mind, combat.target)
        )
    return min((_answered(mind, combat, units, answer) for answer in answers), key=lambda found: found[0])[1]


def _answered(mind: Mind, combat: Combat, units: Sequence[Unit], answer: Defend) -> tuple[float, Defend]:
    """The attacker's gain against an answer in its better mode, with the price of the support."""
    facing = evolve(
        combat, defence_artillery=answer.artillery, defence_air=answer.air, defence_naval=answer.naval
    )
    modifier = modifiers.total(modifiers.reasons(mind, facing))
    worth = ground(mind, combat.target, mind.side) + 0.2
    gain, _ = best_defence(mind.data, modifier, len(combat.attackers), len(units), worth)
    _, often = shares(mind.data, modifier, len(combat.attackers), len(units), worth)
    chosen = STAND if (_HALF if combat.lean else mind.variation(combat.n, "stand")) < often else RETREAT
    if chosen == RETREAT and not retreat.must_go(mind, units, combat.target, 1):
        chosen = STAND
        gain = max(
            prospect(mind.data, how, STAND, modifier, len(combat.attackers), len(units)).gain(worth)
            for how in (modifiers.ASSAULT, modifiers.PROBE)
        )
    price = _GUNS * len(answer.artillery) + _MARKER * (answer.air + answer.naval)
    return gain + price, evolve(answer, mode=chosen)


# --- results ----------------------------------------------------------------------------------------------------------


def suffer(mind: Mind, task: Task) -> Suffer:
    """The loss to the unit that is missed least; to be spared, the one that is worth most."""
    units = alive(mind.state, task.units)

    def missed(unit: Unit) -> tuple[bool, float, str]:
        effect = task.instead or task.result or RED
        dies = costs_step(unit, effect) and (unit.reduced or mind.data.unit(unit.id).reduced is None)
        return dies and mind.data.unit(unit.id).combat, value(mind.data, unit), unit.id

    spared = task.kind == ESCAPE and not task.instead
    chosen = max(units, key=missed) if spared else min(units, key=missed)
    return Suffer(unit=chosen.id)


def go_back(mind: Mind, combat: Combat, task: Task) -> Retreat:
    """The whole stack by the best way; unit by unit where it cannot stay together; else it stays."""
    units = alive(mind.state, task.units)
    stacks: list[tuple[Unit, ...]] = [tuple(units), *((unit,) for unit in units)]
    second: Retreat | None = None
    for stack in dict.fromkeys(stacks):
        ways = list(retreat.paths(mind, stack, combat.target, task.distance))
        if not ways:
            continue
        way = min(ways, key=lambda path: _way(mind, stack, path))
        order = Retreat(units=tuple(unit.id for unit in stack), path=way)
        if not retreat.zone_hexes(mind, stack, way):
            return order
        second = second or order
    return second or Retreat(units=tuple(unit.id for unit in units))


def _way(mind: Mind, stack: Sequence[Unit], path: tuple[str, ...]) -> tuple[float, ...]:
    """Lower is better: zones entered, objectives left, ground, and the way home."""
    end = path[-1]
    zones = len(retreat.zone_hexes(mind, stack, path))
    cover = mind.data.charts.terrain[mind.data.ground.terrain[end]].defence
    home = (shore if mind.side == ALLIED else supply)(mind.data).get(end, 99)
    crowd = len(mind.state.board.at(end))
    return (zones, len(path), cover - ground(mind, end, mind.side), home + crowd)


def follow(mind: Mind, combat: Combat, task: Task) -> Advance | Halt:
    """The best advance: into what is worth having, not out of it, and not too thin."""
    must = advance.compelled(mind, combat, task)
    found: list[tuple[float, Advance]] = []
    for name in task.units:
        for path in advance.paths(mind, combat, task, name):
            found.append((_advance_gain(mind, mind.state.board[name], path), Advance(unit=name, path=path)))
    best = max(found, key=lambda each: each[0], default=None)
    if best is None or (best[0] <= 0 and not must):
        return Halt()
    if must and mind.data.unit(best[1].unit).hq:
        fighting = [each for each in found if not mind.data.unit(each[1].unit).hq]
        best = max(fighting, key=lambda each: each[0], default=best)
    return best[1]


def _advance_gain(mind: Mind, unit: Unit, path: tuple[str, ...]) -> float:
    data, state, end = mind.data, mind.state, path[-1]
    if data.unit(unit.id).hq:
        return -1.0
    if bares(mind, unit.where, (unit.id,), end):
        return -1.0
    taken = sum(ground(mind, where, mind.side) for where in path if not state.board.at(where))
    left = ground(mind, unit.where, mind.side) if len(state.board.at(unit.where)) == 1 else 0.0
    thin = zones_of_control.in_zone(mind, end, mind.enemy) and ratings(data, unit).cs < 3
    company = 0.2 * len(state.board.at(end))
    better = mind.pull(end) - mind.pull(unit.where)
    return taken - 0.8 * left + company + 0.2 * better - (0.4 if thin else 0.0) - 0.1 * (len(path) - 1)


def decide(case: Decision[State, Mind], combat: Combat) -> Iterator[Advice]:
    """The orders that a combat on top of the stack asks this side for."""
    if combat.stage not in ("mode", "defend") and combat.tasks[:1] and combat.tasks[0].kind in (AGAIN, ROUT):
        yield from attacks(case)
        yield Advice(order=Halt())
    else:
        yield from (Advice(order=order) for order in _decided(case.field, combat))


def _decided(mind: Mind, combat: Combat) -> Iterator[AttrsInstance]:
    if combat.stage == "mode":
        yield mode(mind, combat)
        yield lean(mind, combat)
    elif combat.stage == "defend":
        yield defend(mind, combat)
    elif combat.tasks:
        yield _after(mind, combat, combat.tasks[0])


def _after(mind: Mind, combat: Combat, task: Task) -> AttrsInstance:
    match task.kind:
        case counterattack.KIND:
            return strike_back(mind, combat, task)
        case retreat.KIND:
            return go_back(mind, combat, task)
        case advance.KIND:
            return follow(mind, combat, task)
        case _:
            return suffer(mind, task)
