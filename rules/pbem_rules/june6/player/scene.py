"""A position of June 6 as far as divisions and their aims go (``shared.player.game.Scene``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from pbem.bytes.records import field, frozen
from pbem_rules.june6.model import ALLIED, GERMAN, Position, State, Unit
from pbem_rules.june6.player.ground import roads
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.lookup import activation, enemy_of, ratings
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.hexes import Grid
from pbem_rules.shared.player import divisions
from pbem_rules.shared.player.game import GUNS, LINE, STAFF, Aim, Piece, Plan


@derived
def tasks(data: Data, side: str) -> Mapping[str, Plan]:
    """What the divisions of a side were for, places by hex."""
    where = {name: (place,) for place, (name, *_) in data.ground.names.items()}
    return divisions.tasks(where, attacker=side == ALLIED)


@frozen(kw_only=True, slots=False)
class Scene(Position):
    """What a side sees, by division."""

    data: Data = field(repr=False)
    state: State = field(repr=False)
    side: str

    @property
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
        return self.data.scenarios[self.state.scenario].last_turn - self.state.turn

    @cached_property
    def mine(self) -> Mapping[str, tuple[Piece, ...]]:
        """Own units by hex, and those off the map by the box or entry where they wait."""
        return self._stacks(self.side)

    @cached_property
    def theirs(self) -> Mapping[str, tuple[Piece, ...]]:
        """The enemy's on the map by hex."""
        return {where: found for where, found in self._stacks(self.enemy).items() if ":" not in where}

    def _stacks(self, side: str) -> Mapping[str, tuple[Piece, ...]]:
        found: dict[str, tuple[Piece, ...]] = {}
        for unit in self.state.board.pieces.values():
            if self.data.units[unit.id].side == side:
                found[unit.where] = (*found.get(unit.where, ()), self.piece(unit))
        return found

    def piece(self, unit: Unit) -> Piece:
        """A unit as the player sees it. A headquarters never counts as moved: some enter before anybody else moves."""
        kind = self.data.unit(unit.id)
        strength = ratings(self.data, unit).cs if kind.combat else 0
        return Piece(
            id=unit.id,
            where=unit.where,
            stood=unit.where,
            attack=0 if kind.defends_only else strength,
            defence=strength,
            group=self.group(unit),
            role=LINE if kind.combat else STAFF if kind.hq else GUNS,
            steps=2 if kind.reduced is not None and not unit.reduced else 1,
            moved=unit.id in self._moved and not kind.hq,
        )

    @cached_property
    def _moved(self) -> frozenset[str]:
        """Who has moved in the activation that is on."""
        frame = activation(self.state)
        return frozenset((*frame.moved, *frame.strategic)) if frame is not None else frozenset()

    def group(self, unit: Unit) -> str:
        """The division that a unit acts with; itself for one of a corps, which goes where it is needed."""
        name = unit.assigned or self.data.unit(unit.id).formation
        known = self.data.formations.get(name)
        return name if known is not None and known.kind == "division" else unit.id

    @cached_property
    def aims(self) -> Mapping[str, Aim]:
        """The objectives of the scenario."""
        held = dict(self.state.held)
        return {
            where: Aim(place=where, worth=max(1, round(points)), held=held.get(where, GERMAN) == self.side)
            for where, points in self.objectives.items()
        }

    @property
    def objectives(self) -> Mapping[str, float]:
        """The hexes of the scenario's objectives with their points, shared out where several count as one."""
        return {
            where: float(each.points) if each.each else each.points / len(each.hexes)
            for each in self.data.scenarios[self.state.scenario].objectives
            for where in each.hexes
        }

    @property
    def plans(self) -> Mapping[str, Plan]:
        """What divisions are for."""
        return tasks(self.data, self.side)

    def name(self, place: str) -> str:
        """What a person calls a hex: its place, or the town that it is a part of."""
        if place in self.data.ground.names:
            return self.data.ground.names[place][0]
        listed = self.data.scenarios[self.state.scenario].objectives
        town = next((each.name for each in listed if place in each.hexes), place)
        return town.partition(",")[0]

    @property
    def grid(self) -> Grid:
        """The map."""
        return self.data.ground.grid

    def ways(self, goal: str) -> Mapping[str, int]:
        """How many movement points on foot each place is from another, enemies left out of account."""
        return roads(self.data, goal)
