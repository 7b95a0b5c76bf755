"""The player in an activation: who joins, who rallies, where each unit goes, and when the moving is over.

Units are looked at once, in a fixed order; those that come before the last that has moved have been passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem_rules.june6 import movement, player_bombard, player_combat, player_engineers, refitting
from pbem_rules.june6.lookup import on_map, ratings
from pbem_rules.june6.model import ALLIED, GERMAN, Activation, Unit
from pbem_rules.june6.orders import Assign, Done, Fight, Move, Order, Rally, Refit, Strategic
from pbem_rules.june6.player_defences import break_down
from pbem_rules.june6.player_odds import best_mode
from pbem_rules.june6.player_sense import FAR, Mind, roads, value
from pbem_rules.june6.printed import Data, UnitType

_STAY_ABOVE = 0.12  # a move must be better than staying by this much
_ATTACK = 0.5
_DANGER = 0.25
_COVER = 0.22
_COMPANY = 0.15
_ON_IT = 0.35  # to be in the very hex, when no other fighting unit is, for each point of its worth
_LANDED = 2.0
_MARCH = 9  # an enemy farther than this lets a unit take the road
_IDLE = 14
_JOIN = 3
_TRIES = 4
_BY_DAY = (
    0.3  # by how much a road march must be better before the first unit of a formation risks attrition (8.3)
)
_STAFF_AHEAD = 2


def decide(mind: Mind, frame: Activation) -> Iterator[Order]:
    """Orders for the active formations, the wanted one first; what fails the check is passed over by the caller."""
    if frame.stage != "move":
        yield from _fight(mind, frame)
        return
    if frame.full:
        yield from _join(mind, frame)
        if mind.side == GERMAN:
            yield from break_down(mind)
    if refitting.in_season(mind.data, mind.state):
        yield from _refit(mind, frame)
    for unit in _next(mind, frame):
        order = _order(mind, frame, unit)
        if order is not None:
            yield order
    yield from player_engineers.after_movement(mind, frame)
    yield Fight()
    yield from _gliders(mind, frame)


def _fight(mind: Mind, frame: Activation) -> Iterator[Order]:
    """Rockets, then attacks; rest for the disordered; the guns that no attack has asked for; and that is all."""
    yield from player_bombard.rockets(mind)
    chosen = player_combat.attack(mind)
    if chosen is not None:
        yield chosen
    for unit in movement.members(mind.data, mind.state, frame):
        if unit.disorder and unit.id not in (*frame.moved, *frame.attacked, *frame.rallied):
            yield Rally(unit=unit.id)
    yield from player_bombard.time_on_target(mind)
    yield from player_engineers.before_the_end(mind, frame)
    yield Done()


def _refit(mind: Mind, frame: Activation) -> Iterator[Refit]:
    """The most valuable reduced unit out of contact is restored before anybody else takes the nation's one refit."""
    worn = [
        unit
        for unit in movement.members(mind.data, mind.state, frame)
        if unit.reduced and on_map(mind.data, unit) and mind.foe_distance(unit.where) > 1
        if next(refitting.may_refit(mind.data, mind.state, frame, unit), None) is None
    ]
    for unit in sorted(worn, key=lambda unit: (-mind.data.unit(unit.id).full.cs, unit.id)):
        yield Refit(unit=unit.id)


def _gliders(mind: Mind, frame: Activation) -> Iterator[Order]:
    """A unit that has to land before the activation can end, wherever it may."""
    for unit in movement.members(mind.data, mind.state, frame):
        if not on_map(mind.data, unit):
            for _, path in movement.reach(mind.data, mind.state, unit.id).values():
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
    for where in data.ground.grid.within(staff.where, data.constant("ranges.corps_unit_assignment")):
        for unit in mind.state.board.stack(where):
            kind = data.unit(unit.id)
            corps = data.formations.get(unit.corps or kind.formation)
            if kind.hq or kind.side != mind.side or corps is None or corps.kind != "corps":
                continue
            if not (unit.assigned or unit.moved or unit.fought) and mind.foe_distance(where) <= _JOIN:
                yield Assign(unit=unit.id, formation=division)


# --- who is next ------------------------------------------------------------------------------------------------------


