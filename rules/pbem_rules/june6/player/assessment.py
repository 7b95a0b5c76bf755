"""What the player makes of a position: distances over the ground, places worth having, and enemies near."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Self
from zlib import crc32

from pbem.bytes.records import field, frozen
from pbem_rules.june6.model import ALLIED, GERMAN, State, Unit, View
from pbem_rules.june6.player.front import bars
from pbem_rules.june6.player.ground import FAR, distances, link_hexes, roads, shore
from pbem_rules.june6.player.scene import Scene, objectives
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.lookup import ratings
from pbem_rules.kernel.derived import recent

_BEACH = 1.2  # what a beach hex is worth to a German who could take it
_BEACHHEAD, _INTRUDER = 3, 1.0  # Germans so near a beach are worth so much to be rid of
_THREAT, _HOLD = 2, 0.6  # an enemy so near an objective makes it worth so much of its points to hold it
_CLOSE = 2
_BAR = 0.6  # what a barred way is worth to a German, of the points behind it
_GARRISON, _LATER, _LOST = 0.6, 0.15, 0.6  # an objective threatened, not yet threatened, lost
_ROAD = 0.25  # a road that joins the beaches
_OWN = 3.0  # so much more is what a division is about worth to it
_NEAR = 10  # hexes within which an enemy makes a place urgent


@frozen(kw_only=True, slots=False)
class Mind(Scene):
    """One side's view of one position. ``salt`` varies the style: small whole numbers are drawn from it."""

    salt: int
    foes: tuple[str, ...] = field(repr=False)  # hexes that enemy combat units hold
    enemies: frozenset[str] = field(repr=False)  # hexes that any enemy units hold
    fighters: frozenset[str] = field(repr=False)  # hexes that combat units of this side hold
    friends: Mapping[str, int] = field(repr=False)  # how many units of this side stand in a hex

    @property
    def view(self) -> View:
        """The position as rules look at it."""
        return View(data=self.data, state=self.state, side=self.side)

    @classmethod
    def of(cls, data: Data, state: State, side: str, salt: int) -> Self:
        """The view of a side."""
        kinds = data.units
        foes: set[str] = set()
        enemies: set[str] = set()
        fighters: set[str] = set()
        friends: dict[str, int] = {}
        for unit in state.board.pieces.values():
            kind, where = kinds[unit.id], unit.where
            if ":" in where:
                continue
            if kind.side == side:
                friends[where] = friends.get(where, 0) + 1
                if kind.combat:
                    fighters.add(where)
            else:
                enemies.add(where)
                if kind.combat:
                    foes.add(where)
        held = tuple(sorted(foes))
        return cls(
            data=data,
            state=state,
            side=side,
            salt=salt,
            foes=held,
            enemies=frozenset(enemies),
            fighters=frozenset(fighters),
            friends=friends,
        )

    def variation(self, *about: object) -> float:
        """A number from 0 to 1 that depends on the salt and on what it is about, and on nothing else."""
        told = f"{self.salt}/{'/'.join(map(str, about))}"
        return crc32(told.encode()) % 1009 / 1009

    def far(self, a: str, b: str) -> int:
        """Hexes as the crow flies."""
        return self.data.ground.grid.distance(a, b)

    def foe_distance(self, where: str) -> int:
        """Hexes over land to the nearest enemy combat unit."""
        return self._distances.get(where, FAR)

    @cached_property
    def worth(self) -> Mapping[str, float]:
        """The hexes worth having, and how much."""
        state = self.state
        return _worth(self.data, state.scenario, self.side, self.foes, state.held, state.beaches)

    @cached_property
    def _distances(self) -> Mapping[str, int]:
        return distances(self.data, self.foes)

    @cached_property
    def contact(self) -> frozenset[str]:
        """The hexes next to an enemy combat unit."""
        return _around(self.data, self.foes)

    @cached_property
    def beside(self) -> frozenset[str]:
        """The hexes next to any enemy unit."""
        return _around(self.data, tuple(sorted(self.enemies)))

    @cached_property
    def nearby(self) -> frozenset[str]:
        """The hexes at most two steps from an enemy combat unit."""
        return self.contact.union(where for where, far in self._distances.items() if far <= _CLOSE)

    def pull(self, where: str) -> float:
        """How good it is to be in a hex for the sake of the places worth having round it."""
        return sum(
            value * 5 / (4 + roads(self.data, goal).get(where, FAR)) for goal, value in self.worth.items()
        )

    def draws(self, where: str) -> str:
        """The place worth having that matters most to a unit in a hex; "" when there is none."""
        return max(
            sorted(self.worth),
            key=lambda goal: self.worth[goal] / (4 + roads(self.data, goal).get(where, FAR)),
            default="",
        )

    def wanted(self, group: str) -> Mapping[str, float]:
        """The hexes worth having to a division, and how much: the one that it is about counts more."""
        goal = self.bound(group)
        return {**self.worth, goal: self.worth.get(goal, 0.0) + _OWN} if goal else self.worth


