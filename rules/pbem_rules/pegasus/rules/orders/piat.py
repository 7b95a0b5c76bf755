"""The order ``piat``."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.insight import Forecast
from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN
from pbem_rules.pegasus.play import Play, View
from pbem_rules.pegasus.rules import odds
from pbem_rules.pegasus.rules.germans.retreat import first_shot
from pbem_rules.pegasus.rules.guns import has_shown_itself
from pbem_rules.pegasus.rules.losses import in_words, wreck_tank
from pbem_rules.pegasus.rules.orders.units import able, enemy, inside
from pbem_rules.pegasus.rules.small_arms import attacked, modifiers
from pbem_rules.shared.orders import broken
from pbem_rules.shared.straight import StraightKind


@frozen(kw_only=True)
class Piat:
    """The launcher ``item`` fires at a tank."""

    item: str
    target: str


PIAT = StraightKind[Piat, View, Play](Piat)


@PIAT.invalid
def nobody_to_fire(view: View, order: Piat) -> Iterator[Violation]:
    """No German unit, or no PIAT that anybody bears."""
    yield from enemy(view, order.target)
    item = view.board.get(order.item)
    if item is None or item.kind != "piat" or not item.bearer or item.where not in view.data.terrain.areas:
        said = Message("there is no PIAT {item!r} in anybody's hands.", item=order.item)
        yield broken("12.1", said, order.item)


@PIAT.wrong
@BOOK.rule("12.1", "12.3")
def no_shot(view: View, order: Piat) -> Iterator[Violation]:
    """Its bearer, its charges, the tank and how far it is."""
    item, target = view.board[order.item], view.board[order.target]
    bearer = view.board[item.bearer]
    yield from able(bearer)
    yield from inside(bearer, target.where)
    if not item.shots:
        yield broken("12.3", Message("{item} has no charge left.", item=order.item), order.item)
    elif item.fired:
        yield broken("12.3", Message("{item} has fired.", item=order.item), order.item)
    if target.kind != "tank":
        yield broken("12.1", Message("{target} is not a tank.", target=order.target), order.target)
    if not view.in_reach(item, target.where):
        yield broken(
            "12.1",
            Message("{unit} is too far from {target}.", unit=order.item, target=order.target),
            order.target,
        )


@PIAT.legal
def shots(view: View) -> Iterator[Piat]:
    items = [each.id for each in view.board if each.kind == "piat"]
    for target in view.on_map(GERMAN):
        if target.kind == "tank":
            yield from (Piat(item=name, target=target.id) for name in items)


@PIAT.forecast
def chances(view: View, order: Piat) -> Forecast | None:
    return odds.chances(
        view, PIAT, order, Message("{item} at {target}", item=order.item, target=order.target), order.target
    )


@PIAT.carry_out
def fire(play: Play, order: Piat) -> None:
    target = play.unit(order.target)
    piat(play, order.item, order.target)
    first_shot(play, target)


@BOOK.rule("12.1", "12.3")
def piat(play: Play, item: str, target: str) -> None:
    """A PIAT fires one of its charges."""
    launcher, aim, table = play.unit(item), play.unit(target), play.data.fire
    bearer = play.unit(launcher.bearer)
    play.mark(item, shots=launcher.shots - 1, fired=True)
    has_shown_itself(play, (bearer.id,), aim.where, tank=True)
    reasons = modifiers(play, [bearer], aim, moving=False)
    throw = play.throw("piat", reasons)
    result = table.result(table.piat, throw.total)
    said = Message(
        "{item} fires at {target}: {face} becomes {total}, {result}.",
        item=item,
        target=target,
        face=throw.face,
        total=throw.total,
        result=in_words(result),
    )
    play.say(
        "piat", said, "12.1", side=BRITISH, units=(item, target), hexes=(bearer.where, aim.where), throw=throw
    )
    attacked(play, aim)
    play.change(anti_tank_shots=play.state.anti_tank_shots + 1)
    if result == "SH":
        shaken_crew(play, target)
    elif result.endswith("H"):
        wreck_tank(play, target, "12.1")


@BOOK.rule("12.2")
def shaken_crew(play: Play, target: str) -> None:
    """What the crew of a tank that cannot move any more does."""
    face = play.die("crew")
    if play.data.tables.piat_crew[face] == "escape":
        wreck_tank(play, target, "12.2")
    else:
        play.mark(target, immobile=True)
        said = Message("{target} cannot move any more.", target=target)
        play.say("immobile", said, "12.2", units=(target,), faces=(face,))
