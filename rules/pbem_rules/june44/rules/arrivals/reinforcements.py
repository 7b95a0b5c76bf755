"""Reinforcements: the order ``land`` of the Allied side; the Germans wait at the edge for their movement (8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, Due
from pbem_rules.june44.rules import control, stacking
from pbem_rules.june44.rules.arrivals.replacements import arrives_turned
from pbem_rules.june44.rules.lookup import ENTRY, cleared, off
from pbem_rules.june44.rules.play import Play, Position, View
from pbem_rules.shared.orders import Kind, broken
from pbem_rules.shared.printed import printed


@frozen(kw_only=True)
class Land:
    """An Allied reinforcement comes ashore on the beach ``place``, or waits off it."""

    unit: str
    place: str


LAND = Kind[Land, View, Play](Land)
_NATIONS = ("us", "cw")


def due_now(at: Position, side: str) -> tuple[Due, ...]:
    """The units of a side that may come this turn, in the order of the schedule."""
    state = at.state
    return tuple(each for each in state.due if each.turn <= state.turn and at.side_of(each.unit) == side)


@BOOK.rule("8.3")
def germans_arrive(play: Play) -> None:
    """The German units of the turn wait at their entry."""
    for each in due_now(play, GERMAN):
        _comes(play, each.unit)
        play.change(arrived=(*play.state.arrived, each))
        play.place(each.unit, f"{ENTRY}{each.place}")
        said = Message("{unit} arrives at {place}.", unit=each.unit, place=printed(each.place))
        play.say("arrived", said, "8.3", side=GERMAN, units=(each.unit,))


def _comes(play: Play, name: str) -> None:
    play.change(due=tuple(each for each in play.state.due if each.unit != name))


def demands(view: View) -> tuple[Demand, ...]:
    """The Allied side lands what it can."""
    if ALLIED in view.state.done or next(LAND.listed(view), None) is None:
        return ()
    why = Message("reinforcements from the sea")
    return (Choice(side=ALLIED, kinds=("land", "done"), why=why, paragraph="8.3"),)


def beaches_for(at: Position, each: Due) -> tuple[str, ...]:
    """The beach hexes at which a unit may land: those of a name, or all of its nation."""
    beaches = sorted(at.data.ground.beaches.items())
    if each.place in _NATIONS:
        return tuple(where for where, beach in beaches if beach.nation == each.place)
    return tuple(where for where, beach in beaches if each.place in (beach.name, where))


@LAND.invalid
def not_due(view: View, order: Land) -> Iterator[Violation]:
    if all(each.unit != order.unit for each in due_now(view, ALLIED)):
        yield broken("8.3", Message("{unit} is not due to land this turn", unit=order.unit), order.unit)


@LAND.wrong
@BOOK.rule("8.3")
@BOOK.rule("13.0", "N9")
def wrong(view: View, order: Land) -> Iterator[Violation]:
    name, place = order.unit, order.place
    allowed = next(beaches_for(view, each) for each in view.state.due if each.unit == name)
    if place not in allowed:
        said = Message(
            "{unit} lands at {beaches}, not at {hex}", unit=name, beaches=", ".join(allowed), hex=place
        )
        yield broken("8.3", said, name)
    elif cleared(view, place) and not control.open_beach(view, place):
        yield broken("8.3", Message("German units stand on the beach {hex}", hex=place), place)
    else:
        yield from full_up(view, name, landing_place(view, place))


def landing_place(at: Position, beach: str) -> str:
    """The beach hex once it is cleared, the sea off it before."""
    return beach if cleared(at, beach) else off(beach)


@BOOK.rule("6.3", "N9")
def full_up(at: Position, unit: str, where: str) -> tuple[Violation, ...]:
    """Whether a unit finds no room in a place."""
    return stacking.stacking_violations(at, where, (unit,))


@LAND.legal
def landings(view: View) -> Iterator[Land]:
    """In the order of the schedule."""
    for each in due_now(view, ALLIED):
        yield from (Land(unit=each.unit, place=where) for where in beaches_for(view, each))


@LAND.carry_out
def land(play: Play, order: Land) -> None:
    """A unit lands; it has no movement left this turn, or half of it where a Mulberry stands."""
    name, beach = order.unit, order.place
    _comes(play, name)
    where = landing_place(play, beach)
    play.place(name, where, landed=play.state.turn, fired=arrives_turned(play, name))
    called = play.data.ground.beaches[beach].name
    said = (
        Message("{unit} lands on {beach} beach ({hex}).", unit=name, beach=called, hex=beach)
        if where == beach
        else Message("{unit} lies off {beach} beach ({hex}).", unit=name, beach=called, hex=beach)
    )
    play.say("landed", said, "8.3", side=ALLIED, units=(name,), hexes=(beach,))
    control.passed(play, ALLIED, (where,))