@recent(32)
def _around(data: Data, hexes: tuple[str, ...]) -> frozenset[str]:
    adjacent = data.ground.grid.adjacent
    return frozenset(near for where in hexes for near in adjacent.get(where, ()))


# --- places worth having ----------------------------------------------------------------------------------------------


@recent(32)
def _worth(
    data: Data,
    scenario: str,
    side: str,
    foes: tuple[str, ...],
    held: tuple[tuple[str, str], ...],
    beaches: tuple[str, ...],
) -> Mapping[str, float]:
    state = State(scenario=scenario, held=held, beaches=beaches)
    make = _allied_worth if side == ALLIED else _german_worth
    return make(data, state, foes)


def _allied_worth(data: Data, state: State, foes: tuple[str, ...]) -> Mapping[str, float]:
    """Objectives to be taken, or to be held when threatened; Germans on the road of a link, or behind the beaches."""
    held, near, there = dict(state.held), distances(data, foes), frozenset(foes)
    worth = {}
    for where, points in objectives(View(data=data, state=state)).items():
        if held.get(where, GERMAN) == GERMAN:
            worth[where] = points
        elif near.get(where, FAR) <= _THREAT:
            worth[where] = points * _HOLD
    for where, points in link_hexes(data)[state.scenario]:
        for on in (where, *data.ground.grid.adjacent[where]):
            if on in there:
                worth[on] = max(worth.get(on, 0.0), points * 0.6)
    for foe in foes:
        if shore(data).get(foe, FAR) <= _BEACHHEAD:
            worth[foe] = max(worth.get(foe, 0.0), _INTRUDER)
    return worth


def _german_worth(data: Data, state: State, foes: tuple[str, ...]) -> Mapping[str, float]:
    """What bars the way to the objectives; the objectives, the more the nearer the enemy; beaches, when they are near."""
    held, near = dict(state.held), distances(data, foes)
    worth: dict[str, float] = {}
    goals = []
    for where, points in objectives(View(data=data, state=state)).items():
        lost = held.get(where, GERMAN) == ALLIED
        worth[where] = points * (_LOST if lost else _GARRISON if near.get(where, FAR) <= _NEAR else _LATER)
        if not lost:
            goals.append((where, points))
    for where, points in bars(data, foes, tuple(goals)).items():
        worth[where] = worth.get(where, 0.0) + _BAR * points
    for where in state.beaches:
        worth[where] = max(worth.get(where, 0.0), _BEACH)
    for where, points in link_hexes(data)[state.scenario][::3]:
        worth[where] = max(worth.get(where, 0.0), points * _ROAD)
    return worth


def value(data: Data, unit: Unit) -> float:
    """What a unit is worth: its strength and cohesion, armour and guns, and the steps that stand behind it."""
    face = ratings(data, unit)
    steps = 2 if data.unit(unit.id).reduced is not None and not unit.reduced else 1
    return face.cs + 0.5 * face.cohesion + 2 * face.armour + 1.5 * face.artillery + steps
