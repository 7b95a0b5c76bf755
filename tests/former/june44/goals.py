"""The goal of each unit, and how good a hex is on the way to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import define, field

from pbem_rules.june44.model import ALLIED, GERMAN, Unit
from pbem_rules.june44.rules import stacking
from pbem_rules.june44.rules.lookup import ENTRY, SEA, cleared, face, is_artillery, on_map
from pbem_rules.june44.rules.zones import crosses, front
from tests.former.june44.sense import FAR, Sense, ways

_CROWD = {ALLIED: 3, GERMAN: 8}
"""Points of way that each unit already bound for a goal adds for the next one."""
_ROOM = {ALLIED: 4, GERMAN: 0}
_FEAR = {ALLIED: 1, GERMAN: 2}
"""What a point counts by which the enemy could outdo the defence of a hex."""
_CALM = 6
_LONE, _GUARD = 6, 60
_REUNION = 25
_GUNS_ALONE, _RANGE = 4, 2
_UNSUPPLIED = 14


@define(frozen=True, kw_only=True, slots=False)
class Goals:
    """One position with a goal for every unit of the side."""

    sense: Sense = field(repr=False)

    @cached_property
    def of(self) -> Mapping[str, str]:
        """By unit the hex it is bound for."""
        sense, wanted = self.sense, self._wanted
        bound: dict[str, int] = {}
        found: dict[str, str] = {}
        for unit in self._nearest_first():
            costs = {goal: self._price(unit, goal, bound.get(goal, 0)) for goal in wanted}
            if not costs:
                break
            goal = min(sorted(costs), key=lambda each: costs[each])
            found[unit.id] = goal
            if not is_artillery(sense.data, unit):
                bound[goal] = bound.get(goal, 0) + 1
        return found

    @cached_property
    def _wanted(self) -> Mapping[str, int]:
        """The goals, with a bonus in points of way."""
        sense = self.sense
        if sense.side == ALLIED:
            open_ = {where: 4 * points for where, points in sense.cities.items() if not sense.mine(where)}
            return open_ or dict.fromkeys(sense.cities, 0)
        return {where: self._pressed(where) for where in sense.cities if self._can_be_held(where)}

    def _can_be_held(self, where: str) -> bool:
        return self.sense.mine(where) or self.sense.cities[where] > 0

    def _pressed(self, where: str) -> int:
        """How much a city needs defenders: what it counts, and how near the enemy is."""
        sense = self.sense
        road = ways(sense.data, where)
        near = min((road.get(at, FAR) for at in sense.stacks[ALLIED]), default=FAR)
        lost = 0 if sense.mine(where) else -4
        return 5 * sense.cities[where] + max(0, 14 - near) + lost

    def _price(self, unit: Unit, goal: str, crowd: int) -> int:
        over = max(0, crowd - _ROOM[self.sense.side])
        return self.way(unit.where, goal) - self._wanted[goal] + _CROWD[self.sense.side] * over

    def way(self, where: str, goal: str) -> int:
        """The points from a place, on the map or off it, to a goal."""
        road = ways(self.sense.data, goal)
        if ":" not in where:
            return road.get(where, FAR)
        ground, name = self.sense.data.ground, where.partition(":")[2]
        if where.startswith(SEA):
            return road.get(name, FAR) + 1
        assert where.startswith(ENTRY)
        hexes = ground.entries.get(name) or ground.edges.get(name, ())
        return min((road.get(at, FAR) for at in hexes), default=FAR) + 1

    def _nearest_first(self) -> list[Unit]:
        sense = self.sense
        units = list(sense.units_of(sense.side))
        near = {
            unit.id: min((self.way(unit.where, goal) for goal in self._wanted), default=FAR) for unit in units
        }
        return sorted(units, key=lambda unit: (near[unit.id], unit.id))

    # --- how good a hex is -------------------------------------------------------------------------------------------

    def score(self, unit: Unit, where: str) -> int:
        """How good it is to end the movement in a hex; higher is better."""
        sense, goal = self.sense, self.of.get(unit.id, "")
        others = tuple(u for u in sense.stacks[sense.side].get(where, ()) if u.id != unit.id)
        total = -3 * self.way(where, goal) if goal else 0
        total += (
            self._gun_place(where) if is_artillery(sense.data, unit) else self._stand(unit, where, others)
        )
        if not self._fed(where):
            total -= _UNSUPPLIED
        names = [each.id for each in (*others, unit)]
        return total - (50 if stacking.wrong_stack(sense.data, where, sorted(names)) else 0)

    def _fed(self, where: str) -> bool:
        """Whether a unit there would be in supply: it opens its own hex, so a line beside it is enough."""
        ground, lines = self.sense.data.ground, self.sense.supplied
        return where in lines or any(
            at in lines and crosses(ground, at, where) for at in ground.grid.adjacent[where]
        )

    def _gun_place(self, where: str) -> int:
        """Artillery keeps two hexes off the enemy, behind or with a friend."""
        sense = self.sense
        grid = sense.data.ground.grid
        near = min((grid.distance(where, at) for at in sense.stacks[sense.enemy]), default=FAR)
        friends = bool(sense.stacks[sense.side].get(where))
        return (
            (-12 if near <= _GUNS_ALONE and not friends else 0) + (6 if near == _RANGE else 0) + 3 * friends
        )

    def _stand(self, unit: Unit, where: str, others: tuple[Unit, ...]) -> int:
        sense = self.sense
        fighters = tuple(u for u in others if not is_artillery(sense.data, u))
        defence = sense.defence_of((*others, unit), where, sense.side)
        threat = sense.threat(where)
        total = -_FEAR[sense.side] * max(0, threat - defence) + min(4, max(0, defence - threat))
        total += self._hold(where, fighters) + self._attack(unit, where, fighters)
        total += self._family(unit, others)
        if not fighters and threat > defence and sense.side == GERMAN:
            total -= _LONE
        return total

    def _family(self, unit: Unit, others: tuple[Unit, ...]) -> int:
        """Parachute regiments come together to be combined (8.2)."""
        units = self.sense.data.units
        parent = units[unit.id].parent
        return sum(_REUNION for u in others if parent and parent in (units[u.id].parent, u.id))

    def _hold(self, where: str, fighters: tuple[Unit, ...]) -> int:
        """What standing there keeps: cities against a near enemy, beaches that Germans could enter (15.1)."""
        sense, ground = self.sense, self.sense.data.ground
        if where in sense.cities:
            return self._hold_city(where, fighters)
        if where not in ground.beaches or not cleared(sense, where):
            return 0
        if sense.side == GERMAN:
            fresh = where not in sense.state.penalties and not sense.mine(where)
            return 40 if fresh else 0
        return _GUARD if not fighters and sense.in_reach(where) else 0

    def _hold_city(self, where: str, fighters: tuple[Unit, ...]) -> int:
        sense = self.sense
        if sense.side == GERMAN:
            pressed = self._pressed(where)
            return (30, 18, 6)[min(len(fighters), 2)] + pressed if pressed > _CALM or not fighters else 4
        if not sense.mine(where):
            return 30
        return _GUARD if not fighters and sense.in_reach(where) else 0

    def _attack(self, unit: Unit, where: str, fighters: tuple[Unit, ...]) -> int:
        """What could be attacked from there together with those who stand there."""
        sense = self.sense
        best = 0
        mine = sense.attack_of((*fighters, unit))
        ground = sense.data.ground
        for target in self._beside(where):
            river = 2 if ground.rivers.has(where, target) else 0
            ahead = mine - sense.enemy_defence[target] - river + self._helpers(where, target)
            worth = min(6, sense.value_of(target) // 3)
            best = max(best, 2 * max(-4, min(6, ahead)) + worth + 8)
        return 2 * best if sense.side == ALLIED else best // 2

    def _beside(self, where: str) -> Iterator[str]:
        sense = self.sense
        held = front(sense).held[sense.enemy]
        for other in sense.data.ground.grid.adjacent[where]:
            if other in held and crosses(sense.data.ground, where, other):
                yield other

    def _helpers(self, where: str, target: str) -> int:
        """Flanks and guns that may help an attack on ``target``."""
        sense = self.sense
        grid = sense.data.ground.grid
        flanks = sum(1 for at in grid.adjacent[target] if at != where and at in sense.stacks[sense.side])
        guns = any(
            is_artillery(sense.data, u) and grid.distance(u.where, target) <= _RANGE
            for units in sense.stacks[sense.side].values()
            for u in units
        )
        return min(2, flanks) + (2 if guns else 0)


def movable(sense: Sense) -> list[Unit]:
    """The units that can still move, in the order in which they are asked: fighting units by id, then artillery.

    The order is fixed, so those before the last that has moved have been asked and stay where they are.
    """
    units = list(sense.units_of(sense.side))
    units.sort(key=lambda unit: (is_artillery(sense.data, unit), -face(sense.data, unit).attack, unit.id))
    last = max((n for n, unit in enumerate(units) if unit.moved), default=-1)
    return [unit for unit in units[last + 1 :] if face(sense.data, unit).move or not on_map(unit)]
