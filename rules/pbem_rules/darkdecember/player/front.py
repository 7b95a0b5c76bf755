"""A position of Dark December as the player sees it: ways over the ground, stacks, strengths, and which places count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations

from pbem.bytes.records import AttrsInstance, field, frozen
from pbem_rules.darkdecember.model import Unit
from pbem_rules.darkdecember.player.plans import SPLIT, plans
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Data, Ground, Places
from pbem_rules.darkdecember.rules import supply
from pbem_rules.darkdecember.rules.combat import attack
from pbem_rules.darkdecember.rules.combat.attack import Attack
from pbem_rules.darkdecember.rules.combat.levels import ground as level_of
from pbem_rules.darkdecember.rules.movement.move import Move
from pbem_rules.darkdecember.rules.movement.ways import reach, still
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.paths import flood
from pbem_rules.shared.player.distances import nearness
from pbem_rules.shared.player.game import FAR, STAFF, Aim, Fight, Piece, Plan, Stacked, strength

_COST = {"clear": 2, "woods": 4, "marsh": 4, "heavy_woods": 7}
_ROAD, _RIVER = 1, 5
_WESTERN = 3
"""Towns beyond the line of Herbstnebel for which the armour goes."""
_LAST, _SPARE = 3, 2
"""In how many turns before the last the armour sets out, and how many more units do than are wanted."""
_NEAR = 7
"""Whose plan is nearer to a place that decides leaves it to hold that place."""
_LEVEL, _OVER_RIVER = 20, 60
_OFFENSIVE_TO = 20
"""25 December PM: then the German side holds what it has, and the Allied side goes over to the attack."""


@derived
def ways(ground: Ground, goal: str) -> Mapping[str, int]:
    """From every hex about how far it is to a goal, as if nobody stood between: 1 a road hex, 2 a clear one."""

    def steps(here: str, _spent: int, _before: str | None) -> Iterator[tuple[str, int]]:
        for there in ground.grid.adjacent[here]:
            wet = ground.rivers.has(here, there) and not ground.bridges.has(here, there)
            road = ground.roads.has(here, there) and not wet
            yield there, (_ROAD if road else _COST[ground.terrain[here]]) + (_RIVER if wet else 0)

    return flood(goal, steps, FAR - 1).costs


@derived
def worths(data: Data, scenario: str) -> Mapping[str, int]:
    """The places that count in a scenario, with what they are worth."""
    aim = data.scenarios[scenario].victory
    if not isinstance(aim, Places):
        return aim.towns
    west = (where for where in data.ground.towns if int(where[:2]) < aim.west_of)
    near = sorted(west, key=lambda where: (min(ways(data.ground, each)[where] for each in aim.hexes), where))
    return {**dict.fromkeys(aim.hexes, 10), **dict.fromkeys(near[:_WESTERN], 5)}


@derived
def armoured(data: Data) -> frozenset[str]:
    """The formations that have armour, and units of it that act alone."""
    return frozenset(_group(name, each.formation) for name, each in data.units.items() if each.armour)


def _group(unit: str, formation: str) -> str:
    return unit if formation in SPLIT or not formation else formation


@frozen(kw_only=True, slots=False)
class Front(Stacked):
    """One position as one side sees it (``shared.player.game.Field``). Nothing in it is hidden from it."""

    view: View = field(repr=False)

    @property
    def pressing(self) -> bool:
        """The German side to Christmas, then the Allied one."""
        return (self.side == GERMAN) == (self.view.state.turn <= _OFFENSIVE_TO)

    @property
    def turns_left(self) -> int:
        """Turns after this one."""
        return self.view.data.scenarios[self.view.state.scenario].last - self.view.state.turn

    @cached_property
    def stacks(self) -> Mapping[str, Mapping[str, tuple[Piece, ...]]]:
        """By side and hex the fighting units there, and own commanders."""
        found: dict[str, dict[str, tuple[Piece, ...]]] = {ALLIED: {}, GERMAN: {}}
        for unit in self.view.board:
            side = self.view.side_of(unit.id)
            if side == self.side or not self.view.is_leader(unit.id):
                found[side][unit.where] = (*found[side].get(unit.where, ()), self._piece(unit))
        return found

    def _piece(self, unit: Unit) -> Piece:
        """A unit as the player sees it; an own one that builds a bridge cannot attack in this turn (5.2)."""
        leads, up = self.view.is_leader(unit.id), self.view.face(unit.id)
        builds = bool(unit.bridging) and self.view.side_of(unit.id) == self.side
        return Piece(
            id=unit.id,
            where=unit.where,
            stood=unit.began or unit.where,
            attack=0 if leads or builds else up.attack,
            defence=0 if leads else up.defence,
            group="" if leads else self.group(unit.id),
            role=STAFF if leads else "line",
            steps=len(self.view.faces(unit.id)),
            moved=bool(unit.began) and not unit.bridging and unit.entered != self.view.state.turn,
        )

    def group(self, unit: str) -> str:
        """The formation that a unit acts with; itself where it acts alone."""
        return _group(unit, self.view.data.units[unit].formation)

    @cached_property
    def aims(self) -> Mapping[str, Aim]:
        """The places that count; what no German stands in is Allied."""
        german = self.stacks[GERMAN]
        return {
            place: Aim(place=place, worth=worth, held=(place in german) == (self.side == GERMAN))
            for place, worth in worths(self.view.data, self.view.state.scenario).items()
        }

    @cached_property
    def plans(self) -> Mapping[str, Plan]:
        """To Christmas as history had it; where places decide, formations about them go where they are needed."""
        if self.view.state.turn > _OFFENSIVE_TO:
            return {}
        found, aim = plans(self.view.data, self.side), self.decides
        if aim is None:
            return found
        kept = {name: plan for name, plan in found.items() if self._kept(name, plan, aim)}
        return {**kept, **self._runs(aim)}

    @property
    def decides(self) -> Places | None:
        """The places and the armour that decide the scenario, where it is not points."""
        aim = self.view.data.scenarios[self.view.state.scenario].victory
        return aim if isinstance(aim, Places) else None

    def _kept(self, group: str, plan: Plan, aim: Places) -> bool:
        """Whether a formation keeps its plan where places decide.

        It does when the plan is about one of them, leads to where armour is wanted in the end, or is far from them all; but
        Allied armour goes where it is needed.
        """
        places = {*plan.take, *plan.hold}
        if places & {*aim.hexes} or any(int(at[:2]) < aim.west_of for at in plan.take):
            return True
        if self.side == ALLIED and group in armoured(self.view.data):
            return False
        return all(self.ways(goal).get(at, FAR) >= _NEAR for goal in aim.hexes for at in places)

    def _runs(self, aim: Places) -> Mapping[str, Plan]:
        """In the last turns the armour nearest to a town in the west goes there, and some more than is wanted (I8d)."""
        if self.side != GERMAN or self.turns_left > _LAST:
            return {}
        west = [at for at in self.aims if int(at[:2]) < aim.west_of]
        armour = sorted(
            (min((self.ways(at).get(each.stood, FAR), at) for at in west), each.group)
            for stack in self.mine.values()
            for each in stack
            if self.view.armour(each.id)
        )
        return {group: Plan(take=(goal,)) for (_, goal), group in armour[: aim.armour + _SPARE]}

    def name(self, place: str) -> str:
        """Its town, or its number."""
        return self.view.data.ground.towns.get(place, place)

    @property
    def grid(self) -> Grid:
        """The map."""
        return self.view.data.ground.grid

    def ways(self, goal: str) -> Mapping[str, int]:
        """Over the ground, by roads where there are some."""
        return ways(self.view.data.ground, goal)

    def ground(self, place: str, side: str) -> int:
        """A fifth more for each level of defence."""
        return 100 + _LEVEL * level_of(self.view, place, side).value

    def crossing(self, frm: str, to: str) -> int:
        """Rivers give the defender a level or more."""
        return _OVER_RIVER if self.view.data.ground.rivers.has(frm, to) else 100

    def road(self, place: str) -> bool:
        """Whether a road goes through."""
        return bool(self.view.data.ground.roads.at(place))

    def fed(self, place: str) -> bool:
        """Whether a line of supply leads there as everybody stands now."""
        return supply.lines(self.view, self.side).reaches(place)

    def moves(self, unit: str) -> Mapping[str, AttrsInstance]:
        """The ends of its moves."""
        if any(still(self.view, self.view.state.board[unit])):
            return {}
        return {end: Move(unit=unit, path=path) for end, path in reach(self.view, unit).items()}

    def fights(self) -> Iterator[Fight]:
        """The attacks that are not hopeless at a glance, and all on hexes that have to be attacked."""
        owed = {*attack.owed(self.view)}
        for order in dict.fromkeys((*attack.ATTACK.listed(self.view), *self._pairs())):
            duty = isinstance(order, Attack) and not owed.isdisjoint(order.targets)
            if isinstance(order, Attack) and (duty or self._even(order)):
                yield Fight(
                    order=order,
                    units=order.units,
                    targets=order.targets,
                    forecast=attack.ATTACK.foretold(self.view, order),
                    owed=duty,
                    leaves=attack.unmoved_units(self.view, order.units, order.targets),
                )

    def _even(self, order: Attack) -> bool:
        """Strength against strength."""
        theirs = sum(strength(self.theirs.get(at, ()))[1] for at in order.targets)
        return sum(self.view.face(name).attack for name in order.units) >= max(1, theirs)

    def _pairs(self) -> Iterator[Attack]:
        """Each hex by all who stand in two of the hexes beside it, where units stand in more."""
        adjacent = self.grid.adjacent
        for where in sorted(self.theirs):
            beside = adjacent[where] if attack.fresh(self.view, where) else ()
            stacks = [names for names in map(self._able, beside) if names]
            for one, other in combinations(stacks, 2) if len(stacks) > 2 else ():
                yield Attack(target=where, units=tuple(sorted((*one, *other))))

    def _able(self, where: str) -> tuple[str, ...]:
        """Own units in a hex that may attack."""
        board = self.view.board
        return tuple(each.id for each in self.mine.get(where, ()) if attack.fit(board[each.id]))

    # --- for the desks of this game alone ---------------------------------------------------------------------------------

    def near(self, place: str) -> int:
        """How many hexes the nearest enemy stands away."""
        return nearness(self).get(place, FAR)

    def worth(self, place: str) -> int:
        """What a place counts."""
        return self.aims[place].worth if place in self.aims else 0
