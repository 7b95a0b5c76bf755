"""The player in an activation: who joins, who rallies, where each unit goes, and when the moving is over.

Units are looked at once, in a fixed order; those that come before the last that has moved have been passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import AttrsInstance

from pbem.port.player import Advice
from pbem_rules.june6.model import ALLIED, GERMAN, Activation, State, Unit
from pbem_rules.june6.player import bombardments, combat, engineers, reach
from pbem_rules.june6.player.assessment import Mind, value
from pbem_rules.june6.player.defences import break_down
from pbem_rules.june6.player.ground import FAR
from pbem_rules.june6.player.places import Fighter, Staff, guards_beach
from pbem_rules.june6.player.supply import Lifeline
from pbem_rules.june6.printed.data import Data, UnitType
from pbem_rules.june6.rules.ground.stacking import stacking_violations
from pbem_rules.june6.rules.lookup import on_map, waits
from pbem_rules.june6.rules.markers.activating import Fight
from pbem_rules.june6.rules.movement import move, refitting
from pbem_rules.june6.rules.movement.move import Assign, Move, Strategic
from pbem_rules.june6.rules.movement.rallying import Rally
from pbem_rules.june6.rules.movement.refitting import Refit
from pbem_rules.june6.rules.turns import Done
from pbem_rules.kernel.paths import Reach
from pbem_rules.shared.player import reasons
from pbem_rules.shared.player.guard import allowed
from pbem_rules.shared.player.order_choice import Decision
from pbem_rules.shared.player.sectors import HOLD, TAKE, stance

_STAY_ABOVE = 0.12  # a move must be better than staying by this much
_LANDED = 2.0
_ANYWHERE = 1000.0  # a headquarters enters wherever it can
_CLOSING = 6  # hexes
_MARCH = 9  # an enemy farther than this lets a unit take the road
_IDLE = 14
_JOIN = 3
_TRIES = 4
_BY_DAY = (
    0.3  # by how much a road march must be better before the first unit of a formation risks attrition (8.3)
)


def decide(case: Decision[State, Mind], frame: Activation) -> Iterator[Advice]:
    """Orders for the active formations, the wanted one first; what fails the check is passed over by the caller."""
    if frame.stage != "move":
        yield from _fight(case, frame)
        return
    for order in _moving(case.field, frame):
        yield Advice(order=order, reason=why(case.field, order))


def why(mind: Mind, order: AttrsInstance) -> str:
    """What a fighting unit moves for."""
    if not isinstance(order, Move | Strategic) or not mind.data.unit(order.unit).combat:
        return ""
    unit, end = mind.state.board[order.unit], order.path[-1]
    if end in mind.aims and not mind.aims[end].held:
        return reasons.purpose(TAKE, mind.name(end))
    sector = mind.sector(unit)
    if sector is not None and _nearer(mind.ways(sector.goal), unit.where, end):
        task = stance(mind, sector.goal) if sector.task == HOLD else TAKE
        return reasons.purpose(task, mind.name(sector.goal))
    goal = mind.draws(end)
    own = dict(mind.state.held).get(goal, GERMAN) == mind.side and goal not in mind.enemies
    return reasons.purpose(HOLD if own else TAKE, mind.name(goal)) if goal else ""


def _nearer(ways: Mapping[str, int], frm: str, to: str) -> bool:
    """Whether a move brings a unit nearer to a place; one that comes on the map is on its way there."""
    return ":" in frm or ways.get(to, FAR) < ways.get(frm, FAR)


def _moving(mind: Mind, frame: Activation) -> Iterator[AttrsInstance]:
    if frame.full:
        yield from _join(mind, frame)
        if mind.side == GERMAN:
            yield from break_down(mind)
    refits = tuple(_refit(mind, frame)) if refitting.in_season(mind) else ()
    units = [unit for unit in _next(mind, frame) if not refits or unit.id != refits[0].unit]
    if units:
        lines = Lifeline(mind)
        aims = lines.aims()
        for unit in (*_staff_first(mind, frame, units), *units):
            yield from _orders(mind, frame, unit, lines, aims)
    yield from refits
    yield from engineers.after_movement(mind, frame)
    yield Fight()
    yield from _gliders(mind, frame)


def _fight(case: Decision[State, Mind], frame: Activation) -> Iterator[Advice]:
    """Rockets, then attacks; rest for the disordered; the guns that no attack has asked for; and that is all."""
    yield from (Advice(order=order) for order in bombardments.rockets(case.field))
    yield from combat.attacks(case)
    yield from (Advice(order=order) for order in _after_attacks(case.field, frame))


def _after_attacks(mind: Mind, frame: Activation) -> Iterator[AttrsInstance]:
    for unit in move.members(mind, frame):
        if unit.disorder and unit.id not in (*frame.moved, *frame.attacked, *frame.rallied):
            yield Rally(unit=unit.id)
    yield from bombardments.time_on_target(mind)
    yield from engineers.before_the_end(mind, frame)
    yield Done()


def _refit(mind: Mind, frame: Activation) -> Iterator[Refit]:
    """The most valuable reduced unit out of contact is restored before anybody else takes the nation's one refit."""
    worn = [
        unit
        for unit in move.members(mind, frame)
        if unit.reduced and on_map(mind.data, unit) and mind.foe_distance(unit.where) > 1
        if next(refitting.barred_from_restoring(mind, frame, unit), None) is None
    ]
    for unit in sorted(worn, key=lambda unit: (-mind.data.unit(unit.id).full.cs, unit.id)):
        yield Refit(unit=unit.id)


