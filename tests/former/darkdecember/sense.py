"""What the demonstration player looks at: ways over the ground, stacks, strengths, and which places count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from pbem_rules.darkdecember.model import Unit
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Data, Ground, Places
from pbem_rules.darkdecember.rules import supply
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.paths import flood

FAR = 999
_COST = {"clear": 2, "woods": 4, "marsh": 4, "heavy_woods": 7}
_ROAD, _RIVER = 1, 5
_CROWD = 24
_WESTERN = 3
"""Towns beyond the line of Herbstnebel for which the armour goes."""


@derived
def ways(ground: Ground, goal: str) -> Mapping[str, int]:
    """From every hex about how far it is to a goal, whoever stands between: 1 a road hex, 2 a clear one."""

    def steps(here: str, _spent: int, _before: str | None) -> Iterator[tuple[str, int]]:
        for there in ground.grid.adjacent[here]:
            wet = ground.rivers.has(here, there) and not ground.bridges.has(here, there)
            road = ground.roads.has(here, there) and not wet
            yield there, (_ROAD if road else _COST[ground.terrain[here]]) + (_RIVER if wet else 0)

    return flood(goal, steps, FAR - 1).costs


@derived
def aims(data: Data, scenario: str) -> Mapping[str, int]:
    """The places that count in a scenario, with what they are worth."""
    aim = data.scenarios[scenario].victory
    if not isinstance(aim, Places):
        return aim.towns
    west = (where for where in data.ground.towns if int(where[:2]) < aim.west_of)
    near = sorted(west, key=lambda where: (min(ways(data.ground, each)[where] for each in aim.hexes), where))
    return {**dict.fromkeys(aim.hexes, 10), **dict.fromkeys(near[:_WESTERN], 5)}


@frozen(kw_only=True, slots=False)
class Sense:
    """One position as one side sees it. Nothing in it is hidden from that side."""

    view: View = field(repr=False)

    @property
    def side(self) -> str:
        """Whose eyes."""
        return self.view.side

    @cached_property
    def aims(self) -> Mapping[str, int]:
        """The places that count."""
        return aims(self.view.data, self.view.state.scenario)

    @cached_property
    def stacks(self) -> Mapping[str, Mapping[str, tuple[Unit, ...]]]:
        """By side and hex the fighting units there."""
        found: dict[str, dict[str, tuple[Unit, ...]]] = {ALLIED: {}, GERMAN: {}}
        for side, stacks in found.items():
            for unit in self.view.units(side):
                stacks[unit.where] = (*stacks.get(unit.where, ()), unit)
        return found

    @cached_property
    def mine(self) -> Mapping[str, tuple[Unit, ...]]:
        """Own stacks."""
        return self.stacks[self.side]

    @cached_property
    def theirs(self) -> Mapping[str, tuple[Unit, ...]]:
        """Enemy stacks."""
        return self.stacks[self.view.enemy(self.side)]

    def attack(self, units: tuple[Unit, ...]) -> int:
        """Attack strength of the sides that are up."""
        return sum(self.view.face(unit.id).attack for unit in units)

    def defence(self, units: tuple[Unit, ...]) -> int:
        """Defence strength of the sides that are up."""
        return sum(self.view.face(unit.id).defence for unit in units)

    @cached_property
    def nearness(self) -> Mapping[str, int]:
        """From every hex of the map how many hexes the nearest enemy stands away."""
        adjacent = self.view.data.ground.grid.adjacent
        found, front = dict.fromkeys(self.theirs, 0), list(self.theirs)
        for n in range(1, FAR):
            front = [b for a in front for b in adjacent[a] if b not in found and found.setdefault(b, n) == n]
            if not front:
                return found
        return found

    def threat(self, where: str) -> int:
        """Attack strength of the enemies within two hexes, those further off by half."""
        found = 0
        for at in self.view.data.ground.grid.within(where, 2):
            if at in self.theirs:
                strength = self.attack(self.theirs[at])
                found += strength if at in self.view.data.ground.grid.adjacent[where] else strength // 2
        return found

    def fed(self, where: str) -> bool:
        """Whether a line of supply leads to a hex as everybody stands now."""
        return supply.lines(self.view, self.side).reaches(where)

    def stood(self, unit: Unit) -> str:
        """Where a unit stood when the phase began."""
        return unit.began or unit.where

    @cached_property
    def goals(self) -> Mapping[str, str]:
        """For each own unit the place it goes for: near, worth much, and not yet crowded."""
        ground, bound, found = self.view.data.ground, dict.fromkeys(self.aims, 0), dict[str, str]()
        wanted = {goal: worth for goal, worth in self.aims.items() if self._open(goal)} or self.aims
        units = [unit for stack in self.mine.values() for unit in stack]
        reach = {
            unit.id: {goal: ways(ground, goal).get(self.stood(unit), FAR) for goal in wanted}
            for unit in units
        }
        for unit in sorted(units, key=lambda each: (min(reach[each.id].values()), each.id)):
            way = reach[unit.id]
            goal = min(
                wanted,
                key=lambda each: (
                    way[each] - 2 * wanted[each] + bound[each] * _CROWD // (2 + wanted[each]),
                    each,
                ),
            )
            found[unit.id] = goal
            bound[goal] += 1
        return found

    def _open(self, goal: str) -> bool:
        """Whether something is to be done there: a German does not hold it, or an Allied unit must."""
        if self.side == GERMAN:
            return goal not in self.mine
        return self.nearness.get(goal, FAR) <= 12
