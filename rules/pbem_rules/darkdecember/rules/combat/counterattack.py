"""A counterattack by command of a result: the order ``counter`` (4.3f)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import Battle
from pbem_rules.darkdecember.rules.combat import course
from pbem_rules.darkdecember.rules.combat.declaration import begin, declared
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Counter:
    """The hexes of attackers that a counterattack goes for (4.3)."""

    hexes: tuple[str, ...]


COUNTER = Kind[Counter, View, Play](Counter, early="4.3f")


@BOOK.rule("4.3f", "N46")
def strikers(position: Position) -> tuple[str, ...]:
    """The units that have to counterattack."""
    there = course.members(position, position.enemy(course.current(position).side))
    return tuple(name for name in there if not position.board[name].bridging)


def hexes(position: Position) -> tuple[str, ...]:
    """The hexes that a counterattack may go for."""
    there = course.members(position, course.current(position).side)
    return tuple(sorted({position.board[name].where for name in there}))


@COUNTER.wrong
@BOOK.rule("4.3f")
def other_hexes(view: View, order: Counter) -> Iterator[Violation]:
    """It goes for any hexes of those who attacked."""
    if not order.hexes:
        yield broken("4.3f", Message("name the hexes that are counterattacked"))
    for where in dict.fromkeys(order.hexes):
        if where not in hexes(view):
            yield broken("4.3f", Message("nobody who attacked stands in {hex}", hex=where), where)
        if order.hexes.count(where) > 1:
            yield broken("4.3f", Message("{what} is named twice", what=where), where)


@COUNTER.legal
def counters(view: View) -> Iterator[Counter]:
    """Each hex by itself; all of them."""
    yield from (Counter(hexes=(where,)) for where in hexes(view))
    if len(hexes(view)) > 1:
        yield Counter(hexes=hexes(view))


def counterattack(position: Position, order: Counter) -> Battle:
    """The combat that the order begins."""
    before = course.current(position)
    side, targets = position.enemy(before.side), tuple(sorted(order.hexes))
    return declared(position, side, strikers(position), targets, before)


@COUNTER.carry_out
def counter(play: Play, order: Counter) -> None:
    battle = counterattack(play, order)
    play.mark(*battle.attackers, countered=True)
    play.mark(*battle.defenders, reserve=False)
    begin(play, battle, "counterattack", "4.3f")
