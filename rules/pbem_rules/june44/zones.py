"""Zones of control and who holds what (6.0, 3.3): every question here is answered by looking at six neighbours.

What a position looks like to both sides is worked out once (:class:`Front`) and remembered with the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import define, field

from pbem_rules.june44.book import BOOK
from pbem_rules.june44.lookup import enemy_of, is_artillery
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.printed import Data, Ground
from pbem_rules.kernel.control import exerted
from pbem_rules.kernel.derived import derived


@BOOK.rule("6.0", "6.2", "N30", text="Nothing reaches over the sea or the canal, except at a bridge.")
def crosses(ground: Ground, a: str, b: str) -> bool:
    """Whether units, zones, supply and support pass the hexside between two adjacent hexes."""
    return not ground.forbidden.has(a, b) or ground.bridges.has(a, b)


@define(frozen=True, kw_only=True, slots=False)
class Front:
    """One position: where each side stands and how far its zones reach. Make it with :func:`front`."""

    data: Data = field(repr=False, eq=False)
    state: State = field(repr=False, eq=False)

    @cached_property
    def stands(self) -> Mapping[str, frozenset[str]]:
        """By side the hexes of the map with at least one of its units."""
        found: dict[str, set[str]] = {ALLIED: set(), GERMAN: set()}
        terrain, kinds = self.data.ground.terrain, self.data.units
        for unit in self.state.board.pieces.values():
            if unit.where in terrain:
                found[kinds[unit.id].side].add(unit.where)
        return {side: frozenset(hexes) for side, hexes in found.items()}

    @cached_property
    def works(self) -> frozenset[str]:
        """The hexes with a fortification or beach defence that still stands."""
        printed = {where for where in self.data.ground.forts if where not in self.state.forts_lost}
        return frozenset(printed | {d.hex for d in self.state.defences if d.strength != 0})

    @cached_property
    def held(self) -> Mapping[str, frozenset[str]]:
        """By side the hexes that it occupies: no enemy enters them, they have to be attacked."""
        return {ALLIED: self.stands[ALLIED], GERMAN: self.stands[GERMAN] | self.works}

    @cached_property
    @BOOK.rule(
        "6.0", "11.2.1", "N31", text="Fortifications and all units except artillery have a zone of control."
    )
    def sources(self) -> Mapping[str, frozenset[str]]:
        """By side the hexes out of which it exerts a zone of control."""
        kinds, terrain = self.data.units, self.data.ground.terrain
        found: dict[str, set[str]] = {ALLIED: set(), GERMAN: set(self.works)}
        for unit in self.state.board.pieces.values():
            if unit.where in terrain and not is_artillery(self.data, unit):
                found[kinds[unit.id].side].add(unit.where)
        return {side: frozenset(hexes) for side, hexes in found.items()}

    @cached_property
    def zone(self) -> Mapping[str, frozenset[str]]:
        """By side every hex in its zone of control."""
        ground = self.data.ground
        return {
            side: exerted(sorted(hexes), ground.grid.adjacent, lambda a, b: crosses(ground, a, b))
            for side, hexes in self.sources.items()
        }


@derived
def _front(state: State, data: Data) -> Front:
    return Front(data=data, state=state)


def front(data: Data, state: State) -> Front:
    """The position as both sides see it, worked out once for a state and kept with it."""
    return _front(state, data)


@BOOK.rule(
    "3.3",
    "N32",
    text="A hex is controlled by whoever occupies it or has a zone there, else by who had it last.",
)
def controls(data: Data, state: State, where: str, side: str) -> bool:
    """Whether ``side`` controls a hex, alone or together with the enemy, for supply."""
    at = front(data, state)
    enemy = enemy_of(side)
    if where in at.held[side] or where in at.held[enemy]:
        return where in at.held[side]
    if where in at.zone[side] or where in at.zone[enemy]:
        return where in at.zone[side]
    last = dict(state.owners).get(where, GERMAN)
    return last == side
