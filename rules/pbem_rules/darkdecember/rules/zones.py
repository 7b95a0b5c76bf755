"""Zones of control (3.8, O6.0)."""

from __future__ import annotations

from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import State, Unit
from pbem_rules.darkdecember.printed.data import Data
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.kernel.derived import derived

_ARMOUR_ZONES = "armour-zones"


def zone(position: Position, side: str) -> frozenset[str]:
    """The hexes in zones of a side's units."""
    return _zone(position.state, position.data, side)


@derived
def _zone(state: State, data: Data, side: str) -> frozenset[str]:
    view, adjacent, units = View(data=data, state=state), data.ground.grid.adjacent, data.units
    short = view.chosen(_ARMOUR_ZONES)
    found, whole = set[str](), set[str]()
    for name, unit in state.board.pieces.items():
        if name not in units or units[name].side != side or not exerts(unit):
            continue
        if short and view.armour(name):
            found.update(to for to in adjacent[unit.where] if not stopped(view, unit, to))
        else:
            whole.add(unit.where)  # a stack has one zone
    return frozenset(found.union(*(adjacent[where] for where in whole)))


@BOOK.rule("3.8", "3.8b", "3.2c")
def exerts(unit: Unit) -> bool:
    """Whether a unit has a zone."""
    return not unit.column


@BOOK.rule("O6.0", "N57")
def stopped(position: Position, unit: Unit, to: str) -> bool:
    """Whether the zone of a unit does not reach the next hex."""
    if not position.chosen(_ARMOUR_ZONES) or not position.armour(unit.id):
        return False
    wet = position.data.ground.rivers.has(unit.where, to) and not position.bridged(unit.where, to)
    hard = position.data.ground.terrain[to] in ("heavy_woods", "marsh")
    return (wet or hard) and not position.road(unit.where, to)


def enemy_zone(position: Position, side: str) -> frozenset[str]:
    """The hexes in zones of the enemies of a side."""
    return zone(position, position.enemy(side))
