"""The order ``ready``."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.play import Play, View
from pbem_rules.pegasus.rules.orders.units import able, can_pay, movers, own
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Ready:
    """``unit`` makes a ready position in its area."""

    unit: str


READY = Kind[Ready, View, Play](Ready)


@READY.invalid
def no_such_unit(view: View, order: Ready) -> Iterator[Violation]:
    return own(view, order.unit)


@READY.wrong
@BOOK.rule("6.5")
def twice(view: View, order: Ready) -> Iterator[Violation]:
    """A ready position: not twice in one area."""
    unit = view.board[order.unit]
    yield from able(unit)
    if unit.where in view.state.ready:
        said = Message("there is a ready position in {hex}, where {unit} is.", hex=unit.where, unit=unit.id)
        yield broken("6.5", said, unit.where)
    yield from can_pay(view, unit, view.data.movement.ready)


@READY.legal
def positions(view: View) -> Iterator[Ready]:
    return (Ready(unit=unit.id) for unit in movers(view))


@READY.carry_out
@BOOK.rule("6.5")
def ready(play: Play, order: Ready) -> None:
    unit = play.unit(order.unit)
    play.mark(unit.id, spent=unit.spent + play.data.movement.ready)
    play.change(ready=tuple(sorted({*play.state.ready, unit.where})))
    play.about(unit.id, "ready", "{unit} makes a ready position.", "6.5")
