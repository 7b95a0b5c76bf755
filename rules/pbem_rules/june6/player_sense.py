"""What the player makes of a position: distances over the ground, places worth having, and enemies near."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from heapq import heappop, heappush

from attrs import field, frozen

from pbem_rules.june6 import control, terrain
from pbem_rules.june6.lookup import enemy_of, ratings
from pbem_rules.june6.model import ALLIED, GERMAN, State, Unit
from pbem_rules.june6.printed import LEG, Data
from pbem_rules.june6.printed_once import Same, once

FAR = 99
_BEACH = 1.2  # what a beach hex is worth to a German who could take it
_BEACHHEAD, _INTRUDER = 3, 1.0  # Germans so near a beach are worth so much to be rid of
_THREAT, _HOLD = 2, 0.6  # an enemy so near an objective makes it worth so much of its points to hold it
_NEAR = 10  # hexes within which an enemy makes a place urgent


@frozen(kw_only=True, slots=False)
class Mind:
    """One side's view of one position. ``salt`` varies the style: small whole numbers are drawn from it."""

    data: Data = field(repr=False)
    state: State = field(repr=False)
    side: str
    salt: int
    worth: Mapping[str, float] = field(repr=False)  # hexes worth having, and how much
    foes: tuple[str, ...] = field(repr=False)  # hexes that enemy combat units hold

    @classmethod
    def of(cls, data: Data, state: State, side: str, salt: int) -> Mind:
        """The view of a side."""
        foes = _held_by(data, state, enemy_of(side))
        worth = _allied_worth(data, state, foes) if side == ALLIED else _german_worth(data, state, foes)
        return cls(data=data, state=state, side=side, salt=salt, worth=worth, foes=foes)

    @property
    def enemy(self) -> str:
        """The other side."""
        return enemy_of(self.side)

    def whim(self, *about: object) -> float:
        """A number from 0 to 1 that depends on the salt and on what it is about, and on nothing else."""
        value = self.salt * 2654435761 + 97
        for letter in "/".join(map(str, about)):
            value = (value * 31 + ord(letter)) % 4294967291
        return value % 1009 / 1009

    def far(self, a: str, b: str) -> int:
        """Hexes as the crow flies."""
        return self.data.ground.grid.distance(a, b)

    def foe_distance(self, where: str) -> int:
        """Hexes to the nearest enemy combat unit."""
        return min((self.far(where, foe) for foe in self.foes), default=FAR)

    @cached_property
    def contact(self) -> frozenset[str]:
        """The hexes next to an enemy combat unit."""
        adjacent = self.data.ground.grid.adjacent
        return frozenset(near for foe in self.foes for near in adjacent[foe])

    @cached_property
    def nearby(self) -> frozenset[str]:
        """The hexes at most two steps from an enemy combat unit."""
        adjacent = self.data.ground.grid.adjacent
        return self.contact.union(near for where in self.contact for near in adjacent[where])

    def pull(self, where: str) -> float:
        """How good it is to be in a hex for the sake of the places worth having round it."""
        return sum(
            value * 5 / (4 + roads(self.data, goal).get(where, FAR)) for goal, value in self.worth.items()
        )


def _held_by(data: Data, state: State, side: str) -> tuple[str, ...]:
    return tuple(
        where
        for where in state.board.places()
        if ":" not in where and control.projects_from(data, state, where, side)
    )


# --- the ground -------------------------------------------------------------------------------------------------------


@once
def _steps(data: Data) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """The cheapest points of each step into a hex for a unit on foot, from the other end: who comes from where."""
    walker = next(name for name, kind in data.units.items() if kind.move == LEG and kind.type == "infantry")
    found: dict[str, list[tuple[str, int]]] = {}
    for frm, around in data.ground.grid.adjacent.items():
        for to in around:
            ways = (
                terrain.along_road(data, terrain.PRINTED, walker, frm, to),
                terrain.cross_country(data, terrain.PRINTED, walker, frm, to),
            )
            costs = [cost for cost in ways if cost is not None]
            if costs:
                found.setdefault(to, []).append((frm, min(costs)))
    return {to: tuple(steps) for to, steps in found.items()}


def roads(data: Data, goal: str) -> Mapping[str, int]:
    """Points on foot from every hex to a goal, enemies and friends left out of account."""
    return _roads(Same(data), goal)


