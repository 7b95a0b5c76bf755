"""The order ``grenade``."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.insight import Forecast
from pbem.port.messages import Message, counted
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play, Position, View
from pbem_rules.pegasus.printed.data import Data
from pbem_rules.pegasus.rules import odds
from pbem_rules.pegasus.rules.guns import destroy_gun
from pbem_rules.pegasus.rules.losses import in_words, suffer, wreck_tank
from pbem_rules.pegasus.rules.orders.units import able, can_pay, enemy, movers, own
from pbem_rules.pegasus.rules.small_arms import attacked
from pbem_rules.shared.modifiers import reasons
from pbem_rules.shared.orders import broken
from pbem_rules.shared.straight import StraightKind


@frozen(kw_only=True)
class Grenade:
    """``unit`` throws at the German unit ``target`` in its own area or one beside it."""

    unit: str
    target: str


GRENADE = StraightKind[Grenade, View, Play](Grenade)


@GRENADE.invalid
def no_such_unit(view: View, order: Grenade) -> Iterator[Violation]:
    yield from own(view, order.unit)
    yield from enemy(view, order.target)


@GRENADE.wrong
@BOOK.rule("17.1")
def out_of_throw(view: View, order: Grenade) -> Iterator[Violation]:
    """Who, how far, how often."""
    unit, target = view.board[order.unit], view.board[order.target]
    yield from able(unit)
    if target.where not in (unit.where, *view.data.terrain.ways[unit.where]):
        said = Message(
            "{target} is neither in the area of {unit} nor in the next one.",
            target=order.target,
            unit=order.unit,
        )
        yield broken("17.1", said, order.target)
    if unit.grenades >= view.data.tables.grenades_most:
        said = counted(
            unit.grenades, "{unit} has made its {n} attack.", "{unit} has made its {n} attacks.", unit=unit.id
        )
        yield broken("17.1", said, unit.id)
    yield from can_pay(view, unit, view.data.movement.grenade)


@GRENADE.legal
def throws(view: View) -> Iterator[Grenade]:
    germans = view.on_map(GERMAN)
    for unit in movers(view):
        near = (unit.where, *view.data.terrain.ways[unit.where])
        yield from (Grenade(unit=unit.id, target=each.id) for each in germans if each.where in near)


@GRENADE.forecast
def chances(view: View, order: Grenade) -> Forecast | None:
    said = Message("{unit} throws grenades at {target}", unit=order.unit, target=order.target)
    return odds.chances(view, GRENADE, order, said, order.target)


@GRENADE.carry_out
@BOOK.rule("17.1", "17.3", "17.4", "6.4")
def grenade(play: Play, order: Grenade) -> None:
    """One grenade attack."""
    tables, unit, aim = play.data.tables, play.unit(order.unit), play.unit(order.target)
    play.mark(unit.id, spent=unit.spent + play.data.movement.grenade, grenades=unit.grenades + 1)
    led = any(own_leader(play.data, each.id, unit.id) for each in play.at(unit.where, BRITISH))
    added = reasons("17.3", (led, Message("leader of the platoon"), tables.grenades_leader))
    throw = play.throw("grenade", added)
    result = tables.grenade(grenade_column(play, unit, aim), throw.total)
    play.say(
        "grenade",
        Message(
            "{unit} throws grenades at {aim}: {face} becomes {total}, {result}.",
            unit=unit.id,
            aim=aim.id,
            face=throw.face,
            total=throw.total,
            result=in_words(result),
        ),
        "17.2",
        side=BRITISH,
        units=(unit.id, aim.id),
        hexes=(unit.where, aim.where),
        throw=throw,
    )
    attacked(play, aim)
    if result.rstrip("H").isdecimal():
        destroy_gun(play, aim.where, "17.4")
    if aim.kind != "tank":
        suffer(play, aim.id, result, "17.4")
    elif result.endswith("H") and not play.troops(aim.where, GERMAN):
        wreck_tank(play, aim.id, "17.4")


@BOOK.rule("17.2")
def grenade_column(position: Position, unit: Unit, target: Unit) -> str:
    """The column of the Grenade Attack Table."""
    obstructed = position.area(target.where).obstructed
    if unit.where != target.where:
        return "adjacent_obstructed" if obstructed else "adjacent_clear"
    if position.sheltered(target):
        return "same_bunker"
    return "same_obstructed" if obstructed else "same_clear"


@BOOK.rule("17.3", "N41")
def own_leader(data: Data, leader: str, unit: str) -> bool:
    """Whether ``leader`` leads the platoon of ``unit``, or the platoon whose glider the section ``unit`` came in."""
    glider = data.forces.leaders.get(leader)
    return glider is not None and unit in data.forces.gliders[glider]
