"""Supply and isolation (1.0)."""

from __future__ import annotations

from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import ISOLATED, OUT, SUPPLIED, State, Unit
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Data
from pbem_rules.darkdecember.rules import weather
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.darkdecember.rules.zones import enemy_zone
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.supply import Lines, shut


@BOOK.rule("1.0c")
def sources(position: Position, side: str) -> frozenset[str]:
    """The hexes where a side's supply comes on the map."""
    exits = position.data.ground.exits
    return frozenset(where for where, each in exits.items() if (each.edge == "east") == (side == GERMAN))


@BOOK.rule("1.0b", "3.8", "N2")
def closed(position: Position, side: str) -> frozenset[str]:
    """The hexes that no line of a side may use."""
    return shut(position.held(position.enemy(side)), enemy_zone(position, side), position.held(side))


@BOOK.rule("1.0b", "5.0", "5.1", "N2", "N11")
def lines(position: Position, side: str) -> Lines:
    """The lines of supply of a side as the units stand now."""
    return _lines(position.state, position.data, side)


@derived
def _lines(state: State, data: Data, side: str) -> Lines:
    view = View(data=data, state=state)
    barred = closed(view, side)
    found = Lines(
        adjacent=data.ground.grid.adjacent,
        roads=_usable(data, " ".join(state.blown), " ".join(state.built)),
        sources=sources(view, side),
        passable=lambda where: where not in barred,
        off_road=data.charts.numbers.supply_reach,
    )
    found.flood()
    return found


@derived
def _usable(data: Data, blown: str, built: str) -> Edges:
    """The roads that can be used while these bridges are down and those stand."""
    sides = tuple(built.split())
    view = View(data=data, state=State(scenario="", blown=tuple(blown.split()), built=sides))
    joined = {(a, b) for a, _, b in (side.partition("/") for side in sides)}
    return Edges.of(pair for pair in {*data.ground.roads, *joined} if view.road(*pair))


def line(position: Position, unit: Unit) -> tuple[str, ...] | None:
    """The line of supply of a unit as everybody stands now, or None."""
    return lines(position, position.side_of(unit.id)).trace(unit.where)


def supplied(position: Position, side: str) -> frozenset[str]:
    """The hexes with units of a side that have a line now."""
    return _supplied(position.state, position.data, side)


@derived
def _supplied(state: State, data: Data, side: str) -> frozenset[str]:
    view = View(data=data, state=state)
    found = lines(view, side)
    return frozenset(where for where in view.held(side) if found.reaches(where))


@BOOK.rule("S2.3")
def provided(position: Position, unit: Unit) -> bool:
    """Whether a unit needs no line."""
    return position.kind(unit.id).drops and position.turn <= position.data.charts.drop.supplied_through


def has_line(position: Position, unit: Unit) -> bool:
    """Whether a unit is in supply as everybody stands now (lack of fuel apart)."""
    return unit.where in supplied(position, position.side_of(unit.id)) or provided(position, unit)


@BOOK.rule("1.0e", "N1", "N4", "N5")
def surrounded(position: Position, unit: Unit) -> bool:
    """Whether a unit without a line is isolated."""
    side, grid = position.side_of(unit.id), position.data.ground.grid
    shut_in = position.held(position.enemy(side)) | enemy_zone(position, side)
    if not all(where in shut_in for where in grid.adjacent[unit.where]):
        return False
    reach = position.data.charts.numbers.isolation_reach
    friends = (each for each in position.units(side) if has_line(position, each) and not each.dry)
    return all(grid.distance(unit.where, each.where) > reach for each in friends)


@BOOK.rule("S3.2")
def never_isolated(position: Position, side: str) -> bool:
    """Whether units of a side are out of supply where others would be isolated."""
    return side == ALLIED and weather.clear(position)


def status(position: Position, unit: Unit) -> str:
    """What a determination would say of a unit now."""
    if has_line(position, unit):
        return SUPPLIED
    isolated = surrounded(position, unit) and not never_isolated(position, position.side_of(unit.id))
    return ISOLATED if isolated else OUT


@BOOK.rule("1.0a", "1.0f", "I8b", "N11")
def determine(play: Play) -> None:
    """The determination at the beginning of a half."""
    half = play.state.half
    if half == GERMAN:
        play.mark(*(unit.id for unit in play.units(GERMAN) if unit.dry), dry=False)
    for side in (play.enemy(half), half):
        found = {unit.id: status(play, unit) for unit in play.units(side)}
        for supply in (SUPPLIED, OUT, ISOLATED):
            changed = [name for name, now in found.items() if now == supply != play.unit(name).supply]
            play.mark(*changed, supply=supply)
    strike_columns(play)


@BOOK.rule("3.2f")
def strike_columns(play: Play) -> None:
    """Units out of supply leave strategic movement."""
    names = [unit.id for unit in play.board if unit.column and play.lacks_supply(unit.id)]
    play.mark(*names, column=False)
