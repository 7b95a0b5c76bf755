"""Zones of control (1.1 to 1.4, 3.4)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.kernel.derived import derived
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import State
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules.view import Position, View

_NONE = frozenset({"headquarters", "artillery", "pathfinder", "ship", "replacement"})


@BOOK.rule("3.4", "N3", text="Headquarters, guns, ships and pathfinders have no zone; strongpoints have one.")
def exerts(at: Position, name: str) -> bool:
    """Whether a unit on the map has a zone of control."""
    return at.type_of(name).branch not in _NONE and at.on_map(name)


def zone_of_control(at: Position, side: str) -> Mapping[str, int]:
    """The hexes in the zone of a side, each with the number of its units that reach it."""
    return _zones(at.state, at.data, side)


@derived
def _zones(state: State, data: Data, side: str) -> Mapping[str, int]:
    at, found = View(data=data, state=state), dict[str, int]()
    for where in sorted(at.held(side)):
        number = sum(exerts(at, name) for name in at.units_of(side, where))
        if number and where in data.ground.terrain:
            for one in reached(at, where):
                found[one] = found.get(one, 0) + number
    return found


@BOOK.rule(
    "1.1", "1.4", "N3", text="The six hexes about a unit: no city, and nothing over a river without a bridge."
)
def reached(at: Position, where: str) -> tuple[str, ...]:
    """The hexes that a zone reaches from a hex."""
    ground = at.data.ground
    return tuple(
        one
        for one in ground.grid.adjacent[where]
        if ground.settlements.get(one) != "city"
        and (not ground.rivers.has(where, one) or at.bridged(where, one))
    )