def _gliders(mind: Mind, frame: Activation) -> Iterator[AttrsInstance]:
    """A unit that has to land before the activation can end, wherever it may."""
    for unit in move.members(mind, frame):
        if not on_map(mind.data, unit):
            for _, path in move.reach(mind, unit.id).values():
                yield Move(unit=unit.id, path=path)


# --- joining ----------------------------------------------------------------------------------------------------------


def _join(mind: Mind, frame: Activation) -> Iterator[Assign]:
    """Corps troops near the front join the active division, before anybody has moved."""
    data, division = mind.data, frame.formations[0]
    if frame.moved or frame.strategic or len(frame.formations) > 1 or division not in data.formations:
        return
    staff = mind.state.board.get(data.formations[division].hq)
    if staff is None or not on_map(data, staff):
        return
    for where in data.ground.grid.within(staff.where, data.numbers.ranges.corps_unit_assignment):
        for unit in mind.state.board.stack(where):
            kind = data.unit(unit.id)
            corps = data.formations.get(unit.corps or kind.formation)
            if kind.hq or kind.side != mind.side or corps is None or corps.kind != "corps":
                continue
            if not (unit.assigned or unit.moved or unit.fought) and mind.foe_distance(where) <= _JOIN:
                yield Assign(unit=unit.id, formation=division)


# --- who is next ------------------------------------------------------------------------------------------------------


def _next(mind: Mind, frame: Activation) -> Sequence[Unit]:
    """The units still to be looked at: those after the last one that has acted, in the order of :func:`_rank`.

    A headquarters that has acted says nothing: it may have come first (:func:`_staff_first`).
    """
    units = sorted(move.members(mind, frame), key=lambda unit: _rank(mind.data, unit))
    acted = {*frame.moved, *frame.strategic, *frame.rallied}
    last = max((i for i, u in enumerate(units) if u.id in acted and not mind.data.unit(u.id).hq), default=-1)
    return [unit for unit in units[last + 1 :] if unit.id not in acted]


def _staff_first(mind: Mind, frame: Activation, units: Sequence[Unit]) -> Iterator[Unit]:
    """Headquarters off the map that enter before anybody else moves.

    Either units on the map wait for them (7.24b), or the ways in are being closed by those who have entered.
    """
    for unit in units:
        if not mind.data.unit(unit.id).hq or on_map(mind.data, unit):
            continue
        names = mind.data.formations[mind.data.unit(unit.id).formation].units
        led = (mind.state.board.get(name) for name in names)
        needed = frame.full and any(u is not None and not u.efficiency and on_map(mind.data, u) for u in led)
        if needed or len(move.reach(mind, unit.id)) <= _CLOSING:
            yield unit


def _rank(data: Data, unit: Unit) -> tuple[bool, bool, int, str]:
    """Fighting units first, the strongest ahead; then their guns; headquarters last. Nothing here changes in a turn."""
    kind = data.unit(unit.id)
    return kind.hq, not kind.combat, -kind.full.cs, unit.id


def _orders(
    mind: Mind, frame: Activation, unit: Unit, lines: Lifeline, aims: Mapping[str, float]
) -> Iterator[AttrsInstance]:
    """What a unit does now: rally, move or march, the best first; nothing to stay."""
    kind = mind.data.unit(unit.id)
    if frame.full and waits(unit):
        return
    if unit.disorder:
        if not unit.isolated:
            yield Rally(unit=unit.id)
        return
    if unit.scattered or unit.pinned or kind.type == "strongpoint":
        return
    ashore = on_map(mind.data, unit)
    if ashore and (_idle(mind, unit, kind) or guards_beach(mind, unit, 1)):
        return
    scorer = Fighter(mind, unit, frame, lines, aims) if kind.combat else Staff(mind, unit, lines)
    stay = scorer.stay() if ashore else -_ANYWHERE if kind.hq else -_LANDED
    if ashore:
        yield from _ways_on_the_map(mind, frame, unit, scorer, stay + _STAY_ABOVE)
    else:
        yield from _ways_onto_it(mind, frame, unit, scorer, stay + _STAY_ABOVE)


