"""A position of June '44 as far as divisions and their aims go (``shared.player.game.Scene``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from pbem.bytes.records import frozen
from pbem_rules.june44.model import ALLIED, Unit
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.rules import victory
from pbem_rules.june44.rules.control import holds
from pbem_rules.june44.rules.lookup import ENTRY, SEA, enemy_of, face, is_artillery, steps
from pbem_rules.june44.rules.movement.costs import step_cost
from pbem_rules.june44.rules.play import View
from pbem_rules.june44.rules.zones import crosses
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.paths import reach
from pbem_rules.shared.player import divisions
from pbem_rules.shared.player.game import FAR, GUNS, LINE, Aim, Piece, Plan


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
    """What the divisions of a side were for, cities by hex: other places count for nothing here and are left out."""
    ground = data.ground
    where = {
        name: tuple(sorted(at for at, each in ground.cities.items() if each == ground.cities[place]))
        for place, name in ground.names.items()
        if place in ground.cities
    }
    return divisions.tasks(where, attacker=side == ALLIED)


@frozen(kw_only=True, slots=False, eq=False)
class Scene(View):
    """What a side sees, by division."""

    @cached_property
    def enemy(self) -> str:
        """The other side."""
        return enemy_of(self.side)

    @property
    def pressing(self) -> bool:
        """The Allied side has to get on."""
        return self.side == ALLIED

    @cached_property
    def mine(self) -> Mapping[str, tuple[Piece, ...]]:
        """Own units by hex, and those off the map by the beach or entry where they wait."""
        return self._pieces(self.side)

    @cached_property
    def theirs(self) -> Mapping[str, tuple[Piece, ...]]:
        """The enemy's on the map by hex."""
        return {where: found for where, found in self._pieces(self.enemy).items() if ":" not in where}

    def _pieces(self, side: str) -> Mapping[str, tuple[Piece, ...]]:
        found: dict[str, tuple[Piece, ...]] = {}
        for unit in self.units_of(side):
            found[unit.where] = (*found.get(unit.where, ()), self.piece(unit))
        return found

    def piece(self, unit: Unit) -> Piece:
        """A unit as the player sees it."""
        guns, now = is_artillery(self.data, unit), face(self.data, unit)
        return Piece(
            id=unit.id,
            where=unit.where,
            stood=unit.began if unit.moved and unit.began else unit.where,
            attack=0 if guns else now.attack,
            defence=now.defence,
            group=self.group(unit.id),
            role=GUNS if guns else LINE,
            steps=steps(self.data, unit),
            moved=unit.moved,
        )

    def group(self, unit: str) -> str:
        """The division that a parachute regiment comes from; else a unit is a division, and acts alone."""
        return self.data.units[unit].parent or unit

    @cached_property
    def cities(self) -> Mapping[str, int]:
        """Every city hex with the points it counts."""
        return {where: victory.worth(self, where) for where in sorted(self.data.ground.cities)}

    def ours(self, where: str) -> bool:
        """Whether this side holds a city or beach."""
        return holds(self, self.side, where)

    @cached_property
    def aims(self) -> Mapping[str, Aim]:
        """The cities; one that counts for nothing any more only for who has it."""
        return {
            where: Aim(place=where, worth=points, held=self.ours(where))
            for where, points in self.cities.items()
            if points or self.ours(where)
        }

    @cached_property
    def plans(self) -> Mapping[str, Plan]:
        """What divisions are for, as long as there is something left to take."""
        found = tasks(self.data, self.side)
        return {
            group: plan for group, plan in found.items() if plan.hold or not all(map(self.ours, plan.take))
        }

    def name(self, where: str) -> str:
        """What a person calls a hex."""
        ground = self.data.ground
        beach = ground.beaches.get(where)
        return ground.cities.get(where) or (
            beach.name if beach is not None else ground.names.get(where, where)
        )

    @property
    def grid(self) -> Grid:
        """The map."""
        return self.data.ground.grid

    def ways(self, goal: str) -> Mapping[str, int]:
        """The movement points from every hex, beach and entry to a place."""
        return ways(self.data, goal)
