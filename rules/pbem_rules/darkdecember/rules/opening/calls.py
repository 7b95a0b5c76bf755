"""Optional forces are chosen: the order ``call`` (O3.0)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message, counted
from pbem_rules.darkdecember.printed.data import ALLIED
from pbem_rules.darkdecember.rules.opening.dice import call, uncalled
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Call:
    """Optional units come as reinforcements, not before their date (O3.0)."""

    units: tuple[str, ...]


CALL = Kind[Call, View, Play](Call, early="O3.0", exact=True)


def left(view: View) -> int:
    """How many units the side of a view may still call."""
    return view.state.calls[0 if view.side == ALLIED else 1]


@CALL.wrong
def not_optional(view: View, order: Call) -> Iterator[Violation]:
    free = set(uncalled(view, view.side))
    if not order.units or len(set(order.units)) < len(order.units) or not set(order.units) <= free:
        yield broken("O3.0", Message("name optional units of yours that were not called, each once"))
    if len(order.units) > left(view):
        yield broken("O3.0", counted(left(view), "you may call {n} unit", "you may call {n} units"))


@CALL.legal
def calls(view: View) -> Iterator[Call]:
    yield from (Call(units=(name,)) for name in uncalled(view, view.side) if left(view))


@CALL.carry_out
def bring(play: Play, order: Call) -> None:
    allied, german = play.state.calls
    mine = play.side_of(order.units[0]) == ALLIED
    for name in order.units:
        call(play, name)
    count = len(order.units)
    play.change(calls=(allied - count * mine, german - count * (not mine)))
    said = Message("Called: {units}.", units=", ".join(order.units))
    play.say("called", said, "O3.0", side=play.state.half, units=order.units)
