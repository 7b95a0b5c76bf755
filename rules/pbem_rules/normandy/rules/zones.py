"""Zones of control (1.1 to 1.4, 3.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pbem_rules.kernel.derived import derived, recent
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import State
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules.view import Bridges, Position, Stood, View, bridged, type_of

_NONE = frozenset({"headquarters", "artillery", "pathfinder", "ship", "replacement"})


@BOOK.rule("3.4", "N3")
def _exerts(data: Data, name: str, where: str) -> bool:
    """Whether a counter has a zone of control where it stands."""
    return type_of(data, name).branch not in _NONE and where in data.land.terrain


def exerts(at: Position, name: str) -> bool:
    """Whether a unit on the map has a zone of control."""
    return name in at.board and _exerts(at.data, name, at.board[name].where)


def zone_of_control(at: Position, side: str) -> Mapping[str, int]:
    """The hexes in the zone of a side, each with the number of its units that reach it."""
    return _zones(at.state, at.data, side)


@derived
def _zones(state: State, data: Data, side: str) -> Mapping[str, int]:
    return zones_of(data, View(data=data, state=state).stood(side), (state.built, state.blown))


@recent(8)
def zones_of(data: Data, stood: Stood, changes: Bridges) -> Mapping[str, int]:
    """The zones of a side that stands so: while the other side moves, positions share them."""
    numbers = Counter(where for name, where in stood if _exerts(data, name, where))
    found = dict[str, int]()
    for where in sorted(numbers):
        for one in _reached(data, changes, where):
            found[one] = found.get(one, 0) + numbers[where]
    return found


def reached(at: Position, where: str) -> tuple[str, ...]:
    """The hexes that a zone reaches from a hex."""
    return _reached(at.data, (at.state.built, at.state.blown), where)


@BOOK.rule("1.1", "1.4", "N3")
def _reached(data: Data, changes: Bridges, where: str) -> tuple[str, ...]:
    ground = data.ground
    return tuple(
        one
        for one in ground.grid.adjacent[where]
        if ground.settlements.get(one) != "city"
        and (not ground.rivers.has(where, one) or bridged(data, changes, where, one))
    )
