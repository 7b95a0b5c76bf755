"""The player in combat: what to attack and with what, how to answer, who suffers, where to retreat and advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.bytes.values import evolve
from pbem.port.player import Advice
from pbem_rules.june6.model import ALLIED, GERMAN, Bombardment, Combat, State, Task, Unit
from pbem_rules.june6.player import bombardments
from pbem_rules.june6.player.assessment import Mind, value
from pbem_rules.june6.player.ground import shore, supply
from pbem_rules.june6.player.odds import Modes, modes
from pbem_rules.june6.rules.combat import advance, counterattack, modifiers, retreat, support
from pbem_rules.june6.rules.combat.advance import Advance
from pbem_rules.june6.rules.combat.attack import ATTACK, Attack
from pbem_rules.june6.rules.combat.counterattack import Counterattack
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.combat.drawn_modes import Lean
from pbem_rules.june6.rules.combat.losses import RED, costs_step
from pbem_rules.june6.rules.combat.mode import Mode
from pbem_rules.june6.rules.combat.modifiers import RETREAT, STAND
from pbem_rules.june6.rules.combat.odds import attack_strength
from pbem_rules.june6.rules.combat.results import ESCAPE, alive
from pbem_rules.june6.rules.combat.retreat import Retreat
from pbem_rules.june6.rules.combat.right import Right, feasible, right, targets
from pbem_rules.june6.rules.combat.suffer import Suffer
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
_THIN = 3  # a weaker unit does not go next to the enemy
_HELD = 0.2  # what it is worth to stand where one stands


def ground(mind: Mind, where: str, side: str) -> float:
    """What a hex is worth to ``side`` when it takes it, on the scale of losses."""
    points = mind.objectives.get(where, 0.0)
    worth = _GROUND + (2 if mind.turns_left < _LAST_TURNS else 1) * _POINTS * points
    if side == GERMAN and where in mind.state.beaches:
        worth += _BEACH
    if side == ALLIED and shore(mind.data).get(where, _CLOSE) < _CLOSE:
        worth += _GROUND
    return worth


def _weighed(mind: Mind, combat: Combat, more: float = 0.0) -> Modes:
    """What a combat promises its attacker, with the support that is in it; ``more``: what the hex is worth besides."""
    units = alive(mind.state, combat.attackers), alive(mind.state, combat.defenders)
    modifier = modifiers.total(modifiers.reasons(mind, combat))
    worth = ground(mind, combat.target, mind.side) + more
    return modes(mind.data, modifier, len(units[0]), len(units[1]), worth)


# --- attacking --------------------------------------------------------------------------------------------------------


def attacks(case: Decision[State, Mind]) -> Iterator[Advice]:
    """The best attack on each hex, if it is good enough; the best of all first."""
    mind = case.field
    given = right(mind.state)
    if given is None or given.side != mind.side:
        return
    least = _AT_LEAST[mind.side] + _WHIM * (mind.variation(mind.state.combats) - _HALF)
    orders = (
        order
        for target, units in targets(mind, given).items()
        for group in _groups(mind, units)
        if not feasible(mind, given, group, target)
        for order in _orders(mind, given, target, group)
    )
    best: dict[str, Attack] = {}
    for gain, order in sorted(((_gain(mind, order), order) for order in orders), key=lambda each: -each[0]):
        if gain >= least:
            best.setdefault(order.target, order)
    for order in best.values():
        found = ATTACK.foretold(mind.view, order)
        yield Advice(order=order, reason=reasons.attack([mind.name(order.target)], found))


def _groups(mind: Mind, units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    """All together; only those in order; the strongest pair, so that others may attack elsewhere."""
    found = [tuple(units), tuple(u for u in units if not (u.disorder or u.scattered))]
    strong = sorted(found[1], key=lambda u: (-attack_strength(mind.data, (u,)), u.id))
    found.append(tuple(sorted(strong[:_FIT_ONLY], key=lambda u: u.id)))
    yield from dict.fromkeys(group for group in found if group)


def _orders(mind: Mind, given: Right, target: str, group: tuple[Unit, ...]) -> Iterator[Attack]:
    """The bare attack; with all the artillery at hand; and with Allied markers on top."""
    bare = Attack(target=target, units=tuple(unit.id for unit in group))
    yield bare
    if not given.support:
        return
    armed = evolve(bare, artillery=support.sources(mind, mind.side, target, group, attacking=True))
    if armed.artillery:
        yield armed
    for air, naval in _markers(mind, target):
        yield evolve(armed, air=air, naval=naval)


def _markers(mind: Mind, target: str) -> Iterator[tuple[int, int]]:
    """Allied naval markers where they reach, else air markers: one, then two."""
    numbers, state = mind.data.numbers.combat, mind.state
    if mind.side != ALLIED:
        return
    if state.naval and target in mind.data.ground.naval_range:
        yield from ((0, n) for n in range(1, min(numbers.naval_markers_most, state.naval) + 1))
    elif state.air:
        yield from ((n, 0) for n in range(1, min(numbers.air_markers_most, state.air) + 1))


def _gain(mind: Mind, order: Attack) -> float:
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
    return _weighed(mind, combat).gain - _price(order)


def _price(order: Attack | Defend) -> float:
    """What support costs that could be of use elsewhere."""
    return _GUNS * len(order.artillery) + _MARKER * (order.air + order.naval)


def rough_gain(mind: Mind, group: Sequence[Unit], foe: str) -> float:
    """The gain of an attack with some support, from strength, cohesion, ground and Disorder alone."""
    data, defenders = mind.data, mind.state.board.stack(foe)
    ours, theirs = ([ratings(data, unit) for unit in units] for units in (group, defenders))
    ratio = sum(each.cs for each in ours) / max(1, sum(each.cs for each in theirs))
    odds = 3 if ratio >= 5 else 2 if ratio >= 2.5 else 1 if ratio >= 1.25 else 0 if ratio >= 0.8 else -1
    cohesion = max(each.cohesion for each in ours) - max(each.cohesion for each in theirs)
    cover = data.charts.terrain[data.ground.terrain[foe]].defence
    help_ = 2 if mind.side == ALLIED and foe in data.ground.naval_range else 1
    shaken = any(unit.disorder for unit in defenders) - any(unit.disorder for unit in group)
    modifier = odds + max(-3, min(3, cohesion)) + cover + help_ + shaken
    return modes(data, modifier, len(group), len(defenders), ground(mind, foe, mind.side)).gain


def _likely_guns(mind: Mind, defenders: Sequence[Unit]) -> tuple[str, ...]:
    """The artillery of the defenders' own divisions, if it has not fired and is near."""
    found = []
    for name in sorted({mind.data.unit(unit.id).formation for unit in defenders}):
        formation = mind.data.formations.get(name)
        staff = mind.state.board.get(formation.hq) if formation is not None else None
        if staff is None or staff.fired or staff.disorder or ":" in staff.where:
            continue
        points = ratings(mind.data, staff).artillery
        if points and mind.grid.distance(staff.where, defenders[0].where) <= support.reach(mind.data, staff):
            found.append(f"{staff.id}:{points if staff.efficiency else points // 2 or 1}")
    return tuple(found)


