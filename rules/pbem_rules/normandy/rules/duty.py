"""Who has to attack (11.3, 11.8 to 11.13), and moves that would make an enemy attack (4.5)."""

from __future__ import annotations

from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED
from pbem_rules.normandy.printed.calendar import PARTS
from pbem_rules.normandy.rules import movement, stacking
from pbem_rules.normandy.rules.combat.course import strongpoint
from pbem_rules.normandy.rules.view import Position
from pbem_rules.normandy.rules.zones import reached, zone_of_control

_NO_DUTY = frozenset({"headquarters", "artillery", "pathfinder", "ship", "replacement"})
_FOUL = ("storm", "heavy-rain")
_NIGHT = 0


def bound(at: Position, side: str, where: str) -> bool:
    """Whether the ground of a hex, and the hour, oblige who of a side stands there beside an enemy."""
    return _at_that_hour(at, at.state.part) and _on_that_ground(at, side, where)


@BOOK.rule("11.11")
def _at_that_hour(at: Position, part: int) -> bool:
    """Whether anybody has a duty in a part of the day."""
    return part != _NIGHT and at.state.weather not in _FOUL


@BOOK.rule("9.5", "11.3", "11.13", "N6", "N7")
def _on_that_ground(at: Position, side: str, where: str) -> bool:
    ground = at.data.ground
    if where in at.state.trenches or strongpoint(at, side, where):
        return False
    kind = ground.settlements.get(where) or ground.terrain[where]
    return kind in at.data.charts.terrain and at.data.charts.terrain[kind].duty


@BOOK.rule("11.3", "11.12", "N209")
def obliged(at: Position, name: str) -> bool:
    """Whether a unit has the duty to attack, as it stands."""
    where, kind = at.board[name].where, at.type_of(name)
    if kind.branch in _NO_DUTY or kind.fixed or not at.on_map(name) or not bound(at, at.side_of(name), where):
        return False
    return any(_faces(at, name, one) for one in at.data.ground.grid.adjacent[where])


@BOOK.rule("11.8", "11.10", "11.12", "N38")
def _faces(at: Position, name: str, where: str) -> bool:
    """Whether enemies in a hex beside a unit bring about its duty."""
    side, here = at.side_of(name), at.board[name].where
    enemies = at.units_of(at.enemy(side), where)
    if not enemies or water(at, here, where):
        return False
    if all(at.type_of(each).branch == "ship" for each in enemies):
        return False
    if side == ALLIED and all(at.type_of(each).fixed for each in enemies):
        return False
    return _beyond(at, name, where)


def water(at: Position, a: str, b: str) -> bool:
    """Whether a river or a stream lies between two hexes, bridged or not."""
    return at.data.ground.rivers.has(a, b) or at.data.ground.streams.has(a, b)


def _beyond(at: Position, name: str, where: str) -> bool:
    """Whether a unit could go on past a hex that an enemy holds."""
    side, here, ground = at.side_of(name), at.board[name].where, at.data.ground
    enemy = at.enemy(side)
    zone = zone_of_control(at, enemy)
    own = sum(at.type_of(each).branch not in _NO_DUTY for each in at.units_of(enemy, where))
    near, reaches = {here, *ground.grid.adjacent[here]}, set(reached(at, where))
    for one in ground.grid.adjacent[where]:
        others = zone.get(one, 0) - (own if one in reaches else 0)
        shut = one in near or at.units_of(enemy, one) or others > 0
        if not shut and movement.cost(at, name, where, one) is not None:
            return True
    return False


@BOOK.rule("4.5", "11.9", "N172")
def provokes(at: Position, name: str, where: str) -> bool:
    """Whether a unit in a hex would oblige an enemy to attack it."""
    side = at.side_of(name)
    enemy, part = at.enemy(side), at.state.part
    then = (
        part if side == ALLIED else (part + 1) % len(PARTS)
    )  # the Allied side fights in the turn that follows
    found = [
        each
        for one in at.data.ground.grid.adjacent[where]
        if _at_that_hour(at, then) and not water(at, one, where)
        for each in at.units_of(enemy, one)
        if _fights(at, each) and _on_that_ground(at, enemy, one)
    ]
    there = stacking.with_them(at, where, (at.board[name],)) if found else at
    return any(_faces(there, each, where) for each in found)


def _fights(at: Position, name: str) -> bool:
    kind = at.type_of(name)
    return kind.branch not in _NO_DUTY and not kind.fixed