def _ways_on_the_map(
    mind: Mind, frame: Activation, unit: Unit, scorer: Fighter | Staff, least: float
) -> Iterator[AttrsInstance]:
    """The moves and marches to the hexes that score best, if they score at least so much; a move rather than a march."""
    found: list[tuple[float, str, bool, Reach[str]]] = []
    ways = reach.ways(mind, unit, full=frame.full)
    piece = mind.piece(unit)
    others = (goal for goal in allowed(mind, piece, ways.costs) if goal != unit.where)
    found.extend((scorer.score(goal), goal, False, ways) for goal in others if _room(mind, unit, goal))
    if _may_march(mind, frame, unit):
        marches, risk = reach.ways(mind, unit, full=frame.full, strategic=True), _risk(mind, frame)
        found.extend(
            (scorer.score(goal) - risk, goal, True, marches)
            for goal in allowed(mind, piece, marches.costs)
            if goal not in ways.costs and _room(mind, unit, goal)
        )
    found.sort(key=lambda each: (-each[0], each[1]))
    for score, goal, marching, by in found[:_TRIES]:
        if score >= least:
            make = Strategic if marching else Move
            yield make(unit=unit.id, path=by.path(goal)[1:])


def _ways_onto_it(
    mind: Mind, frame: Activation, unit: Unit, scorer: Fighter | Staff, least: float
) -> Iterator[AttrsInstance]:
    """The same for a unit that lands or enters the map."""
    ways = move.reach(mind, unit.id)
    best = max(((scorer.score(goal), goal) for goal in ways), default=(least - 1, ""))
    found: AttrsInstance | None = Move(unit=unit.id, path=ways[best[1]][1]) if best[1] else None
    if _may_march(mind, frame, unit):
        marches = move.reach(mind, unit.id, strategic=True)
        further = max(((scorer.score(goal), goal) for goal in marches), default=(least - 1, ""))
        if further[1] and further[0] - _risk(mind, frame) > best[0]:
            best, found = further, Strategic(unit=unit.id, path=marches[further[1]][1])
    if found is not None and best[0] >= least:
        yield found


def _room(mind: Mind, unit: Unit, where: str) -> bool:
    """Whether a unit may end its move in a hex (9.1)."""
    return where not in mind.friends or not stacking_violations(mind, where, (unit.id,))


def _risk(mind: Mind, frame: Activation) -> float:
    """What the first march of a German formation costs in flying weather; the rest of the formation then goes free."""
    seen = mind.side == GERMAN and mind.data.charts.weather[mind.state.weather].attrition
    return _BY_DAY if seen and not frame.strategic else 0.0


def _idle(mind: Mind, unit: Unit, kind: UnitType) -> bool:
    """Whether a unit need not be looked at: garrisons far from any enemy, and units that hold what must be held."""
    near = mind.foe_distance(unit.where)
    formation = mind.data.formations.get(kind.formation)
    if formation is not None and formation.kind == "garrison":
        return True
    if mind.side == GERMAN and near > _IDLE and kind.move == "leg" and not kind.hq:
        return mind.worth.get(unit.where, 0.0) > 0
    return False


def _may_march(mind: Mind, frame: Activation, unit: Unit) -> bool:
    if mind.side == ALLIED and mind.state.turn < mind.data.numbers.movement.strategic_allied_first_turn:
        return False
    if not frame.full or unit.where.startswith(("box:", "glider:")):
        return False
    return not on_map(mind.data, unit) or mind.foe_distance(unit.where) > _MARCH


def useful(mind: Mind, formation: str) -> float:
    """How much a formation could do if it were woken: its strength near the enemy, and what waits to arrive."""
    data = mind.data
    total = 0.0
    for name in data.formations[formation].units if formation in data.formations else ():
        unit = mind.state.board.get(name)
        if unit is None or unit.pinned or unit.scattered:
            continue
        kind = data.unit(name)
        if not on_map(data, unit):
            total += 1.5 * value(data, unit)
        elif kind.combat and not kind.defends_only:
            near = mind.foe_distance(unit.where)
            total += value(data, unit) * (
                1.3 if near <= 2 else 1.0 if near <= 8 else 0.5 if near <= 25 else 0.1
            )
    return total