def strike_back(mind: Mind) -> Iterator[Counterattack]:
    """The counterattack that promises most, when it promises enough (14)."""
    combat = mind.state.current(Combat)
    least = _STRIKE + _WHIM * (mind.variation(mind.state.combats, "counter") - _HALF)
    found = [
        (_counter_gain(mind, combat, order), order)
        for order in counterattack.options(combat, combat.tasks[0])
    ]
    gain, best = max(found, key=lambda each: each[0], default=(least - 1, None))
    if best is not None and gain >= least:
        yield best


def _counter_gain(mind: Mind, combat: Combat, order: Counterattack) -> float:
    own = Combat(
        n=0,
        side=mind.side,
        target=combat.target,
        attackers=order.units,
        defenders=mind.state.board.at(combat.target),
        kind=counterattack.KIND,
    )
    return _weighed(mind, own, _STOPPED * bool(combat.tasks[1].units)).gain


def mode(mind: Mind) -> Iterator[Mode]:
    """Assault or probe, each as often as it should be."""
    combat = mind.state.current(Combat)
    yield Mode(mode=_mode(mind, combat, mind.variation(combat.n, "assault")))


def lean(mind: Mind) -> Iterator[Lean]:
    """The mode that is likelier, where modes are drawn."""
    yield Lean(mode=_mode(mind, mind.state.current(Combat), _HALF))


def _mode(mind: Mind, combat: Combat, drawn: float) -> str:
    guns = _likely_guns(mind, alive(mind.state, combat.defenders)) if combat.support else ()
    often = _weighed(mind, evolve(combat, defence_artillery=guns)).assault
    return modifiers.ASSAULT if drawn < often or often == 1 else modifiers.PROBE


# --- defending --------------------------------------------------------------------------------------------------------


def defend(mind: Mind) -> Iterator[Defend]:
    """The support with which the attacker gains least; stand or retreat, each as often as it should be."""
    combat = mind.state.current(Combat)
    units = alive(mind.state, combat.defenders)
    answers = [Defend(mode=STAND)]
    if combat.support:
        guns = support.sources(mind, mind.side, combat.target, units, attacking=False)
        answers += (Defend(mode=STAND, artillery=each) for each in (*((gun,) for gun in guns), guns) if each)
        answers += (
            Defend(mode=STAND, artillery=guns, air=air, naval=naval)
            for air, naval in _markers(mind, combat.target)
        )
    found = [_answered(mind, combat, units, answer) for answer in answers]
    yield min(found, key=lambda each: each[0])[1]


