"""Restoring reduced units (21.3): from 11/12 June, one American, one Commonwealth and one German unit a turn."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Step
from pbem_rules.june6 import communication
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.lookup import top, update_units
from pbem_rules.june6.model import ALLIED, GERMAN, Activation, State, Unit
from pbem_rules.june6.movement_checks import may_act
from pbem_rules.june6.printed import Data
from pbem_rules.june6.reading_units import group_of
from pbem_rules.june6.reorganising import done_already, isolated

_GROUPS = {"us": "American", "commonwealth": "Commonwealth", "german": "German"}


def in_season(data: Data, state: State) -> bool:
    """Whether reduced units can be restored at all this turn (21.31)."""
    return state.turn >= data.constant("refit.reduced_first_turn")


def may_refit(data: Data, state: State, frame: Activation, unit: Unit) -> Iterator[Violation]:
    """Why a unit may not be restored to full strength."""
    yield from may_act(data, frame, unit)
    yield from _is_reduced(data, state, unit)
    yield from _does_nothing_else(frame, unit)
    yield from _can_be_restored(data, unit)
    yield from _is_not_isolated(data, state, unit)
    yield from _one_a_nation(data, state, unit)
    yield from _in_communication(data, state, unit)


@BOOK.rule("21.31", text="From 11/12 June one action restores a reduced unit to full strength.")
def _is_reduced(data: Data, state: State, unit: Unit) -> Iterator[Violation]:
    if not in_season(data, state):
        first = data.charts.turn_names.get(data.constant("refit.reduced_first_turn"), "11/12 June")
        yield _no("21.31", f"reduced units are restored from {first} only", unit)
    elif not unit.reduced:
        yield _no("21.31", f"{unit.id} is not reduced", unit)


@BOOK.rule("21.34", text="A unit is restored in an activation in which it neither moves nor attacks.")
def _does_nothing_else(frame: Activation, unit: Unit) -> Iterator[Violation]:
    for said in done_already(frame, unit):
        yield _no("21.34", said, unit)


@BOOK.rule("21.32", text="Paratroops, Allied glider units and German armour are never restored.")
def _can_be_restored(data: Data, unit: Unit) -> Iterator[Violation]:
    """By the type on the counter (N181)."""
    kind = data.unit(unit.id)
    never = (
        kind.type == "parachute"
        or (kind.type == "glider" and kind.side == ALLIED)
        or (kind.side == GERMAN and kind.type == "armour")
    )
    if never:
        yield _no(
            "21.32", f"{unit.id} stays reduced, as all {kind.side.capitalize()} {kind.type} units do", unit
        )


@BOOK.rule("21.32", "22.25", text="Neither the unit nor its headquarters may be isolated.")
def _is_not_isolated(data: Data, state: State, unit: Unit) -> Iterator[Violation]:
    for each in isolated(data, state, unit):
        yield _no("21.32", f"{each.id} is isolated", unit)


@BOOK.rule("21.33", text="In each turn one American, one Commonwealth and one German unit may be restored.")
def _one_a_nation(data: Data, state: State, unit: Unit) -> Iterator[Violation]:
    group = group_of(data.unit(unit.id).nation)
    if state.refits.count(group) >= data.constant("refit.reduced_per_group"):
        yield _no("21.33", f"one {_GROUPS[group]} unit has been restored this turn already", unit)


@BOOK.rule("21.35", "5.35", text="The unit needs a line of communication of its own.")
def _in_communication(data: Data, state: State, unit: Unit) -> Iterator[Violation]:
    if not communication.supplied(data, state, (unit,))[unit.id]:
        yield _no("21.35", f"{unit.id} has no line of communication", unit)


def refit(data: Data, state: State, frame: Activation, unit: Unit) -> Step[State]:
    """The unit stands at full strength again; any Disorder stays (N180)."""
    state = update_units(state, (evolve(unit, reduced=False),))
    state = evolve(state, refits=(*state.refits, group_of(data.unit(unit.id).nation)))
    said = Outcome(
        kind="refitted",
        text=f"{unit.id} is restored to full strength.",
        paragraph="21.31",
        side=frame.side,
        units=(unit.id,),
        hexes=(unit.where,),
    )
    return Step(state=top(state, evolve(frame, rallied=(*frame.rallied, unit.id))), outcomes=(said,))


def _no(paragraph: str, message: str, unit: Unit) -> Violation:
    return Violation(paragraph=paragraph, message=message, subject=unit.id)