def _next(mind: Mind, frame: Activation) -> Sequence[Unit]:
    """The units still to be looked at: those after the last one that has acted, in the order of :func:`_rank`."""
    units = sorted(movement.members(mind.data, mind.state, frame), key=lambda unit: _rank(mind.data, unit))
    acted = {*frame.moved, *frame.strategic, *frame.rallied}
    last = max((i for i, unit in enumerate(units) if unit.id in acted), default=-1)
    return units[last + 1 :]


def _rank(data: Data, unit: Unit) -> tuple[bool, bool, int, str]:
    """Fighting units first, the strongest ahead; then their guns; headquarters last. Nothing here changes in a turn."""
    kind = data.unit(unit.id)
    return kind.hq, not kind.combat, -kind.full.cs, unit.id


def _order(mind: Mind, frame: Activation, unit: Unit) -> Order | None:
    """What a unit does now: rally, move, march or (None) stay."""
    kind = mind.data.unit(unit.id)
    if frame.full and not unit.efficiency:
        return None
    if unit.disorder:
        return None if unit.isolated else Rally(unit=unit.id)
    if unit.scattered or unit.pinned or kind.type == "strongpoint":
        return None
    ashore = on_map(mind.data, unit)
    if ashore and _idle(mind, unit, kind):
        return None
    scorer = _Fighter(mind, unit, frame) if kind.combat else _Staff(mind, unit)
    stay = scorer.score(unit.where) if ashore else -_LANDED
    return _best_way(mind, frame, unit, scorer, stay + _STAY_ABOVE)


def _best_way(
    mind: Mind, frame: Activation, unit: Unit, scorer: _Fighter | _Staff, least: float
) -> Order | None:
    """The move or march to the hex that scores best, if it scores at least so much; a move rather than a march."""
    ways = movement.reach(mind.data, mind.state, unit.id)
    best = max(((scorer.score(goal), goal) for goal in ways), default=(least - 1, ""))
    found: Order | None = Move(unit=unit.id, path=ways[best[1]][1]) if best[1] else None
    if _may_march(mind, frame, unit):
        marches = movement.reach(mind.data, mind.state, unit.id, strategic=True)
        further = max(((scorer.score(goal), goal) for goal in marches), default=(least - 1, ""))
        if further[1] and further[0] - _risk(mind, frame) > best[0]:
            best, found = further, Strategic(unit=unit.id, path=marches[further[1]][1])
    return found if best[0] >= least else None


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
    if mind.side == ALLIED and mind.state.turn < mind.data.constant("movement.strategic_allied_first_turn"):
        return False
    if not frame.full or unit.where.startswith(("box:", "glider:")):
        return False
    return not on_map(mind.data, unit) or mind.foe_distance(unit.where) > _MARCH


# --- where to ---------------------------------------------------------------------------------------------------------


class _Fighter:
    """Scores hexes for a combat unit: worth, attacks to be made from there, cover, company, and danger."""

    def __init__(self, mind: Mind, unit: Unit, frame: Activation) -> None:
        self._mind, self._unit, self._frame = mind, unit, frame
        self._kind, self._face = mind.data.unit(unit.id), ratings(mind.data, unit)
        spent = _crowds(mind, unit)
        self._ways = [(5 * worth / spent[goal], roads(mind.data, goal)) for goal, worth in mind.worth.items()]
        self._attacks: dict[str, float] = {}
        self._can_attack = not self._kind.defends_only and frame.full

    def score(self, where: str) -> float:
        """How good it is to end there; comparable within one unit only."""
        mind, data = self._mind, self._mind.data
        total = self._pull(where)
        if where in mind.contact:
            foes = [near for near in data.ground.grid.adjacent[where] if near in mind.foes]
            if self._can_attack:
                total += _ATTACK * max(self._prospect(where, foe) for foe in foes)
            total += self._exposed(where, foes)
        elif mind.side == GERMAN and where in mind.nearby:
            total += _COMPANY
        mates = [name for name in mind.state.board.at(where) if name != self._unit.id]
        if where in mind.worth and not any(data.unit(name).combat for name in mates):
            total += _ON_IT * mind.worth[where]
        total += _COMPANY * sum(data.unit(name).combat for name in mates)
        return total + 0.05 * mind.whim(self._unit.id, where)

    def _pull(self, where: str) -> float:
        return sum(worth / (4 + way.get(where, FAR)) for worth, way in self._ways)

    def _prospect(self, where: str, foe: str) -> float:
        """The gain of attacking a hex from there with the friends who stand next to it already, roughly."""
        if foe in self._attacks:
            return self._attacks[foe]
        mind, data = self._mind, self._mind.data
        mates = [
            unit
            for near in data.ground.grid.adjacent[foe]
            for unit in mind.state.board.stack(near)
            if unit.id != self._unit.id and self._helps(unit)
        ]
        group = [self._unit, *mates]
        gain = rough_gain(mind, group, foe)
        self._attacks[foe] = gain
        return gain

    def _helps(self, unit: Unit) -> bool:
        kind = self._mind.data.unit(unit.id)
        own = (unit.assigned or unit.corps or kind.formation) in self._frame.formations
        return own and kind.combat and not kind.defends_only and not unit.disorder and not unit.scattered

    def _exposed(self, where: str, foes: Sequence[str]) -> float:
        """What cover brings, less what a stronger enemy round about threatens."""
        mind, data = self._mind, self._mind.data
        cover = -data.charts.terrain[data.ground.terrain[where]].defence
        mates = sum(
            ratings(data, unit).cs for unit in mind.state.board.stack(where) if unit.id != self._unit.id
        )
        against = sum(ratings(data, unit).cs for foe in foes for unit in mind.state.board.stack(foe))
        own = self._face.cs + mates
        return _COVER * cover - _DANGER * max(0.0, against / max(own, 1) - 1.0)