def _answered(mind: Mind, combat: Combat, units: Sequence[Unit], answer: Defend) -> tuple[float, Defend]:
    """The attacker's gain against an answer, with the price of the support."""
    facing = evolve(
        combat, defence_artillery=answer.artillery, defence_air=answer.air, defence_naval=answer.naval
    )
    weighed = _weighed(mind, facing, _HELD)
    drawn = _HALF if combat.lean else mind.variation(combat.n, "stand")
    stands = drawn < weighed.stand or not retreat.must_go(mind, units, combat.target, 1)
    return weighed.gain + _price(answer), evolve(answer, mode=STAND if stands else RETREAT)


# --- results ----------------------------------------------------------------------------------------------------------


def suffer(mind: Mind) -> Iterator[Suffer]:
    """The loss to the unit that is missed least; to be spared, the one that is worth most."""
    frame = mind.state.frames[-1]
    if isinstance(frame, Bombardment):
        yield bombardments.hit(mind, frame)
    elif isinstance(frame, Combat):
        yield _loss(mind, frame.tasks[0])


def _loss(mind: Mind, task: Task) -> Suffer:
    def missed(unit: Unit) -> tuple[bool, float, str]:
        effect = task.instead or task.result or RED
        dies = costs_step(unit, effect) and (unit.reduced or mind.data.unit(unit.id).reduced is None)
        return dies and mind.data.unit(unit.id).combat, value(mind.data, unit), unit.id

    ranked = sorted(alive(mind.state, task.units), key=missed)
    return Suffer(unit=ranked[-1 if task.kind == ESCAPE and not task.instead else 0].id)


def go_back(mind: Mind) -> Iterator[Retreat]:
    """The whole stack by the best way; unit by unit where it cannot stay together; else it stays."""
    combat = mind.state.current(Combat)
    units = alive(mind.state, combat.tasks[0].units)
    ranked = []
    for stack in dict.fromkeys([units, *((unit,) for unit in units)]):
        ways = list(retreat.paths(mind, stack, combat.target, combat.tasks[0].distance))
        if ways:
            way, path = min((_way(mind, stack, path), path) for path in ways)
            ranked.append((way[0] > 0, Retreat(units=tuple(unit.id for unit in stack), path=path)))
    yield from (order for _, order in sorted(ranked, key=lambda each: each[0]))
    yield Retreat(units=tuple(unit.id for unit in units))


def _way(mind: Mind, stack: Sequence[Unit], path: tuple[str, ...]) -> tuple[float, ...]:
    """Lower is better: zones entered, objectives left, ground, and the way home."""
    end = path[-1]
    zones = len(retreat.zone_hexes(mind, stack, path))
    cover = mind.data.charts.terrain[mind.data.ground.terrain[end]].defence
    home = (shore if mind.side == ALLIED else supply)(mind.data).get(end, 99)
    crowd = len(mind.state.board.at(end))
    return (zones, len(path), cover - ground(mind, end, mind.side), home + crowd)


def follow(mind: Mind) -> Iterator[Advance]:
    """The best advance: into what is worth having, and not out of it; a headquarters only where somebody must go."""
    combat = mind.state.current(Combat)
    task = combat.tasks[0]
    must = advance.compelled(mind, combat, task)
    found = [
        (_advance_gain(mind, name, path), Advance(unit=name, path=path))
        for name in task.units
        for path in advance.paths(mind, combat, task, name)
    ]
    ranked = sorted(found, key=lambda each: -each[0])
    yield from (order for gain, order in ranked if gain > 0 or must)


def _advance_gain(mind: Mind, name: str, path: tuple[str, ...]) -> float:
    board, unit, end = mind.state.board, mind.state.board[name], path[-1]
    if mind.data.unit(name).hq:
        return -2.0
    if bares(mind, unit.where, (name,), end):
        return -1.0
    taken = sum(ground(mind, where, mind.side) for where in path if not board.at(where))
    left = ground(mind, unit.where, mind.side) if len(board.at(unit.where)) == 1 else 0.0
    better = mind.pull(end) - mind.pull(unit.where)
    thin = mind.foe_distance(end) <= 1 and ratings(mind.data, unit).cs < _THIN
    return taken - 0.8 * left + 0.2 * len(board.at(end)) + 0.2 * better - 0.4 * thin - 0.1 * (len(path) - 1)
