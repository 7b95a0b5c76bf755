"""What the player sees of a position: ways to a hex, strengths in a hex, and what an attack is worth.

Whole numbers only: chances are counted in faces of ten, values in points of attack and defence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from pbem.bytes.records import frozen
from pbem_rules.june44.model import ALLIED, GERMAN, Combat, Unit
from pbem_rules.june44.player.scene import Scene
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.rules import supply
from pbem_rules.june44.rules.combat import strength
from pbem_rules.june44.rules.combat.attack import ATTACK, Attack
from pbem_rules.june44.rules.combat.support import defence_guns, guns_for, naval_fits
from pbem_rules.june44.rules.invasion import in_invasion
from pbem_rules.june44.rules.lookup import SEA, defence_at, face, fort_at, is_artillery, on_map, steps
from pbem_rules.june44.rules.movement.costs import HILL, step_cost
from pbem_rules.june44.rules.zones import crosses, front
from pbem_rules.kernel.paths import flood

_MARCH = 10
CITY, BEACH, WORKS, GROUND = 14, 12, 5, 6
"""What it is worth to empty a hex: a city point, a beach, a fortification, any other hex."""
_COST = {ALLIED: 6, GERMAN: 18}
"""Tenths at which a side counts its own losses while the game is long; less and less in its last turns. Allied steps come
back, German ones hold the line: both were found in matches."""
_LAST = (1, 5, 8, 10)
"""The tenths in the last turn, the one before it, and so on."""


def step_value(data: Data, unit: Unit) -> int:
    """What a unit loses with its next step, in points of attack and defence; more when it is its last."""
    now = face(data, unit)
    kind = data.unit(unit.id)
    if steps(data, unit) == 1:
        return now.attack + now.defence + 2
    assert kind.back is not None
    return now.attack - kind.back.attack + now.defence - kind.back.defence


@frozen(kw_only=True)
class Prospect:
    """An attack with what it promises: ``worth`` may be negative; ``column`` of the attacker."""

    order: Attack
    worth: int
    column: int


@frozen(kw_only=True, slots=False, eq=False)
class Sense(Scene):
    """One position as one side looks at it."""

    @cached_property
    def stacks(self) -> Mapping[str, Mapping[str, tuple[Unit, ...]]]:
        """By side and hex the units on the map."""
        found: dict[str, dict[str, list[Unit]]] = {ALLIED: {}, GERMAN: {}}
        for unit in self.board:
            if on_map(unit):
                found[self.side_of(unit.id)].setdefault(unit.where, []).append(unit)
        return {side: {where: tuple(u) for where, u in hexes.items()} for side, hexes in found.items()}

    @cached_property
    def supplied(self) -> Mapping[str, int]:
        """Every hex in supply of this side."""
        return supply.reach(self, self.side)

    def attack_of(self, units: tuple[Unit, ...]) -> int:
        """The attack strength of units, artillery left out."""
        return sum(face(self.data, u).attack for u in units if not is_artillery(self.data, u))

    def defence_of(self, units: tuple[Unit, ...], where: str, side: str) -> int:
        """The defence of units in a hex with its terrain, hill, works."""
        data, ground = self.data, self.data.ground
        kinds = [data.charts.terrain[kind] for kind in ground.terrain[where]]
        if where in ground.hills:
            kinds.append(data.charts.terrain[HILL])
        total = sum(face(data, unit).defence for unit in units)
        total += sum(kind.defence for kind in strength.counted(kinds))
        total += ground.fortlike.get(where, 0)
        if side == GERMAN:
            total += fort_at(self, where) + (defence_at(self, where) or 0)
        return total

    @cached_property
    def enemy_defence(self) -> Mapping[str, int]:
        """The defence of every hex that the enemy holds."""
        stacks = self.stacks[self.enemy]
        held = front(self).held[self.enemy]
        return {where: self.defence_of(stacks.get(where, ()), where, self.enemy) for where in sorted(held)}

    def threat(self, where: str) -> int:
        """The strongest enemy stack that is near enough to attack a hex, and a point for each further one."""
        grid = self.data.ground.grid
        near = [
            self.attack_of(units)
            for at, units in self.stacks[self.enemy].items()
            if grid.distance(at, where) <= 2
        ]
        strong = [each for each in near if each]
        return max(strong, default=0) + max(0, len(strong) - 1)

    @cached_property
    def exposed(self) -> frozenset[str]:
        """Every hex that a unit of the enemy could come to next turn or the one after, as this side stands now."""
        ground, at = self.data.ground, front(self)
        mine, zone = at.held[self.side], at.zone[self.side]
        starts = [where for where, units in self.stacks[self.enemy].items() if self.attack_of(units)]

        def edges(here: str, _spent: int, before: str | None) -> Iterator[tuple[str, int]]:
            if not here:
                yield from ((where, 0) for where in sorted(starts))
            elif here not in zone or not before:
                for to in ground.grid.adjacent[here]:
                    if to not in mine and crosses(ground, here, to):
                        yield to, step_cost(self.data, here, to)

        return frozenset(flood("", edges, _MARCH).costs)

    def in_reach(self, where: str) -> bool:
        """Whether the enemy could come into a hex or next to it; own units in it are ignored."""
        ground = self.data.ground
        return any(to in self.exposed and crosses(ground, where, to) for to in ground.grid.adjacent[where])

    def value_of(self, target: str) -> int:
        """What it is worth to empty a hex of the enemy."""
        ground = self.data.ground
        if target in self.cities:
            return CITY * self.cities[target]
        if target in ground.beaches:
            return BEACH
        return WORKS if fort_at(self, target) else GROUND

    @property
    def cost(self) -> int:
        """Tenths at which this side counts its own losses now."""
        scenario = self.scenario
        left = scenario.first_turn + len(scenario.turns) - 1 - self.state.turn
        usual = _COST[self.side]
        return min(_LAST[left], usual) if 0 <= left < len(_LAST) else usual

    # --- attacks ------------------------------------------------------------------------------------------------------

    def prospects(self) -> Iterator[Prospect]:
        """The best attack from every place on every target, legal or nearly so."""
        for origin in self.board.places():
            units = tuple(
                unit
                for unit in self.units_in(origin, self.side)
                if not is_artillery(self.data, unit) and not unit.attacked
            )
            if not units or (":" in origin and not origin.startswith(SEA)):
                continue
            for target in self._targets(origin):
                yield from self._best(origin, target, units)

    def _targets(self, origin: str) -> tuple[str, ...]:
        held = front(self).held[self.enemy]
        if origin.startswith(SEA):
            found: tuple[str, ...] = (origin.removeprefix(SEA),)
        else:
            found = self.data.ground.grid.adjacent[origin]
        return tuple(where for where in found if where in held and where not in self.state.attacked)

    def _best(self, origin: str, target: str, units: tuple[Unit, ...]) -> Iterator[Prospect]:
        names = tuple(unit.id for unit in units)
        group = self._allowed(target, names)
        if not group:
            return
        guns = guns_for(self, self.board[group[0]], target)
        ships = not any(naval_fits(self, target))
        order = Attack(target=target, units=group, artillery=guns[0] if guns else "", naval=ships)
        yield self.judged(origin, order)

    def _allowed(self, target: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """As many of the units as may attack together: all, else all but one, else one."""
        tries = [
            names,
            *(names[:n] + names[n + 1 :] for n in range(len(names))),
            *((name,) for name in names),
        ]
        for group in tries:
            order = Attack(target=target, units=group)
            if group and not ATTACK.verdict(self, order):
                return group
        return ()

    def judged(self, origin: str, order: Attack) -> Prospect:
        """What an attack promises: steps it takes and costs, and what an emptied hex is worth."""
        on = Combat(
            n=0,
            side=self.side,
            origin=origin,
            target=order.target,
            attackers=order.units,
            artillery=order.artillery,
            naval=order.naval,
        )
        mine, theirs = strength.attack(self, on), strength.defence(self, on)
        column = strength.difference(mine, theirs)[0]
        if not in_invasion(self) and defence_guns(self, on):
            column = max(-strength.LIMIT, column - 2)
        return Prospect(order=order, worth=self._worth(on, column), column=column)

    def _worth(self, on: Combat, column: int) -> int:
        """In points, times ten."""
        data, board = self.data, self.board
        there = strength.defenders(self, on.target, self.enemy)
        works = defence_at(self, on.target) is not None or bool(fort_at(self, on.target))
        left = sum(steps(data, unit) for unit in there) + works
        hits = data.charts.combat[column]
        theirs = min((step_value(data, unit) for unit in there), default=WORKS)
        clears = sum(1 for each in hits if each >= left)
        gain = sum(min(each, left) for each in hits) * theirs + clears * self.value_of(on.target)
        if on.target in self.cities:
            gain += sum(min(each, left) for each in hits) * 2
        ours = min(step_value(data, board[name]) for name in on.attackers)
        return gain - sum(data.charts.combat[-column]) * ours * self.cost // 10