def rough_gain(mind: Mind, group: Sequence[Unit], foe: str) -> float:
    """The gain of an attack with some support, from strength, cohesion, ground and Disorder alone."""
    data = mind.data
    defenders = mind.state.board.stack(foe)
    strength = sum(ratings(data, unit).cs for unit in group)
    against = max(1, sum(ratings(data, unit).cs for unit in defenders))
    cohesion = max(ratings(data, unit).cohesion for unit in group) - max(
        ratings(data, unit).cohesion for unit in defenders
    )
    ratio = strength / against
    odds = 3 if ratio >= 5 else 2 if ratio >= 2.5 else 1 if ratio >= 1.25 else 0 if ratio >= 0.8 else -1
    cover = data.charts.terrain[data.ground.terrain[foe]].defence
    support = 2 if mind.side == ALLIED and foe in data.ground.naval_range else 1
    shaken = int(any(unit.disorder for unit in defenders)) - int(any(unit.disorder for unit in group))
    modifier = odds + max(-3, min(3, cohesion)) + cover + support + shaken
    worth = player_combat.ground(mind, foe, mind.side)
    return best_mode(data, modifier, len(group), len(defenders), worth)[0]


def _crowds(mind: Mind, unit: Unit) -> Mapping[str, float]:
    """How much less a place pulls because friends are there or next to it already."""
    grid, board = mind.data.ground.grid, mind.state.board
    found = {}
    for goal in mind.worth:
        friends = 0
        for near in (goal, *grid.adjacent.get(goal, ())):
            for name in board.at(near):
                kind = mind.data.unit(name)
                friends += kind.side == mind.side and kind.combat and name != unit.id
        found[goal] = 1.0 + 0.45 * friends
    return found


class _Staff:
    """Scores hexes for headquarters and guns: behind their own fighting units, with company, not next to an enemy."""

    def __init__(self, mind: Mind, unit: Unit) -> None:
        self._mind, self._unit = mind, unit
        data = mind.data
        own = unit.assigned or unit.corps or data.unit(unit.id).formation
        names = data.formations[own].units if own in data.formations else ()
        led = [mind.state.board.get(name) for name in names]
        self._led = [u.where for u in led if u is not None and data.unit(u.id).combat and on_map(data, u)]

    def score(self, where: str) -> float:
        """How good it is to end there."""
        mind, data = self._mind, self._mind.data
        behind = sum(max(0, mind.far(where, led) - _STAFF_AHEAD) for led in self._led) / max(
            1, len(self._led)
        )
        company = any(data.unit(name).combat for name in mind.state.board.at(where) if name != self._unit.id)
        road = bool(data.ground.roads.at(where))
        total = (
            -0.4 * behind
            + 0.5 * company
            + 0.25 * road
            - (3.0 if where in mind.contact and not company else 0.0)
        )
        total -= 0.4 * (where in mind.contact) + 0.6 * (where in mind.nearby and not company)
        if not self._led:
            total += 0.1 * mind.pull(where)
        return total + 0.02 * mind.whim(self._unit.id, where)


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
