"""A position of June '44 as the player sees it: ways over the ground, stacks, strengths, and which places count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations

from pbem.bytes.records import AttrsInstance, frozen
from pbem_rules.june44.model import ALLIED, GERMAN, Unit
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.rules import stacking, supply, victory
from pbem_rules.june44.rules.combat.attack import ATTACK, Attack
from pbem_rules.june44.rules.combat.strength import counted
from pbem_rules.june44.rules.combat.support import guns_for, naval_fits
from pbem_rules.june44.rules.control import holds
from pbem_rules.june44.rules.invasion import unattacked
from pbem_rules.june44.rules.lookup import (
    ENTRY,
    SEA,
    defence_at,
    enemy_of,
    face,
    fort_at,
    is_artillery,
    off,
    steps,
)
from pbem_rules.june44.rules.movement.costs import HILL, step_cost
from pbem_rules.june44.rules.movement.move import unit_moves
from pbem_rules.june44.rules.play import View
from pbem_rules.june44.rules.zones import crosses, front
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.paths import reach
from pbem_rules.shared.player import divisions
from pbem_rules.shared.player.game import FAR, GUNS, LINE, Aim, Fight, Piece, Plan, strength

_WITH = {
    "16 LW": "16 LFD",
    "30 Mob": "352",
    "FJR 6": "17 SS",
    "KG 265": "265",
    "KG 275": "275",
    "KG Meyer": "352",
}
"""Units that share the task of a division, by the name that it has in ``divisions``."""
_POINT = 5
"""What a victory point counts among the worths of places."""


@derived
def ways(data: Data, goal: str) -> Mapping[str, int]:
    """The movement points from every hex, beach and entry to ``goal``; units in the way are ignored."""
    ground = data.ground

    def back(frm: str, to: str, _spent: int, _before: str | None) -> int | None:
        return step_cost(data, to, frm) if crosses(ground, frm, to) else None

    found = dict(reach(goal, ground.grid.adjacent, back, FAR).costs)
    off: dict[str, tuple[str, ...]] = {SEA + beach: (beach,) for beach in ground.beaches}
    off |= {ENTRY + name: hexes for name, hexes in (*ground.edges.items(), *ground.entries.items())}
    return found | {
        where: 1 + min((found.get(at, FAR) for at in hexes), default=FAR) for where, hexes in off.items()
    }


@derived
def tasks(data: Data, side: str) -> Mapping[str, Plan]:
    """What the divisions of a side were for: the cities of this map; a German one that was for none holds other places."""
    ground = data.ground
    places = {name: (place,) for place, name in ground.names.items()}
    cities = {
        ground.names[place]: tuple(at for at, each in sorted(ground.cities.items()) if each == name)
        for place, name in ground.cities.items()
        if place in ground.names
    }
    found = divisions.tasks(cities, attacker=side == ALLIED)
    if side == ALLIED:
        return found
    every = {**divisions.tasks(places, attacker=False), **found}
    return every | {unit: every[other] for unit, other in _WITH.items()}


@frozen(kw_only=True, slots=False, eq=False)
class Front(View):
    """One position as one side sees it (``shared.player.game.Field``)."""

    @cached_property
    def enemy(self) -> str:
        """The other side."""
        return enemy_of(self.side)

    @property
    def pressing(self) -> bool:
        """The Allied side has to get on."""
        return self.side == ALLIED

    @property
    def turns_left(self) -> int:
        """Turns after this one."""
        return self.scenario.first_turn + len(self.scenario.turns) - 1 - self.state.turn

    @cached_property
    def stacks(self) -> Mapping[str, Mapping[str, tuple[Piece, ...]]]:
        """By side and place the units, those off the map by the beach or entry where they wait."""
        found: dict[str, dict[str, tuple[Piece, ...]]] = {ALLIED: {}, GERMAN: {}}
        for unit in self.board:
            side = found[self.side_of(unit.id)]
            side[unit.where] = (*side.get(unit.where, ()), self.piece(unit))
        return found

    @cached_property
    def mine(self) -> Mapping[str, tuple[Piece, ...]]:
        """Own units, those off the map too."""
        return self.stacks[self.side]

    @cached_property
    def theirs(self) -> Mapping[str, tuple[Piece, ...]]:
        """The enemy's on the map."""
        return {where: found for where, found in self.stacks[self.enemy].items() if ":" not in where}

    def piece(self, unit: Unit) -> Piece:
        """A unit as the player sees it: out of supply it attacks nobody (7.4)."""
        guns, now = is_artillery(self.data, unit), face(self.data, unit)
        cut_off = ":" not in unit.where and not supply.supplied(self, unit)
        return Piece(
            id=unit.id,
            where=unit.where,
            stood=unit.began if unit.moved and unit.began else unit.where,
            attack=0 if guns or cut_off else now.attack,
            defence=now.defence,
            group=self.group(unit.id),
            role=GUNS if guns else LINE,
            steps=steps(self.data, unit),
            moved=unit.moved,
        )

    def group(self, unit: str) -> str:
        """The division that a parachute regiment comes from; else a unit is a division, and acts alone."""
        return self.data.units[unit].parent or unit

    def ours(self, where: str) -> bool:
        """Whether this side holds a city or beach."""
        return holds(self, self.side, where)

    @cached_property
    def aims(self) -> Mapping[str, Aim]:
        """The cities."""
        return {
            where: Aim(place=where, worth=_POINT * victory.worth(self, where), held=self.ours(where))
            for where in sorted(self.data.ground.cities)
        }

    @cached_property
    def plans(self) -> Mapping[str, Plan]:
        """What divisions are for, as long as there is something left to take."""
        found = tasks(self.data, self.side)
        return {
            group: self._kept(group, plan)
            for group, plan in found.items()
            if plan.hold or not all(map(self.ours, plan.take))
        }

    def _kept(self, group: str, plan: Plan) -> Plan:
        """Who stands in a hex of the city that they hold first holds that hex."""
        unit, cities = self.board.get(group), self.data.ground.cities
        first = cities.get(plan.hold[0]) if plan.hold else None
        mine = unit is not None and first is not None and cities.get(unit.where) == first
        return Plan(hold=(unit.where, *plan.hold)) if unit is not None and mine else plan

    def name(self, place: str) -> str:
        """What a person calls a hex."""
        ground = self.data.ground
        beach = ground.beaches.get(place)
        return ground.cities.get(place) or (
            beach.name if beach is not None else ground.names.get(place, place)
        )

    @property
    def grid(self) -> Grid:
        """The map."""
        return self.data.ground.grid

    def ways(self, goal: str) -> Mapping[str, int]:
        """The movement points from every hex, beach and entry to a place."""
        return ways(self.data, goal)

    def bonus(self, place: str, side: str) -> int:
        """The points that terrain, hill and works add to the defence of a side in a hex."""
        data, ground = self.data, self.data.ground
        kinds = [data.charts.terrain[kind] for kind in ground.terrain[place]]
        kinds += [data.charts.terrain[HILL]] if place in ground.hills else []
        total = sum(kind.defence for kind in counted(kinds)) + ground.fortlike.get(place, 0)
        return total + (fort_at(self, place) + (defence_at(self, place) or 0) if side == GERMAN else 0)

    def ground(self, place: str, side: str) -> int:
        """The points of the ground as a share of those of two units."""
        return 100 + 12 * self.bonus(place, side)

    def crossing(self, frm: str, to: str) -> int:
        """A river adds two points to a defence."""
        return 75 if self.data.ground.rivers.has(frm, to) else 100

    def road(self, place: str) -> bool:
        """Whether a road goes through."""
        return bool(self.data.ground.roads.at(place))

    def fed(self, place: str) -> bool:
        """Whether a unit there would be in supply: it opens its own hex, so a line beside it is enough."""
        ground, lines = self.data.ground, supply.reach(self, self.side)
        beside = ground.grid.adjacent.get(place, ())
        return place in lines or any(at in lines and crosses(ground, at, place) for at in beside)

    def moves(self, unit: str) -> Mapping[str, AttrsInstance]:
        """The ends of its moves where there is room."""
        return {
            order.path[-1]: order
            for order in unit_moves(self, self.board[unit])
            if not stacking.stacking_violations(self, order.path[-1], (unit,))
        }

    def fights(self) -> Iterator[Fight]:
        """From every place on every target the attack of all who may, or else of as many as may; with guns and ships."""
        owed = {each.subject for each in unattacked(self)} if self.side == ALLIED else set()
        for where, stack in self.mine.items():
            ready = tuple(each.id for each in stack if each.role == LINE and not self.board[each.id].attacked)
            for target in self._targets(where) if ready else ():
                yield from self._fight(target, ready, owed=target in owed)

    @cached_property
    def landings(self) -> tuple[str, ...]:
        """The beaches with own units off them that are still to be cleared, the weakest landing first."""
        waiting = {
            each.hex: self.mine.get(off(each.hex), ()) for each in self.state.defences if each.strength != 0
        }
        found = (at for at in waiting if waiting[at] and at not in self.state.attacked)
        return tuple(sorted(found, key=lambda at: (strength(waiting[at])[0], at)))

    def _targets(self, where: str) -> tuple[str, ...]:
        beside = self.grid.adjacent.get(where, (where.removeprefix(SEA),))
        held = front(self).held[self.enemy]
        return tuple(at for at in beside if at in held and at not in self.state.attacked)

    def _fight(self, target: str, ready: tuple[str, ...], *, owed: bool) -> Iterator[Fight]:
        """Of the largest groups that may attack a hex the first."""
        for size in range(len(ready), 0, -1):
            for group in combinations(ready, size):
                if not ATTACK.verdict(self, Attack(target=target, units=group)):
                    guns = guns_for(self, self.board[group[0]], target)
                    free = self.state.naval - len(self.landings)
                    wanted = free > 0 or target in self.landings[: self.state.naval]
                    ships = wanted and not any(naval_fits(self, target))
                    order = Attack(target=target, units=group, artillery=guns[0] if guns else "", naval=ships)
                    told = ATTACK.foretold(self, order)
                    yield Fight(order=order, units=group, targets=(target,), forecast=told, owed=owed)
                    return
