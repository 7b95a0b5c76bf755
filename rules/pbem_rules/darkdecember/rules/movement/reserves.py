"""Reserves are formed: the order ``reserve`` (O8.0)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message, counted
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import Unit
from pbem_rules.darkdecember.rules.movement.move import each_once
from pbem_rules.darkdecember.rules.play import Play, uncovered
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.darkdecember.rules.zones import enemy_zone
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Reserve:
    """Units are held in reserve: they do not move or attack in the phases that follow (O8.1)."""

    units: tuple[str, ...]


RESERVE = Kind[Reserve, View, Play](Reserve, early="O8.1", exact=True)


@RESERVE.invalid
def nobody(view: View, order: Reserve) -> Iterator[Violation]:
    return each_once(view, order.units, "O8.1")


@RESERVE.wrong
def unfit(view: View, order: Reserve) -> Iterator[Violation]:
    for name in order.units:
        yield from not_free(view, view.board[name])


@BOOK.rule("O8.1")
def not_free(view: View, unit: Unit) -> Iterator[Violation]:
    """Why a unit cannot be held in reserve."""
    zones, name = enemy_zone(view, view.side), unit.id
    if not view.chosen("reserves"):
        yield broken("O8.1", Message("this game is played without reserves"), name)
    elif view.is_leader(name) or unit.reserve or unit.spent:
        yield broken("O8.1", Message("{unit} cannot be held in reserve", unit=name), name)
    if unit.where in zones:
        yield broken("O8.1", Message("{unit} is in an enemy zone", unit=name), name)
    elif uncovered(view, unit):
        yield broken("O8.4", Message("{unit} is beside an enemy", unit=name), name)


@RESERVE.wrong
@BOOK.rule("O8.4")
def too_many(view: View, order: Reserve) -> Iterator[Violation]:
    most = view.data.charts.numbers.reserves
    if _count(view) + len(order.units) > most:
        yield broken("O8.4", counted(most, "one unit may be in reserve", "{n} units may be in reserve"))


def _count(view: View) -> int:
    return sum(unit.reserve for unit in view.units(view.side))


@RESERVE.legal
def reserves(view: View) -> Iterator[Reserve]:
    if not view.chosen("reserves") or _count(view) >= view.data.charts.numbers.reserves:
        return
    for unit in view.units(view.side):
        if next(not_free(view, unit), None) is None:
            yield Reserve(units=(unit.id,))


@RESERVE.carry_out
def form(play: Play, order: Reserve) -> None:
    play.mark(*order.units, reserve=True, named=True)
    hexes = tuple(dict.fromkeys(play.unit(name).where for name in order.units))
    said = Message("In reserve: {units}.", units=", ".join(order.units))
    play.say("reserve", said, "O8.1", side=play.state.half, units=order.units, hexes=hexes)
