"""The order ``clear``."""

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
from pbem_rules.pegasus.rules.losses import check_leaders, lose_points
from pbem_rules.pegasus.rules.orders.units import able, can_pay, movers, own
from pbem_rules.shared.orders import broken
from pbem_rules.shared.straight import StraightKind


@frozen(kw_only=True)
class Clear:
    """``unit`` clears the bunker of its area."""

    unit: str


CLEAR = StraightKind[Clear, View, Play](Clear)


@CLEAR.invalid
def no_such_unit(view: View, order: Clear) -> Iterator[Violation]:
    return own(view, order.unit)


@CLEAR.wrong
@BOOK.rule("6.3", "20.1", "N36")
def no_bunker(view: View, order: Clear) -> Iterator[Violation]:
    """There is one, it is not clear, and no German stands by it."""
    unit = view.board[order.unit]
    yield from able(unit)
    if not view.area(unit.where).bunker or unit.where in view.state.cleared:
        said = Message(
            "there is no bunker to be cleared in {hex}, where {unit} is.", hex=unit.where, unit=unit.id
        )
        yield broken("20.1", said, unit.where)
    if view.at(unit.where, GERMAN):
        yield broken("N36", Message("there are Germans in {hex}.", hex=unit.where), unit.where)
    yield from can_pay(view, unit, view.data.movement.bunker)


@CLEAR.legal
def bunkers(view: View) -> Iterator[Clear]:
    return (Clear(unit=unit.id) for unit in movers(view))


@CLEAR.forecast
def chances(view: View, order: Clear) -> Forecast | None:
    return odds.chances(
        view, CLEAR, order, Message("{unit} clears the bunker", unit=order.unit), order.unit, paragraph="20.3"
    )


@CLEAR.carry_out
@BOOK.rule("20.2", "20.3")
def clear(play: Play, order: Clear) -> None:
    """A unit clears the bunker of its area; it fights in its own area only until the turn ends."""
    unit = play.unit(order.unit)
    name, where = unit.id, unit.where
    play.mark(name, spent=unit.spent + play.data.movement.bunker, in_bunker=True)
    face = play.die("bunker")
    found = play.data.tables.bunker[face]
    play.change(cleared=tuple(sorted((*play.state.cleared, where))))
    play.about(name, "cleared", "{unit} clears the bunker in {area}.", "20.3", faces=(face,))
    if found == "prisoner":
        play.mark(name, prisoners=unit.prisoners + 1)
        play.about(name, "prisoner", "{unit} takes a prisoner.", "20.3")
    if found == "loss":
        lose_points(play, name, min(unit.strength, play.data.tables.bunker_loss), "20.3")
        check_leaders(play, where, BRITISH)
