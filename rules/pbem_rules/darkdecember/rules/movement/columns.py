"""Strategic movement is entered and left: the orders ``column`` and ``deploy`` (3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import COLUMNS, EXPLOITATION, Unit
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN
from pbem_rules.darkdecember.printed.marks import PART
from pbem_rules.darkdecember.rules import weather
from pbem_rules.darkdecember.rules.combat.odds import halved
from pbem_rules.darkdecember.rules.movement.costs import allowance
from pbem_rules.darkdecember.rules.movement.move import EXPLOITED, each_once, mover_of, movers
from pbem_rules.darkdecember.rules.movement.reserves import RESERVE
from pbem_rules.darkdecember.rules.movement.restricted import RELEASE
from pbem_rules.darkdecember.rules.movement.ways import reach, still
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.darkdecember.rules.zones import enemy_zone
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Column:
    """Units enter strategic movement, for half their movement (3.2)."""

    units: tuple[str, ...]


@frozen(kw_only=True)
class Deploy:
    """Units leave strategic movement, for half their movement (3.2)."""

    units: tuple[str, ...]


COLUMN = Kind[Column, View, Play](Column, early="3.2a", exact=True)
DEPLOY = Kind[Deploy, View, Play](Deploy, early="3.2e", exact=True)


@COLUMN.invalid
def nobody(view: View, order: Column) -> Iterator[Violation]:
    return each_once(view, order.units, "3.2a")


@DEPLOY.invalid
def nobody_either(view: View, order: Deploy) -> Iterator[Violation]:
    return each_once(view, order.units, "3.2e")


@COLUMN.wrong
def wrong_columns(view: View, order: Column) -> Iterator[Violation]:
    for name in order.units:
        yield from unfit(view, view.board[name])


def unfit(view: View, unit: Unit) -> Iterator[Violation]:
    """What keeps a unit from entering strategic movement."""
    for rule in (never, not_ready, grounded):
        yield from rule(view, unit)
    yield from still(view, unit)
    yield from reserved(view, unit)


@BOOK.rule("I6.3b", "3.2d", "N14", "O9.3")
def never(view: View, unit: Unit) -> Iterator[Violation]:
    if view.is_leader(unit.id):
        yield broken("O9.3", Message("a commander does not enter strategic movement"), unit.id)
    elif view.kind(unit.id).star:
        said = Message("{unit} bears a star: it does not enter strategic movement", unit=unit.id)
        yield broken("I6.3b", said, unit.id)


@BOOK.rule("3.2a")
def not_ready(view: View, unit: Unit) -> Iterator[Violation]:
    name, where = unit.id, unit.where
    reasons = (
        (unit.column, Message("{unit} is in strategic movement", unit=name)),
        (bool(unit.spent or unit.bridging), Message("{unit} has moved", unit=name)),
        (
            view.is_leader(name) or len(view.units_of(view.side, where)) > 1,
            Message("{unit} is not alone in {hex}", unit=name, hex=where),
        ),
        (
            not view.data.ground.roads.at(where),
            Message("{unit} is in {hex}, which has no road", unit=name, hex=where),
        ),
        (where in enemy_zone(view, view.side), Message("{unit} is in an enemy zone", unit=name)),
        (view.lacks_supply(name), Message("{unit} is out of supply", unit=name)),
    )
    if not view.is_leader(name):
        yield from (broken("3.2a", said, name) for holds, said in reasons if holds)


@BOOK.rule("O8.2", "N102", "N119")
def reserved(view: View, unit: Unit) -> Iterator[Violation]:
    if view.state.phase == COLUMNS and (unit.reserve or unit.named):
        yield broken("O8.2", Message("{unit} is in reserve", unit=unit.id), unit.id)
    if view.state.phase == EXPLOITATION and EXPLOITED in view.state.thrown:
        said = Message(
            "reserves move already: {unit} enters strategic movement before the first of them", unit=unit.id
        )
        yield broken("O8.2", said, unit.id)


@BOOK.rule("S3.1")
def grounded(view: View, unit: Unit) -> Iterator[Violation]:
    if view.side == GERMAN and view.motorized(unit.id) and weather.clear(view):
        said = Message("{unit} does not enter strategic movement in clear weather", unit=unit.id)
        yield broken("S3.1", said, unit.id)


@COLUMN.legal
def columns(view: View) -> Iterator[Column]:
    for unit in movers(view):
        if next(unfit(view, unit), None) is None:
            yield Column(units=(unit.id,))


@DEPLOY.wrong
@BOOK.rule("3.2e")
def not_in_column(view: View, order: Deploy) -> Iterator[Violation]:
    for name in order.units:
        yield from reserved(view, view.board[name])
        if not view.board[name].column:
            yield broken("3.2e", Message("{unit} is not in strategic movement", unit=name), name)
        elif view.board[name].spent:
            yield broken("3.2e", Message("{unit} has moved", unit=name), name)


@DEPLOY.legal
def deployments(view: View) -> Iterator[Deploy]:
    for unit in view.units(view.side):
        if unit.column and not unit.spent and next(reserved(view, unit), None) is None:
            yield Deploy(units=(unit.id,))


@BOOK.rule("3.2a", "3.2e")
def half(position: Position, name: str) -> int:
    """What it costs to enter or leave strategic movement."""
    return halved(allowance(mover_of(position, name)) // PART) * PART


@COLUMN.carry_out
def enter(play: Play, order: Column) -> None:
    for name in order.units:
        play.mark(name, column=True, columned=True, spent=half(play, name))
        said = Message("{unit} enters strategic movement.", unit=name)
        play.say(
            "column", said, "3.2a", side=play.side_of(name), units=(name,), hexes=(play.unit(name).where,)
        )


@DEPLOY.carry_out
def leave(play: Play, order: Deploy) -> None:
    for name in order.units:
        play.mark(name, column=False, columned=True, spent=half(play, name))
        said = Message("{unit} leaves strategic movement.", unit=name)
        play.say(
            "column", said, "3.2e", side=play.side_of(name), units=(name,), hexes=(play.unit(name).where,)
        )


# --- the phase, and that of exploitation ---------------------------------------------------------------------------------


def any_legal(view: View) -> bool:
    """Whether there is anything to do before movement."""
    return any(next(kind.listed(view), None) is not None for kind in (COLUMN, DEPLOY, RESERVE, RELEASE))


def owed(view: View) -> tuple[Demand, ...]:
    """Strategic movement, reserves, releases."""
    side = view.state.half
    kinds = ("column", "deploy", "reserve", *(("release",) if side == ALLIED else ()), "done")
    return (Choice(side=side, kinds=kinds, why=Message("strategic movement"), paragraph="3.2"),)


def reserves_left(view: View) -> bool:
    """Whether own reserves can move."""
    return any(reach(view, unit.id) for unit in movers(view))


def exploiting(view: View) -> tuple[Demand, ...]:
    """Own reserves may move (O8.2)."""
    kinds = ("column", "move", "done")
    return (Choice(side=view.state.half, kinds=kinds, why=Message("exploitation"), paragraph="O8.2"),)


@BOOK.rule("3.2f")
def in_zones(view: View) -> Iterator[Violation]:
    """Units that have to leave strategic movement before anybody moves."""
    zones = enemy_zone(view, view.side)
    for unit in view.units(view.side):
        if unit.column and unit.where in zones:
            said = Message("{unit} is in an enemy zone: it must leave strategic movement", unit=unit.id)
            yield broken("3.2f", said, unit.id)


@BOOK.rule("O8.2", "N102")
def no_reserves_any_more(play: Play) -> None:
    """Reserves that are in strategic movement since this exploitation are none any more."""
    play.mark(
        *(unit.id for unit in play.units(play.state.half) if unit.reserve and unit.columned), reserve=False
    )
