"""Reinforcements kept out for Germans that left the map: the order ``hold`` (3.5)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message, counted
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.printed.data import ALLIED
from pbem_rules.darkdecember.rules.movement.entries import coming_by, strength
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Hold:
    """Allied reinforcements are kept out for good, for German units that have left the map (3.5)."""

    units: tuple[str, ...]


HOLD = Kind[Hold, View, Play](Hold, early="3.5d")


@BOOK.rule("3.5d", "3.5e")
def due_out(position: Position) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """By edge the points that have to be kept out now, and from which units."""
    for edge, points in position.state.debts:
        units = coming_by(position, edge)
        least = min(points, sum(strength(position, name) for name in units))
        if least:
            yield edge, least, units


@HOLD.wrong
@BOOK.rule("3.5d", "3.5e")
def not_enough(view: View, order: Hold) -> Iterator[Violation]:
    fitting = [each for each in due_out(view) if set(order.units) <= set(each[2])]
    points = sum(strength(view, name) for name in set(order.units) & set(view.data.units))
    if not order.units or len(set(order.units)) < len(order.units) or not fitting:
        said = Message("name units that come now over an edge where points are owed, each once")
        yield broken("3.5d", said)
    elif not any(points >= least for _, least, _ in fitting):
        yield broken("3.5d", counted(fitting[0][1], "{n} point is owed", "{n} points are owed"))


@HOLD.legal
def holds(view: View) -> Iterator[Hold]:
    """For each edge the first units that are enough, from each of them on."""
    for _, least, units in due_out(view):
        for first in range(len(units)):
            chosen: list[str] = []
            for name in (*units[first:], *units[:first]):
                if sum(strength(view, each) for each in chosen) < least:
                    chosen.append(name)
            yield Hold(units=tuple(sorted(chosen)))


@HOLD.carry_out
def hold(play: Play, order: Hold) -> None:
    points = sum(strength(play, name) for name in order.units)
    edge = next(edge for edge, _, units in due_out(play) if set(order.units) <= set(units))
    owed = {each: n - points if each == edge else n for each, n in play.state.debts}
    play.change(
        debts=tuple((each, n) for each, n in owed.items() if n > 0),
        due=tuple(each for each in play.state.due if each.unit not in order.units),
        gone=tuple(sorted((*play.state.gone, *order.units))),
    )
    said = Message("Kept out for good: {units}.", units=", ".join(order.units))
    play.say("held", said, "3.5d", side=ALLIED, units=order.units)
