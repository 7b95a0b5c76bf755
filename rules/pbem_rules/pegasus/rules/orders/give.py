"""The order ``give``."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, ITEMS
from pbem_rules.pegasus.play import Play, View
from pbem_rules.pegasus.rules.orders.units import own
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Give:
    """A PIAT or a Gammon bomb changes hands within an area."""

    item: str
    unit: str


GIVE = Kind[Give, View, Play](Give)


@GIVE.invalid
@BOOK.rule("N14")
def nothing_to_give(view: View, order: Give) -> Iterator[Violation]:
    """Something that is carried, and a unit of one's own."""
    item = view.board.get(order.item)
    if item is None or item.kind not in ITEMS or not item.bearer:
        yield broken("N14", Message("{item!r} is nothing that is carried.", item=order.item), order.item)
    else:
        yield from own(view, order.unit)


@GIVE.wrong
@BOOK.rule("N14")
def out_of_hand(view: View, order: Give) -> Iterator[Violation]:
    """To another unit of the area."""
    item, unit = view.board[order.item], view.board[order.unit]
    if unit.where != item.where:
        said = Message(
            "{item} is in {where}, not where {unit} stands.", item=item.id, where=item.where, unit=unit.id
        )
        yield broken("N14", said, unit.id)
    elif item.bearer == unit.id:
        yield broken("N14", Message("{unit} has {item}.", unit=unit.id, item=item.id), unit.id)


@GIVE.wrong
@BOOK.rule("N14")
def given_already(view: View, order: Give) -> Iterator[Violation]:
    """Once in a phase: no order takes another back."""
    if order.item in view.state.given:
        yield broken("N14", Message("{item} has changed hands in this phase.", item=order.item), order.item)


@GIVE.legal
def gifts(view: View) -> Iterator[Give]:
    for item in view.board:
        if item.kind in ITEMS and item.bearer:
            yield from (Give(item=item.id, unit=unit.id) for unit in view.troops(item.where, BRITISH))


@GIVE.carry_out
def give(play: Play, order: Give) -> None:
    play.mark(order.item, bearer=order.unit)
    play.change(given=tuple(sorted({*play.state.given, order.item})))
    text, units = Message("{unit} takes {item}.", unit=order.unit, item=order.item), (order.item, order.unit)
    play.say("given", text, "N14", units=units, hexes=(play.unit(order.unit).where,))
