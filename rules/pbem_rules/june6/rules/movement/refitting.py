"""Restoring reduced units (21.3): from 11/12 June, one American, one Commonwealth and one German unit a turn."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Activation, Play, Position, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.printed.units import group_of
from pbem_rules.june6.rules.ground import line_of_communication
from pbem_rules.june6.rules.movement.checks import acting, barred_from_acting, for_one_unit, movers
from pbem_rules.june6.rules.movement.reorganising import done_already, isolated
from pbem_rules.june6.words import SIDES, moment, word
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Refit:
    """A reduced unit that neither moves nor attacks is restored to full strength (21.31, 21.34)."""

    unit: str


REFIT = Kind[Refit, View, Play](Refit, early="7.24")


_GROUPS = {"us": "American", "commonwealth": "Commonwealth", "german": "German"}


def in_season(at: Position) -> bool:
    """Whether reduced units can be restored at all this turn (21.31)."""
    return at.state.turn >= at.data.numbers.refit.reduced_first_turn


def barred_from_restoring(at: Position, frame: Activation, unit: Unit) -> Iterator[Violation]:
    """Why a unit may not be restored to full strength."""
    yield from barred_from_acting(at.data, frame, unit)
    yield from _is_reduced(at, unit)
    yield from _does_nothing_else(frame, unit)
    yield from _can_be_restored(at.data, unit)
    yield from _is_not_isolated(at, unit)
    yield from _one_a_nation(at, unit)
    yield from _in_communication(at, unit)


@BOOK.rule("21.31")
def _is_reduced(at: Position, unit: Unit) -> Iterator[Violation]:
    if not in_season(at):
        first = at.data.charts.turn_names.get(at.data.numbers.refit.reduced_first_turn, "11/12 June")
        said = Message("reduced units are restored from {first} only", first=moment(first))
        yield broken("21.31", said, unit.id)
    elif not unit.reduced:
        yield broken("21.31", Message("{unit} is not reduced", unit=unit.id), unit.id)


@BOOK.rule("21.34", "N258")
def _does_nothing_else(frame: Activation, unit: Unit) -> Iterator[Violation]:
    for said in done_already(frame, unit):
        yield broken("21.34", said, unit.id)


@BOOK.rule("21.32")
def _can_be_restored(data: Data, unit: Unit) -> Iterator[Violation]:
    """By the type on the counter (N181)."""
    kind = data.unit(unit.id)
    never = (
        kind.type == "parachute"
        or (kind.type == "glider" and kind.side == ALLIED)
        or (kind.side == GERMAN and kind.type == "armour")
    )
    if never:
        said = Message(
            "{unit} stays reduced, as all {side} {type} units do",
            unit=unit.id,
            side=SIDES[kind.side],
            type=word(kind.type),
        )
        yield broken("21.32", said, unit.id)


@BOOK.rule("21.32", "22.25")
def _is_not_isolated(at: Position, unit: Unit) -> Iterator[Violation]:
    for each in isolated(at, unit):
        yield broken("21.32", Message("{each} is isolated", each=each.id), unit.id)


@BOOK.rule("21.33")
def _one_a_nation(at: Position, unit: Unit) -> Iterator[Violation]:
    group = group_of(at.data.unit(unit.id).nation)
    if at.state.refits.count(group) >= at.data.numbers.refit.reduced_per_group:
        said = Message("one {groups} unit has been restored this turn already", groups=word(_GROUPS[group]))
        yield broken("21.33", said, unit.id)


@BOOK.rule("21.35", "5.35")
def _in_communication(at: Position, unit: Unit) -> Iterator[Violation]:
    if not line_of_communication.supplied(at, (unit,))[unit.id]:
        yield broken("21.35", Message("{unit} has no line of communication", unit=unit.id), unit.id)


@REFIT.carry_out
def refit(play: Play, order: Refit) -> None:
    """The unit stands at full strength again; any Disorder stays (N180)."""
    frame, unit = acting(play.state, order.unit)
    play.mark(unit.id, reduced=False)
    play.change(refits=(*play.state.refits, group_of(play.data.unit(unit.id).nation)))
    play.alter(rallied=(*frame.rallied, unit.id))
    text, hexes = Message("{unit} is restored to full strength.", unit=unit.id), (unit.where,)
    play.say("refitted", text, "21.31", side=frame.side, units=(unit.id,), hexes=hexes)


for_one_unit(REFIT)


@REFIT.wrong
def _cannot_refit(view: View, order: Refit) -> Iterator[Violation]:
    return barred_from_restoring(view, *acting(view.state, order.unit))


@REFIT.legal
def refits(view: View) -> Iterator[Refit]:
    """The reduced units."""
    return (Refit(unit=unit.id) for unit in movers(view) if unit.reduced)
