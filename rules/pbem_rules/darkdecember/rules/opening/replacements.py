"""Replacements: the order ``replace`` (2.0)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message, counted
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import Due, Unit
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Rate
from pbem_rules.darkdecember.rules import sharing
from pbem_rules.darkdecember.rules.movement.entries import blocked
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.darkdecember.rules.zones import enemy_zone
from pbem_rules.shared.orders import Kind, broken

_AT_HOME = "errata-rebuilding"
_NEAR = 3


@frozen(kw_only=True)
class Replace:
    """Replacements restore a unit where it stands, or rebuild one that was lost, which comes on at ``hex`` (2.0)."""

    unit: str
    hex: str = ""


REPLACE = Kind[Replace, View, Play](Replace, early="2.0a")


def _stock(position: Position, name: str) -> int:
    """Where the points for a unit stand in ``State.points``."""
    return (0 if position.side_of(name) == ALLIED else 2) + position.motorized(name)


@BOOK.rule("2.0d")
def income(play: Play) -> None:
    """The points of a half."""
    rule, half = play.data.charts.replacements, play.state.half
    rates = ((rule.allied_infantry, rule.allied_motorized), (rule.german_infantry, None))[half == GERMAN]
    gained = [_comes(play, rate) for rate in rates]
    points = list(play.state.points)
    for n, count in enumerate(gained):
        points[n + 2 * (half == GERMAN)] += count
    play.change(points=tuple(points))


def _comes(position: Position, rate: Rate | None) -> int:
    if rate is None or position.turn < rate.first:
        return 0
    return int(rate.mornings if position.data.turns[position.turn - 1].endswith("AM") else rate.afternoons)


@REPLACE.invalid
def nobody(view: View, order: Replace) -> Iterator[Violation]:
    if order.unit not in view.data.units or view.side_of(order.unit) != view.side:
        yield broken("2.0a", Message("you have no unit {unit}", unit=order.unit), order.unit)
    elif order.unit not in view.board and order.unit not in view.state.lost:
        said = Message("{unit} is neither on the map nor destroyed", unit=order.unit)
        yield broken("2.0a", said, order.unit)


@REPLACE.wrong
@BOOK.rule("2.0b", "N9")
def not_of_the_type(view: View, order: Replace) -> Iterator[Violation]:
    rule = view.data.charts.replacements
    price = rule.restore if order.unit in view.board else rule.rebuild
    if not view.kind(order.unit).replaceable:
        yield broken("2.0b", Message("{unit} is not replaced", unit=order.unit), order.unit)
    elif view.state.points[_stock(view, order.unit)] < price:
        yield broken(
            "2.0b",
            counted(price, "there is not {n} point of its type", "there are not {n} points of its type"),
            order.unit,
        )


@REPLACE.wrong
@BOOK.rule("2.0e")
def out_of_reach(view: View, order: Replace) -> Iterator[Violation]:
    unit = view.board.get(order.unit)
    if unit is None:
        return
    if not unit.reduced:
        yield broken("2.0a", Message("{unit} is not reduced", unit=order.unit), order.unit)
    if unit.entered == view.turn:
        yield broken("2.0a", Message("{unit} was rebuilt this turn", unit=order.unit), order.unit)
    if unit.where in enemy_zone(view, view.side):
        yield broken("2.0e", Message("{unit} is in an enemy zone", unit=order.unit), order.unit)
    if view.lacks_supply(order.unit):
        yield broken("2.0e", Message("{unit} is out of supply", unit=order.unit), order.unit)


@REPLACE.wrong
@BOOK.rule("2.0a", "N10")
def not_rebuilt(view: View, order: Replace) -> Iterator[Violation]:
    if order.unit in view.board or not view.kind(order.unit).replaceable:
        return
    if view.kind(order.unit).back is None:
        said = Message("{unit} has one step: it is not rebuilt", unit=order.unit)
        yield broken("2.0a", said, order.unit)
    elif view.chosen(_AT_HOME):
        yield from not_at_home(view, order)
    elif order.hex not in edge(view, view.side):
        yield broken(
            "2.0a", Message("name a hex with a free road at your edge for {unit}", unit=order.unit), order.hex
        )


def edge(position: Position, side: str) -> tuple[str, ...]:
    """The road hexes where rebuilt units of a side come: east for Germans, west for Allied units."""
    wanted = "east" if side == GERMAN else "west"
    exits = position.data.ground.exits.items()
    return tuple(sorted(at for at, each in exits if each.edge == wanted and not blocked(position, side, at)))


@BOOK.rule("E1")
def not_at_home(view: View, order: Replace) -> Iterator[Violation]:
    """A unit rebuilt elsewhere than by its division."""
    homes = home_towns(view, order.unit)
    if order.hex not in homes:
        known = ", ".join(homes) or "nowhere"
        yield broken("E1", Message("{unit} is rebuilt in: {hexes}", unit=order.unit, hexes=known), order.hex)


def home_towns(position: Position, name: str) -> tuple[str, ...]:
    """The friendly towns nearest to a unit's division, three hexes from any enemy at least."""
    side, kind, far = position.side_of(name), position.kind(name), position.data.ground.grid.distance
    own = [
        unit.where
        for unit in position.units(side)
        if kind.formation and position.kind(unit.id).formation == kind.formation
    ]
    enemies, rebuilt = position.held(position.enemy(side)), Unit(id=name, where="")
    towns = {
        town: min(far(town, where) for where in own)
        for town in position.data.ground.towns
        if own
        and town in position.held(side)
        and not any(sharing.wrong(position, rebuilt, town))
        and all(far(town, where) >= _NEAR for where in enemies)
    }
    least = min(towns.values(), default=0)
    return tuple(sorted(town for town, distance in towns.items() if distance == least))


@REPLACE.legal
def replacements(view: View) -> Iterator[Replace]:
    if not any(view.state.points[0 if view.side == ALLIED else 2 :][:2]):
        return
    yield from (Replace(unit=unit.id) for unit in view.units(view.side) if unit.reduced)
    for name in view.state.lost:
        if name in view.data.units and view.side_of(name) == view.side:
            hexes = home_towns(view, name) if view.chosen(_AT_HOME) else edge(view, view.side)
            yield from (Replace(unit=name, hex=where) for where in hexes)


@REPLACE.carry_out
@BOOK.rule("2.0a", "2.0f", "3.6a")
def replace(play: Play, order: Replace) -> None:
    rule, stock, state = play.data.charts.replacements, _stock(play, order.unit), play.state
    restored = order.unit in play.board
    price, points = rule.restore if restored else rule.rebuild, list(state.points)
    points[stock] -= price
    play.change(points=tuple(points))
    if restored:
        play.mark(order.unit, reduced=False)
        said = Message("{unit} is restored.", unit=order.unit)
    else:
        play.change(lost=tuple(name for name in state.lost if name != order.unit))
        said = Message("{unit} is rebuilt.", unit=order.unit)
        if play.chosen(_AT_HOME):
            play.put(Unit(id=order.unit, where=order.hex, reduced=True, entered=play.turn))
        else:
            due = Due(unit=order.unit, turn=play.turn, hexes=(order.hex,), reduced=True)
            play.change(due=(*state.due, due))
    play.say("replaced", said, "2.0a", side=play.side_of(order.unit), units=(order.unit,))


def any_legal(view: View) -> bool:
    """Whether the side of a view can use points."""
    return next(REPLACE.listed(view), None) is not None


def owed(view: View) -> tuple[Demand, ...]:
    """Replacements."""
    side = view.state.half
    return (Choice(side=side, kinds=("replace", "done"), why=Message("replacements"), paragraph="2.0"),)
