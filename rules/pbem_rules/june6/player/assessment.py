"""What the player makes of a position: places worth having, who is near, where units can go and have supply."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from zlib import crc32

from pbem.bytes.records import AttrsInstance, frozen
from pbem_rules.june6.model import ALLIED, Unit, View
from pbem_rules.june6.player.ground import shore
from pbem_rules.june6.player.scene import Scene
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.ground import line_of_communication
from pbem_rules.june6.rules.lookup import activation, ratings
from pbem_rules.june6.rules.movement import move
from pbem_rules.june6.rules.movement.move import Move, Strategic
from pbem_rules.kernel.derived import derived, recent
from pbem_rules.kernel.supply import Lines
from pbem_rules.shared.player.distances import nearness
from pbem_rules.shared.player.game import FAR
from pbem_rules.shared.player.sectors import bound

_BEACH = 1.2  # what a beach hex is worth to a German who could take it
_BEACHHEAD, _INTRUDER = 3, 1.0  # Germans so near a beach are worth so much to be rid of
_THREAT, _HOLD = 2, 0.6  # an enemy so near an objective makes it worth so much of its points to hold it
_GARRISON, _LATER = 0.6, 0.15  # an objective threatened or lost, and one not yet threatened
_OWN = 3.0  # so much more is what a division is about worth to it
_NEAR = 10  # hexes within which an enemy makes a place urgent
_MARCH = 9  # an enemy farther than this lets a unit take the road


@frozen(kw_only=True, slots=False)
class Mind(Scene):
    """One side's view of one position. ``salt`` varies the style: small whole numbers are drawn from it."""

    salt: int

    @property
    def view(self) -> View:
        """The position as rules look at it."""
        return View(data=self.data, state=self.state, side=self.side)

    def variation(self, *about: object) -> float:
        """A number from 0 to 1 that depends on the salt and on what it is about, and on nothing else."""
        told = f"{self.salt}/{'/'.join(map(str, about))}"
        return crc32(told.encode()) % 1009 / 1009

    def foe_distance(self, where: str) -> int:
        """Hexes to the nearest enemy."""
        return nearness(self).get(where, FAR)

    @cached_property
    def worth(self) -> Mapping[str, float]:
        """The hexes worth having, and how much."""
        return _allied_worth(self) if self.side == ALLIED else _german_worth(self)

    def pull(self, where: str) -> float:
        """How good it is to be in a hex for the sake of the places worth having round it."""
        return sum(value * 5 / (4 + self.ways(goal).get(where, FAR)) for goal, value in self.worth.items())

    @derived
    def wanted(self, group: str) -> Mapping[str, float]:
        """The hexes worth having to a division, and how much: the one that it is about counts more."""
        goal = bound(self, group)
        return {**self.worth, goal: self.worth.get(goal, 0.0) + _OWN} if goal else self.worth

    def moves(self, unit: str) -> Mapping[str, AttrsInstance]:
        """Where a move of a unit may end, by road where there is no other way; nobody disordered, no garrison moves."""
        return _moves(self, unit)

    def fed(self, unit: Unit, where: str) -> bool:
        """Whether a unit has a line of communication from a hex as everybody stands."""
        return _lines(self, line_of_communication.sources(self, unit)).reaches(where)


@derived
def _moves(mind: Mind, name: str) -> Mapping[str, AttrsInstance]:
    unit, frame = mind.state.board[name], activation(mind.state)
    kind = mind.data.unit(name)
    formation = mind.data.formations.get(kind.formation)
    garrison = formation is not None and formation.kind == "garrison"
    if frame is None or unit.disorder or garrison or kind.type == "strongpoint":
        return {}
    found: dict[str, AttrsInstance] = {}
    if frame.full and (":" in unit.where or mind.foe_distance(unit.where) > _MARCH):
        for end, (_, path) in move.reach(mind, name, strategic=True).items():
            found[end] = Strategic(unit=name, path=path)
    for end, (_, path) in move.reach(mind, name).items():
        found[end] = Move(unit=name, path=path)
    return found


@recent(4)
def _lines(mind: Mind, sources: line_of_communication.Sources) -> Lines:
    return line_of_communication.lines_to(mind, sources)


def _allied_worth(mind: Mind) -> Mapping[str, float]:
    """Objectives to be taken, or to be held when threatened; Germans behind the beaches."""
    near = shore(mind.data)
    worth = {at: _INTRUDER for at in mind.theirs if near.get(at, FAR) <= _BEACHHEAD}
    for where, points in mind.objectives.items():
        if not mind.aims[where].held:
            worth[where] = points
        elif mind.foe_distance(where) <= _THREAT:
            worth[where] = points * _HOLD
    return worth


def _german_worth(mind: Mind) -> Mapping[str, float]:
    """The objectives, the more the nearer the enemy; beaches, when they are near."""
    worth = dict.fromkeys(mind.state.beaches, _BEACH)
    for where, points in mind.objectives.items():
        urgent = not mind.aims[where].held or mind.foe_distance(where) <= _NEAR
        worth[where] = points * (_GARRISON if urgent else _LATER)
    return worth


def value(data: Data, unit: Unit) -> float:
    """What a unit is worth: its strength and cohesion, armour and guns, and the steps that stand behind it."""
    face = ratings(data, unit)
    steps = 2 if data.unit(unit.id).reduced is not None and not unit.reduced else 1
    return face.cs + 0.5 * face.cohesion + 2 * face.armour + 1.5 * face.artillery + steps