@lru_cache(maxsize=400)
def _roads(key: Same, goal: str) -> Mapping[str, int]:
    steps = _steps(key.data)
    costs = {goal: 0}
    heap = [(0, goal)]
    while heap:
        spent, here = heappop(heap)
        if spent > costs[here]:
            continue
        for frm, cost in steps.get(here, ()):
            total = spent + cost
            if total < costs.get(frm, FAR * FAR):
                costs[frm] = total
                heappush(heap, (total, frm))
    return costs


@once
def supply(data: Data) -> Mapping[str, int]:
    """Hexes from the nearest German source of supply, as the crow flies along the grid."""
    return _spread(data, data.ground.supply)


@once
def shore(data: Data) -> Mapping[str, int]:
    """Hexes from the nearest landing beach."""
    return _spread(data, (where for hexes in data.ground.beaches.values() for where in hexes))


def _spread(data: Data, start: Iterable[str]) -> Mapping[str, int]:
    found = dict.fromkeys(start, 0)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for other in data.ground.grid.adjacent[here]:
            if other not in found:
                found[other] = found[here] + 1
                queue.append(other)
    return found


@once
def _link_hexes(data: Data) -> Mapping[str, tuple[tuple[str, float], ...]]:
    """For each scenario the hexes along the shortest road of each link, with the link's points."""
    return {
        name: tuple(
            (where, float(link.points))
            for link in scenario.links
            for where in _shortest(data, link.start, frozenset(link.end))
        )
        for name, scenario in data.scenarios.items()
    }


def _shortest(data: Data, start: tuple[str, ...], ends: frozenset[str]) -> tuple[str, ...]:
    came: dict[str, str] = dict.fromkeys(start, "")
    queue = deque(start)
    while queue:
        here = queue.popleft()
        if here in ends:
            path = [here]
            while came[path[-1]]:
                path.append(came[path[-1]])
            return tuple(path)
        for other in (
            *data.ground.roads.at(here),
            *(data.ground.grid.adjacent[here] if here in start else ()),
        ):
            if other not in came:
                came[other] = here
                queue.append(other)
    return ()


# --- places worth having ----------------------------------------------------------------------------------------------


def objectives(data: Data, state: State) -> Mapping[str, float]:
    """The hexes of the scenario's objectives with their points, shared out where several count as one."""
    return {
        where: float(each.points) if each.each else each.points / len(each.hexes)
        for each in data.scenarios[state.scenario].objectives
        for where in each.hexes
    }


def _allied_worth(data: Data, state: State, foes: tuple[str, ...]) -> Mapping[str, float]:
    """Objectives to be taken, or to be held when threatened; Germans on the road of a link, or behind the beaches."""
    held = dict(state.held)
    far = data.ground.grid.distance
    worth = {}
    for where, points in objectives(data, state).items():
        if held.get(where, GERMAN) == GERMAN:
            worth[where] = points
        elif any(far(where, foe) <= _THREAT for foe in foes):
            worth[where] = points * _HOLD
    for where, points in _link_hexes(data)[state.scenario]:
        for near in (where, *data.ground.grid.adjacent[where]):
            if control.projects_from(data, state, near, GERMAN):
                worth[near] = max(worth.get(near, 0.0), points * 0.6)
    for foe in foes:
        if shore(data).get(foe, FAR) <= _BEACHHEAD:
            worth[foe] = max(worth.get(foe, 0.0), _INTRUDER)
    return worth


def _german_worth(data: Data, state: State, foes: tuple[str, ...]) -> Mapping[str, float]:
    """Objectives, the more the nearer the enemy; roads that join the beaches; beaches, when they are near."""
    held, far = dict(state.held), data.ground.grid.distance
    worth: dict[str, float] = {}
    for where, points in objectives(data, state).items():
        near = min((far(where, foe) for foe in foes), default=FAR)
        lost = held.get(where, GERMAN) == ALLIED
        worth[where] = points * (1.0 if near <= _NEAR else 0.3) * (0.7 if lost else 1.0)
    for where in state.beaches:
        worth[where] = _BEACH
    links = _link_hexes(data)[state.scenario]
    for where, points in links[::3]:
        worth[where] = max(worth.get(where, 0.0), points * 0.25)
    return worth


def value(data: Data, unit: Unit) -> float:
    """What a unit is worth: its strength and cohesion, armour and guns, and the steps that stand behind it."""
    face = ratings(data, unit)
    steps = 2 if data.unit(unit.id).reduced is not None and not unit.reduced else 1
    return face.cs + 0.5 * face.cohesion + 2 * face.armour + 1.5 * face.artillery + steps
