"""How good the player thinks it is for a unit to end its move in a hex: scores that compare within one unit only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem_rules.june6.model import ALLIED, GERMAN, Activation, Unit
from pbem_rules.june6.player import combat
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.player.ground import FAR, roads
from pbem_rules.june6.player.odds import best_mode
from pbem_rules.june6.player.supply import Lifeline
from pbem_rules.june6.rules.lookup import on_map, ratings

_GOALS = 14  # so many places at most pull at one unit
_ATTACK = 0.5
_DANGER = 0.25
_COVER = 0.22
_COMPANY = 0.15
_ON_IT = 0.35  # to be in the very hex, when no other fighting unit is, for each point of its worth
_TAKEN = 0.5  # to take it, for each point that it counts
_UNSUPPLIED = 1.2
_HOMEWARD = 0.15  # a unit that is cut off comes back, for each hex
_RISKY = {ALLIED: 0.3, GERMAN: 0.4}  # an enemy who comes a hex nearer would cut the line
_ON_GUARD = 1.5  # a beach with an enemy near is not left alone
_NEAR_BEACH = 2
_HOPE = 0.7  # an attack that friends still have to come up for counts so much
_COMING = 2  # so many friends at most
_STAFF_AHEAD = 2


class Fighter:
    """Scores hexes for a combat unit: worth, attacks to be made from there, cover, company, danger and supply."""

    def __init__(
        self, mind: Mind, unit: Unit, frame: Activation, lines: Lifeline, aims: Mapping[str, float]
    ) -> None:
        self._mind, self._unit, self._frame, self._lines = mind, unit, frame, lines
        self._kind, self._face = mind.data.unit(unit.id), ratings(mind.data, unit)
        self._goals = {**mind.wanted(mind.group(unit))}
        for where, worth in aims.items():
            self._goals[where] = self._goals.get(where, 0.0) + worth
        spent = _crowds(mind, unit, self._goals)
        pulls = [(5 * worth / spent[goal], roads(mind.data, goal)) for goal, worth in self._goals.items()]
        pulls.sort(key=lambda pull: -pull[0] / (4 + pull[1].get(unit.where, FAR)))
        self._ways = pulls[:_GOALS]
        self._attacks: dict[str, float] = {}
        self._nuisances = lines.nuisances(aims)
        cut = on_map(mind.data, unit) and not lines.reaches(unit, unit.where)
        self._home = lines.way_home(unit) if cut else {}
        self._can_attack = not self._kind.defends_only and frame.full

    def score(self, where: str) -> float:
        """How good it is to end there."""
        mind, data = self._mind, self._mind.data
        total = sum([worth / (4 + way.get(where, FAR)) for worth, way in self._ways])
        if where in mind.contact:
            foes = [near for near in data.ground.grid.adjacent[where] if near in mind.foes]
            if self._can_attack:
                total += _ATTACK * max(self._prospect(foe) for foe in foes)
            total += self._exposed(where, foes)
        elif mind.side == GERMAN and where in mind.nearby:
            total += _COMPANY
        mates = [name for name in mind.state.board.at(where) if name != self._unit.id]
        fighting = sum(data.unit(name).combat for name in mates)
        if where in self._goals and not fighting:
            total += _ON_IT * self._goals[where]
            aim = mind.aims.get(where)
            total += _TAKEN * aim.worth if aim is not None and not aim.held else 0.0
        if not self._lines.reaches(self._unit, where):
            total -= _UNSUPPLIED + _HOMEWARD * self._home.get(where, 0)
        elif not self._lines.safe(self._unit, where):
            total -= _RISKY[mind.side]
        return total + _COMPANY * fighting + 0.05 * mind.variation(self._unit.id, where)

    def stay(self) -> float:
        """How good it is not to move: as to end there, and the more when the hex must not be left."""
        mind, where = self._mind, self._unit.where
        total = self.score(where) + self._lines.needs(where)
        if guards_beach(mind, self._unit, _NEAR_BEACH):
            total += _ON_GUARD
        return total

    def _prospect(self, foe: str) -> float:
        """The gain of attacking a hex with the friends who stand next to it already, or who may come up, roughly."""
        if foe not in self._attacks:
            here = [
                unit
                for near in self._mind.data.ground.grid.adjacent[foe]
                for unit in self._mind.state.board.stack(near)
                if unit.id != self._unit.id and self._helps(unit)
            ]
            group = [self._unit, *here]
            rid = self._nuisances.get(foe, 0.0)
            gain = rough_gain(self._mind, group, foe, rid)
            coming = self._coming(foe, here)
            if coming:
                gain = max(gain, _HOPE * rough_gain(self._mind, [*group, *coming], foe, rid))
            self._attacks[foe] = gain
        return self._attacks[foe]

    def _coming(self, foe: str, here: Sequence[Unit]) -> list[Unit]:
        """Friends who have not moved and are near enough to join in, the strongest first."""
        mind, acted = self._mind, {*self._frame.moved, *self._frame.strategic, *self._frame.rallied}
        names = {unit.id for unit in here}
        found = []
        for formation in self._frame.formations:
            known = mind.data.formations.get(formation)
            for name in known.units if known is not None else ():
                unit = mind.state.board.get(name)
                if (
                    unit is None
                    or ":" in unit.where
                    or name in acted
                    or name in names
                    or name == self._unit.id
                ):
                    continue
                near = mind.far(unit.where, foe) <= 1 + ratings(mind.data, unit).ma // 2
                if near and self._helps(unit) and not (unit.pinned or unit.isolated):
                    found.append(unit)
        found.sort(key=lambda unit: (-ratings(mind.data, unit).cs, unit.id))
        return found[:_COMING]

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


def guards_beach(mind: Mind, unit: Unit, near: int) -> bool:
    """Whether a unit is the only fighting one in a landing beach with an enemy at most so many hexes away."""
    where = unit.where
    if mind.side != ALLIED or not mind.data.unit(unit.id).combat or mind.foe_distance(where) > near:
        return False
    beach = any(where in hexes for hexes in mind.data.ground.beaches.values())
    return beach and sum(mind.data.unit(name).combat for name in mind.state.board.at(where)) == 1


def rough_gain(mind: Mind, group: Sequence[Unit], foe: str, extra: float = 0.0) -> float:
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
    worth = combat.ground(mind, foe, mind.side) + extra
    return best_mode(data, modifier, len(group), len(defenders), worth)[0]


def _crowds(mind: Mind, unit: Unit, goals: Mapping[str, float]) -> Mapping[str, float]:
    """How much less a place pulls because friends are there or next to it already."""
    adjacent, board = mind.data.ground.grid.adjacent, mind.state.board
    found = {}
    for goal in goals:
        friends = 0
        for near in (goal, *adjacent.get(goal, ())):
            if near in mind.fighters:
                friends += sum(mind.data.unit(name).combat for name in board.at(near) if name != unit.id)
        found[goal] = 1.0 + 0.45 * friends
    return found


class Staff:
    """Scores hexes for headquarters and guns: behind their own fighting units, with company, not next to an enemy."""

    def __init__(self, mind: Mind, unit: Unit, lines: Lifeline) -> None:
        self._mind, self._unit, self._lines = mind, unit, lines
        data = mind.data
        own = unit.assigned or unit.corps or data.unit(unit.id).formation
        names = data.formations[own].units if own in data.formations else ()
        led = [mind.state.board.get(name) for name in names]
        self._led = [u.where for u in led if u is not None and data.unit(u.id).combat and on_map(data, u)]

    def stay(self) -> float:
        """How good it is not to move."""
        return self.score(self._unit.where) + self._lines.needs(self._unit.where)

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
        if not self._lines.reaches(self._unit, where):
            total -= _UNSUPPLIED
        return total + 0.02 * mind.variation(self._unit.id, where)
