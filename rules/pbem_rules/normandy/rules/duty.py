"""Who has to attack (11.3, 11.8 to 11.13), and moves that would make an enemy attack (4.5)."""

from __future__ import annotations

from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED
from pbem_rules.normandy.rules import movement
from pbem_rules.normandy.rules.view import Position
from pbem_rules.normandy.rules.zones import reached, zone_of_control

_NO_DUTY = frozenset({"headquarters", "artillery", "pathfinder", "ship", "replacement"})
_FOUL = ("storm", "heavy-rain")


@BOOK.rule(
    "9.5",
    "11.3",
    "11.11",
    "11.13",
    "N6",
    "N7",
    text="By the ground on which it stands, by day, in fair weather.",
)
def bound(at: Position, where: str) -> bool:
    """Whether the ground of a hex, and the hour, oblige who stands there beside an enemy."""
    state, ground = at.state, at.data.ground
    if at.night or state.weather in _FOUL or where in state.trenches:
        return False
    if where in ground.works and where not in state.destroyed:
        return False
    kind = ground.settlements.get(where) or ground.terrain[where]
    return kind in at.data.charts.terrain and at.data.charts.terrain[kind].duty


@BOOK.rule(
    "11.3",
    "11.12",
    text="Whoever has an attack, beside an enemy; strongpoints and fixed guns count for Germans.",
)
def obliged(at: Position, name: str) -> bool:
    """Whether a unit has the duty to attack, as it stands."""
    where, kind = at.board[name].where, at.type_of(name)
    if kind.branch in _NO_DUTY or kind.fixed or not at.on_map(name) or not bound(at, where):
        return False
    return any(_faces(at, name, one) for one in at.data.ground.grid.adjacent[where])


@BOOK.rule(
    "11.8",
    "11.10",
    "11.12",
    "N38",
    text="Not over water, not against works alone, not where nothing lies beyond.",
)
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


@BOOK.rule("4.5", "11.9", text="Beside an enemy whose ground would make it attack.")
def provokes(at: Position, name: str, where: str) -> bool:
    """Whether a unit in a hex would oblige an enemy to attack it."""
    enemy = at.enemy(at.side_of(name))
    return any(
        bound(at, one)
        and not water(at, one, where)
        and any(_fights(at, each) for each in at.units_of(enemy, one))
        for one in at.data.ground.grid.adjacent[where]
    )


def _fights(at: Position, name: str) -> bool:
    kind = at.type_of(name)
    return kind.branch not in _NO_DUTY and not kind.fixed
