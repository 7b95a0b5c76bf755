"""Reinforcements: the Allied come ashore, the Germans wait at the edge for their movement (8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.game import Choice, Demand
from pbem_rules.june44 import control, stacking
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course, View
from pbem_rules.june44.lookup import ENTRY, broken, cleared
from pbem_rules.june44.model import ALLIED, GERMAN, Due, State
from pbem_rules.june44.orders import Land
from pbem_rules.june44.printed import Data
from pbem_rules.june44.replacements import arrives_turned
from pbem_rules.june44.setup import off

_NATIONS = ("us", "cw")


def due_now(data: Data, state: State, side: str) -> tuple[Due, ...]:
    """The units of a side that may come this turn, in the order of the schedule."""
    return tuple(each for each in state.due if each.turn <= state.turn and data.unit(each.unit).side == side)


@BOOK.rule("8.3", text="German reinforcements stand at the edge and enter with their full movement.")
def germans_arrive(course: Course) -> None:
    """The German units of the turn wait at their entry."""
    for each in due_now(course.data, course.state, GERMAN):
        course.change(due=tuple(other for other in course.state.due if other.unit != each.unit))
        course.change(arrived=(*course.state.arrived, each))
        course.place(each.unit, f"{ENTRY}{each.place}")
        said = f"{each.unit} arrives at {each.place}."
        course.say("arrived", said, "8.3", side=GERMAN, units=(each.unit,))


def demands(view: View) -> tuple[Demand, ...]:
    """The Allied side lands what it can."""
    data, state = view.data, view.state
    if ALLIED in state.done or next(options(data, state), None) is None:
        return ()
    why = "reinforcements from the sea"
    return (Choice(side=ALLIED, kinds=("land", "done"), why=why, paragraph="8.3"),)


def beaches_for(data: Data, each: Due) -> tuple[str, ...]:
    """The beach hexes at which a unit may land: those of a name, or all of its nation."""
    beaches = sorted(data.ground.beaches.items())
    if each.place in _NATIONS:
        return tuple(where for where, beach in beaches if beach.nation == each.place)
    return tuple(where for where, beach in beaches if each.place in (beach.name, where))


@BOOK.rule(
    "8.3",
    text="Allied units come ashore on their beach, or on any beach of their nation if the schedule says so.",
)
@BOOK.rule("13.0", "N9", text="While a beach is not cleared they lie off it, as many as may stack there.")
def wrong(data: Data, state: State, order: Land) -> tuple[Violation, ...]:
    """Every rule that a landing breaks."""
    due = next((each for each in due_now(data, state, ALLIED) if each.unit == order.unit), None)
    if due is None:
        return broken("8.3", f"{order.unit} is not due to land this turn", order.unit)
    allowed = beaches_for(data, due)
    if order.place not in allowed:
        said = f"{order.unit} lands at {', '.join(allowed)}, not at {order.place}"
        return broken("8.3", said, order.unit)
    if cleared(state, order.place) and not control.open_beach(data, state, order.place):
        return broken("8.3", f"German units stand on the beach {order.place}", order.place)
    return full_up(data, state, order.unit, landing_place(state, order.place))


def landing_place(state: State, beach: str) -> str:
    """The beach hex once it is cleared, the sea off it before."""
    return beach if cleared(state, beach) else off(beach)


@BOOK.rule("6.3", "N9", text="The stacking limit holds on a beach and off it.")
def full_up(data: Data, state: State, unit: str, where: str) -> tuple[Violation, ...]:
    """Whether a unit finds no room in a place."""
    return stacking.over(data, state, where, (unit,))


def apply(course: Course, order: Land) -> None:
    """A unit lands; it has no movement left this turn, or half of it where a Mulberry stands."""
    course.change(due=tuple(each for each in course.state.due if each.unit != order.unit))
    where, turn = landing_place(course.state, order.place), course.state.turn
    course.place(order.unit, where, landed=turn, fired=arrives_turned(course.data, course.state, order.unit))
    name = course.data.ground.beaches[order.place].name
    verb = "lands on" if where == order.place else "lies off"
    said = f"{order.unit} {verb} {name} beach ({order.place})."
    course.say("landed", said, "8.3", side=ALLIED, units=(order.unit,), hexes=(order.place,))
    control.passed(course, ALLIED, (where,))


def options(data: Data, state: State) -> Iterator[Land]:
    """The legal landings, in the order of the schedule."""
    for each in due_now(data, state, ALLIED):
        for where in beaches_for(data, each):
            order = Land(unit=each.unit, place=where)
            if not wrong(data, state, order):
                yield order
