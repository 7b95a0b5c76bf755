"""Zones of control: which hexes a side's combat units reach into (2.4, 11.1), and which it alone controls.

Every combat unit has a zone in all six hexes round it, over any hexside (N1), whatever markers it carries. Support
units and the intrinsic defence of a beach have none. All questions look at six neighbours and no further.
"""

from __future__ import annotations

from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import Position
from pbem_rules.june6.rules.lookup import enemy_of, units_at


@BOOK.rule("2.4")
def projects_from(at: Position, where: str, side: str) -> bool:
    """Whether a combat unit of ``side`` stands in ``where``."""
    kinds = at.data.units
    return any(kinds[name].combat and kinds[name].side == side for name in at.state.board.at(where))


def in_zone(at: Position, where: str, of_side: str) -> bool:
    """Whether ``where`` is in a zone of control that ``of_side`` exerts. Boxes and places off the map never are."""
    standing, kinds = at.state.board.at, at.data.units
    for other in at.data.ground.grid.adjacent.get(where, ()):
        for name in standing(other):
            kind = kinds[name]
            if kind.side != of_side:
                break
            if kind.combat:
                return True
    return False


def zone_sources(at: Position, where: str, of_side: str) -> tuple[str, ...]:
    """The hexes whose units of ``of_side`` have ``where`` in their zone, in direction order."""
    around = at.data.ground.grid.adjacent.get(where, ())
    return tuple(other for other in around if projects_from(at, other, of_side))


def undisputed(
    at: Position, where: str, by_side: str, *, apart_from: str = "", sources: frozenset[str] | None = None
) -> bool:
    """Whether ``where`` is in a zone of ``by_side``, holds no enemy of it and is in no enemy zone (N2).

    The zone that comes from the hex ``apart_from`` is left out of account: it is the surrounded unit's own (12.53b,
    22.31). ``sources``, when given, are the only hexes whose zones count for ``by_side`` (the attackers' hexes).
    """
    enemy = enemy_of(by_side)
    if any(at.data.units[name].side == enemy for name in at.state.board.at(where)):
        return False
    mine = zone_sources(at, where, by_side)
    if not any(sources is None or source in sources for source in mine):
        return False
    return all(source == apart_from for source in zone_sources(at, where, enemy))


def next_to_enemy(at: Position, where: str, side: str) -> bool:
    """Whether a unit of any kind of the other side stands next to ``where`` (8.24, 13.12a, 22.24)."""
    return any(
        at.data.units[at.state.board.at(other)[0]].side != side
        for other in at.data.ground.grid.adjacent.get(where, ())
        if at.state.board.at(other)
    )


def pressed(at: Position, of_side: str) -> tuple[frozenset[str], frozenset[str]]:
    """The hexes next to any unit of a side, and those in its zones of control: for asking about many units at once."""
    adjacent, kinds = at.data.ground.grid.adjacent, at.data.units
    near: set[str] = set()
    zones: set[str] = set()
    for unit in at.state.board.pieces.values():
        kind = kinds[unit.id]
        if kind.side == of_side:
            around = adjacent.get(unit.where, ())
            near.update(around)
            if kind.combat:
                zones.update(around)
    return frozenset(near), frozenset(zones)


def held_with(at: Position, where: str, side: str) -> bool:
    """Whether a combat unit of ``side`` stands in ``where`` (11.14)."""
    return any(
        at.data.units[unit.id].combat and at.data.units[unit.id].side == side
        for unit in units_at(at.state, where)
    )
