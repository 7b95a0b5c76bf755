"""The order ``gammon``."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.insight import Forecast
from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN
from pbem_rules.pegasus.play import Play, Position, View
from pbem_rules.pegasus.rules import odds
from pbem_rules.pegasus.rules.losses import in_words, wreck_car, wreck_tank
from pbem_rules.pegasus.rules.orders.units import able, can_pay, enemy, movers, own
from pbem_rules.pegasus.rules.small_arms import attacked
from pbem_rules.shared.orders import broken
from pbem_rules.shared.straight import StraightKind


@frozen(kw_only=True)
class Gammon:
    """``unit``, which carries a Gammon bomb, uses it on a tank or the car in its area."""

    unit: str
    target: str


GAMMON = StraightKind[Gammon, View, Play](Gammon)


def bombs(position: Position, name: str) -> list[str]:
    """The Gammon bombs that a unit carries."""
    return [each.id for each in position.carried(name) if each.kind == "gammon"]


@GAMMON.invalid
def no_such_unit(view: View, order: Gammon) -> Iterator[Violation]:
    yield from own(view, order.unit)
    yield from enemy(view, order.target)


@GAMMON.wrong
@BOOK.rule("18.1")
def no_bomb(view: View, order: Gammon) -> Iterator[Violation]:
    """Who carries it, on what."""
    unit, target = view.board[order.unit], view.board[order.target]
    yield from able(unit)
    if not bombs(view, unit.id):
        yield broken("18.1", Message("{unit} carries no Gammon bomb.", unit=unit.id), unit.id)
    if target.kind not in ("tank", "car"):
        said = Message("{target} is neither a tank nor the car.", target=order.target)
        yield broken("18.1", said, order.target)
    if target.where != unit.where:
        yield broken("18.1", Message("{target} is in another area.", target=order.target), order.target)
    yield from can_pay(view, unit, view.data.movement.gammon)


@GAMMON.legal
def uses(view: View) -> Iterator[Gammon]:
    for unit in movers(view):
        yield from (Gammon(unit=unit.id, target=each.id) for each in view.at(unit.where, GERMAN))


@GAMMON.forecast
def chances(view: View, order: Gammon) -> Forecast | None:
    said = Message("{unit} uses a Gammon bomb on {target}", unit=order.unit, target=order.target)
    return odds.chances(view, GAMMON, order, said, order.target)


@GAMMON.carry_out
@BOOK.rule("18.1", "N17")
def gammon(play: Play, order: Gammon) -> None:
    """A unit uses the Gammon bomb it carries."""
    unit, fire = play.unit(order.unit), play.data.fire
    play.mark(unit.id, spent=unit.spent + play.data.movement.gammon)
    bomb = bombs(play, unit.id)[0]
    play.kill(bomb)
    play.mark(bomb, bearer="")
    throw = play.throw("gammon")
    result = fire.result(fire.gammon, throw.face)
    said = Message(
        "{unit} uses a Gammon bomb on {target}: {result}.",
        unit=unit.id,
        target=order.target,
        result=in_words(result),
    )
    play.say(
        "gammon", said, "18.1", side=BRITISH, units=(unit.id, order.target), hexes=(unit.where,), throw=throw
    )
    aim = play.unit(order.target)
    attacked(play, aim)
    if aim.kind == "tank" and result.endswith("H"):
        wreck_tank(play, aim.id, "18.1")
    if aim.kind == "car" and result:
        wreck_car(play, "18.1")
