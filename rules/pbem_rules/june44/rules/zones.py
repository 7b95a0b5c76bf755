"""Zones of control and who holds what (6.0, 3.3): worked out once for a position, and kept with its state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from pbem.bytes.records import define, field
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.printed.data import Data, Ground
from pbem_rules.june44.rules.lookup import enemy_of, is_artillery
from pbem_rules.june44.rules.play import Position, View
from pbem_rules.kernel.derived import derived


@BOOK.rule("6.0", "6.2", "N30")
def crosses(ground: Ground, a: str, b: str) -> bool:
    """Whether units, zones, supply and support pass the hexside between two adjacent hexes."""
    return not ground.forbidden.has(a, b) or ground.bridges.has(a, b)


@derived
def crossing(ground: Ground) -> Mapping[str, tuple[str, ...]]:
    """For each hex those beside it to which they pass."""
    adjacent = ground.grid.adjacent
    return {here: tuple(to for to in adjacent[here] if crosses(ground, here, to)) for here in adjacent}


@define(frozen=True, kw_only=True, slots=False)
class Front:
    """One position: where each side stands and how far its zones reach. Make it with :func:`front`."""

    at: View = field(repr=False, eq=False)

    @cached_property
    def stands(self) -> Mapping[str, frozenset[str]]:
        """By side the hexes of the map with at least one of its units."""
        return self._hexes(guns=True)

    def _hexes(self, *, guns: bool) -> Mapping[str, frozenset[str]]:
        data = self.at.data
        found: dict[str, set[str]] = {ALLIED: set(), GERMAN: set()}
        for unit in self.at.board.pieces.values():
            if unit.where in data.ground.terrain and (guns or not is_artillery(data, unit)):
                found[data.units[unit.id].side].add(unit.where)
        return {side: frozenset(hexes) for side, hexes in found.items()}

    @cached_property
    def works(self) -> frozenset[str]:
        """The hexes with a fortification or beach defence that still stands."""
        state = self.at.state
        printed = {where for where in self.at.data.ground.forts if where not in state.forts_lost}
        return frozenset(printed | {d.hex for d in state.defences if d.strength != 0})

    @cached_property
    def held(self) -> Mapping[str, frozenset[str]]:
        """By side the hexes that it occupies: no enemy enters them, they have to be attacked."""
        return {ALLIED: self.stands[ALLIED], GERMAN: self.stands[GERMAN] | self.works}

    @cached_property
    @BOOK.rule("6.0", "11.2.1", "N31")
    def sources(self) -> Mapping[str, frozenset[str]]:
        """By side the hexes out of which it exerts a zone of control."""
        found = self._hexes(guns=False)
        return {ALLIED: found[ALLIED], GERMAN: found[GERMAN] | self.works}

    @cached_property
    def zone(self) -> Mapping[str, frozenset[str]]:
        """By side every hex in its zone of control."""
        beside = crossing(self.at.data.ground)
        return {
            side: frozenset[str]().union(*(beside[where] for where in hexes))
            for side, hexes in self.sources.items()
        }


@derived
def _front(state: State, data: Data) -> Front:
    return Front(at=View(data=data, state=state))


def front(at: Position) -> Front:
    """The position as both sides see it."""
    return _front(at.state, at.data)


@BOOK.rule("3.3", "N32")
def controls(at: Position, where: str, side: str) -> bool:
    """Whether ``side`` controls a hex, alone or together with the enemy, for supply."""
    now, enemy = front(at), enemy_of(side)
    for hexes in (now.held, now.zone):
        if where in hexes[side] or where in hexes[enemy]:
            return where in hexes[side]
    return dict(at.state.owners).get(where, GERMAN) == side
