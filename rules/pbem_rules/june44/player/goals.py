"""The goal of each unit, and how good a hex is on the way to it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.records import define, field
from pbem_rules.june44.model import ALLIED, GERMAN, Unit
from pbem_rules.june44.player.assessment import Sense
from pbem_rules.june44.player.scene import ways
from pbem_rules.june44.rules import stacking
from pbem_rules.june44.rules.lookup import cleared, face, is_artillery, on_map
from pbem_rules.june44.rules.zones import crosses, front
from pbem_rules.shared.player.game import FAR
from pbem_rules.shared.player.sectors import bound

_FEAR = {ALLIED: 1, GERMAN: 2}
"""What a point counts by which the enemy could outdo the defence of a hex."""
_STRIKE = {ALLIED: 4, GERMAN: 1}
"""Halves at which an attack to come counts where a unit ends its move."""
_CALM = 6
_LONE, _GUARD, _SECOND = 6, 60, 30
_BEACH = 60
"""What it is worth to Germans to drive on to an open beach: a point for good (15.1)."""
_REUNION = 25
_GUNS_ALONE, _RANGE = 4, 2
_UNSUPPLIED = 14


@define(frozen=True, kw_only=True, slots=False)
class Goals:
    """One position with a goal for every unit of the side."""

    sense: Sense = field(repr=False)

    def goal(self, unit: Unit) -> str:
        """The hex that the division of a unit is bound for; "" when nothing counts anywhere."""
        return bound(self.sense, self.sense.group(unit.id))

    def way(self, where: str, goal: str) -> int:
        """The points from a place, on the map or off it, to a goal."""
        return ways(self.sense.data, goal).get(where, FAR)

    def _pressed(self, where: str) -> int:
        """How much a city needs defenders: what it counts, and how near the enemy is."""
        sense = self.sense
        road = ways(sense.data, where)
        near = min((road.get(at, FAR) for at in sense.stacks[ALLIED]), default=FAR)
        lost = 0 if sense.ours(where) else -4
        return 5 * sense.cities[where] + max(0, 14 - near) + lost

    # --- how good a hex is -------------------------------------------------------------------------------------------

    def score(self, unit: Unit, where: str) -> int:
        """How good it is to end the movement in a hex; higher is better."""
        sense, goal = self.sense, self.goal(unit)
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
            fresh = where not in sense.state.penalties and not sense.ours(where)
            return _BEACH if fresh else 0
        return self._guards(where, fighters)

    def _guards(self, where: str, fighters: tuple[Unit, ...]) -> int:
        """What it is worth to stand in a place that the enemy could come into: all when nobody else does, less when those
        who do are not enough."""
        sense = self.sense
        if not sense.in_reach(where):
            return 0
        if not fighters:
            return _GUARD
        weak = sense.defence_of(fighters, where, sense.side) < sense.threat(where)
        return _SECOND if weak and len(fighters) < 3 else 0

    def _hold_city(self, where: str, fighters: tuple[Unit, ...]) -> int:
        sense = self.sense
        if sense.side == GERMAN:
            pressed = self._pressed(where)
            return (30, 18, 6)[min(len(fighters), 2)] + pressed if pressed > _CALM or not fighters else 4
        if not sense.ours(where):
            return 30
        return self._guards(where, fighters)

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
        return _STRIKE[sense.side] * best // 2

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
