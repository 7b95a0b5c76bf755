"""A position of The Battle for Normandy as the player sees it: ways, stacks, strengths, and which places count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice

from pbem.bytes.records import AttrsInstance, field, frozen
from pbem.bytes.values import evolve
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.paths import flood
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.model import Piece as Counter
from pbem_rules.normandy.printed import Data, Goal, Scenario
from pbem_rules.normandy.rules import march, movement, stacking, victory
from pbem_rules.normandy.rules.combat import fight, guns, odds, support
from pbem_rules.normandy.rules.combat.attack import ATTACK, Attack
from pbem_rules.normandy.rules.june6 import walk
from pbem_rules.normandy.rules.move import Move, may_not_move
from pbem_rules.normandy.rules.view import View, battalion, type_of
from pbem_rules.normandy.rules.zones import zone_of_control
from pbem_rules.shared.player.distances import nearness
from pbem_rules.shared.player.game import FAR, GUNS, LINE, STAFF, Aim, Fight, Piece, Plan, Stacked

_COST = {"open": 2, "farmland": 2, "woods": 4, "bocage": 4, "flooded": 8}
_MAIN, _ROAD, _RIVER, _BLUFF = 1, 2, 5, 6
_LEVEL, _HALF = 20, 50
_MOST = 10
_QUIET = 8
"""So many hexes from the enemy units march."""
_UNSEEN = ("ship", "pathfinder")
_LISTED = 240
_KEPT = 12
"""So many points of supply the Allied side keeps for its defence."""


@derived
def ways(data: Data, scenario: str, goal: str) -> Mapping[str, int]:
    """How far each hex is from a goal, without regard to units: 1 a hex by main road, 2 in the open."""
    ground, hexes = data.ground, data.scenarios[scenario].hexes

    def steps(here: str, _spent: int, _before: str | None) -> Iterator[tuple[str, int]]:
        for there in ground.grid.adjacent[here]:
            if there in hexes and ground.is_land(there):
                yield there, _step(data, here, there)

    return flood(goal, steps, FAR - 1).costs


def _step(data: Data, here: str, there: str) -> int:
    ground = data.ground
    wet = ground.rivers.has(here, there) and not ground.bridges.has(here, there)
    more = _RIVER * wet + _BLUFF * ground.bluffs.has(here, there)
    if more:
        return _COST[ground.terrain[here]] + more
    if ground.main.has(here, there):
        return _MAIN
    return _ROAD if ground.roads.has(here, there) else _COST.get(ground.terrain[here], _COST["open"])


def group(unit: str) -> str:
    """Whom a unit acts with: its regiment (``116/29``), else its formation."""
    return battalion(unit).partition("/")[2]


@derived
def _piece(unit: Counter, data: Data) -> Piece:
    """A counter as the player sees it; positions in which it has not changed share it."""
    kind = type_of(data, unit.id)
    role = {"artillery": GUNS, "headquarters": STAFF, "replacement": STAFF}.get(kind.branch, LINE)
    face = kind.faces[unit.lost]
    return Piece(
        id=unit.id,
        where=unit.where,
        stood=unit.where,
        attack=face.attack if role == LINE else 0,
        defence=face.defence,
        group=group(unit.id),
        role=role,
        steps=kind.steps - unit.lost,
        moved=unit.moved and unit.spent == 1,
    )


@frozen(kw_only=True, slots=False)
class Front(Stacked):
    """One position as one side sees it (``shared.player.game.Field``). Both sides see all of this game."""

    view: View = field(repr=False)

    @cached_property
    def points(self) -> int:
        """The victory points of the Allied side as it stands."""
        return sum(each.value for each in victory.score(self.view))

    @property
    def scenario(self) -> Scenario:
        """What is played."""
        return self.view.data.scenarios[self.view.state.scenario]

    @property
    def pressing(self) -> bool:
        """The Allied side; the German one too when it would lose as it stands."""
        levels = self.scenario.levels
        now = next((each for each in levels if self.points >= each.least), levels[-1])
        return ALLIED in (self.side, now.winner)

    @property
    def turns_left(self) -> int:
        """Turns after this one."""
        return self.scenario.turns - self.view.turn_number

    @cached_property
    def stacks(self) -> Mapping[str, Mapping[str, tuple[Piece, ...]]]:
        """By side and hex the units on the map, without ships."""
        view, found = self.view, dict[str, dict[str, tuple[Piece, ...]]]({ALLIED: {}, GERMAN: {}})
        for unit in view.board:
            if view.on_map(unit.id) and view.type_of(unit.id).branch not in _UNSEEN:
                side = found[view.side_of(unit.id)]
                side[unit.where] = (*side.get(unit.where, ()), _piece(unit, view.data))
        return found

    @cached_property
    def aims(self) -> Mapping[str, Aim]:
        """The hexes of the goals of the scenario; of a goal that needs all its hexes the German side keeps one."""
        return {where: self._aim(goal, where) for goal in self.scenario.goals for where in self._wanted(goal)}

    def _wanted(self, goal: Goal) -> tuple[str, ...]:
        if self.side == ALLIED or goal.each or len(goal.hexes) == 1:
            return goal.hexes
        kept = [where for where in goal.hexes if self._held(where)]
        return ((kept or [*goal.hexes])[0],)

    def _aim(self, goal: Goal, where: str) -> Aim:
        many = len(goal.hexes) if self.side == ALLIED and not goal.each else 1
        worth = -(-goal.points // many) + (2 if many > 1 else 0)
        return Aim(place=where, worth=min(_MOST, max(1, worth)), held=self._held(where))

    def _held(self, where: str) -> bool:
        if where in self.theirs:
            return False
        return where in self.mine or (where in self.view.state.held) == (self.side == ALLIED)

    @property
    def plans(self) -> Mapping[str, Plan]:
        """Everybody goes where they are needed most, by the places that count in the scenario."""
        return {}

    def name(self, place: str) -> str:
        """Its goal, its settlement, or its number."""
        named = (goal.name for goal in self.scenario.goals if place in goal.hexes)
        return next(named, self.view.data.ground.names.get(place, place))

    @property
    def grid(self) -> Grid:
        """The map."""
        return self.view.data.ground.grid

    def ways(self, goal: str) -> Mapping[str, int]:
        """From every hex about how far it is to a goal."""
        return ways(self.view.data, self.view.state.scenario, goal)

    def ground(self, place: str, side: str) -> int:
        """What country, settlement and trench make of a defence."""
        terrain = self.view.data.charts.terrain
        best = min(terrain[each].drm for each in odds.grounds(self.view, place))
        trench = place in self.view.state.trenches and place in self.stacks[side]
        return (100 - _LEVEL * best) * (self.view.data.charts.trenches.defence if trench else 1)

    def crossing(self, frm: str, to: str) -> int:
        """An attack over water or a perimeter is halved."""
        return _HALF if odds.hindered(self.view, frm, to) else 100

    def road(self, place: str) -> bool:
        """Whether a road goes through."""
        return bool(self.view.data.ground.main.at(place) or self.view.data.ground.roads.at(place))

    def fed(self, place: str) -> bool:
        """Who feeds whom hangs on the unit: ends of moves are held against it (``moves``)."""
        return True

    @cached_property
    def load(self) -> Mapping[str, tuple[int, frozenset[str]]]:
        """By hex with own units the stacking points and whose armies stand there."""
        view = self.view
        return {at: (stacking.points(view, at), stacking.armies(view, view.board.at(at))) for at in self.mine}

    @cached_property
    def walks(self) -> Mapping[str, Mapping[str, AttrsInstance]]:
        """The moves of one hex of 6 June, by unit."""
        found: dict[str, dict[str, AttrsInstance]] = {}
        for name, path in walk.listed(self.view):
            found.setdefault(name, {})[path[-1]] = Move(unit=name, path=path)
        return found

    def moves(self, unit: str) -> Mapping[str, AttrsInstance]:
        """The ends of its moves and, far from the enemy, of its marches."""
        if self.view.state.phase in walk.PHASES:
            return self.walks.get(unit, {})
        if any(may_not_move(self.view, unit)):
            return {}
        where = self.view.board[unit].where
        found: dict[str, AttrsInstance] = {}
        reach = movement.within(self.view, unit)
        for end in reach.costs:
            if end != where and self._room(unit, end):
                found[end] = Move(unit=unit, path=reach.path(end)[1:])
        if not self.view.state.phase.endswith("-mech") and nearness(self).get(where, FAR) >= _QUIET:
            for order in march.marches(self.view, unit) if where in self.view.data.ground.main.joined else ():
                if isinstance(order, march.March) and self._room(unit, order.path[-1]):
                    found.setdefault(order.path[-1], order)
        return found

    def _room(self, unit: str, end: str) -> bool:
        """Whether a unit may end there at a glance: room, its own army, and no guns alone beside the enemy."""
        kind = self.view.type_of(unit)
        if end not in self.load:
            return kind.branch != "artillery" or end not in zone_of_control(self.view, self.enemy)
        points, armies = self.load[end]
        full = points + kind.stack > self.view.data.charts.stacking.most
        return not full and armies <= {self.view.formation_of(unit).nation}

    @cached_property
    def owed(self) -> frozenset[str]:
        """The hexes with enemies beside those who have to attack and could (11.3)."""
        view = self.view
        owing = [view.board[name].where for name in fight.owing(view) if fight.able(view, name)]
        return frozenset(at for where in owing for at in self.grid.adjacent[where] if at in self.theirs)

    def fights(self) -> Iterator[Fight]:
        """The attacks that leave nobody out whose zone reaches those who attack (11.5): together where several could; and
        the same with ships and aircraft."""
        view, owed = self.view, self.owed
        listed = [order for order in islice(ATTACK.listed(view), _LISTED) if isinstance(order, Attack)]
        parties = {order.target for order in listed if len(order.units) > 1} - owed
        for bare in listed:
            at = bare.target
            if (len(bare.units) > 1 or at not in parties) and fight.covered(view, bare):
                for order in (bare, *self._helped(bare)):
                    told = ATTACK.foretold(view, order)
                    yield Fight(order=order, units=order.units, targets=(at,), forecast=told, owed=at in owed)

    def _helped(self, order: Attack) -> Iterator[Attack]:
        """With the strongest ships in range, as many as there are battalions without a gun, and with aircraft."""
        view = self.view
        if view.side == ALLIED and not view.night and view.state.points > _KEPT:
            most = max(0, support.battalions(view, order.units)[0] - len(order.guns))
            near = [
                name
                for name in guns.shooters(view, ALLIED)
                if guns.is_ship(view, name) and guns.in_range(view, name, order.target)
            ]
            ships = sorted(near, key=lambda name: (-guns.worth(view, name), name))[:most]
            air = min(view.state.air, view.data.charts.air.most_support)
            if ships or air:
                yield evolve(order, ships=tuple(ships), air=air)
