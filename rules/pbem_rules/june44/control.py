"""Who controls a hex, and what happens when a unit comes into one: cities, beaches, Mulberries (3.3, 12.1, 15.1)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course
from pbem_rules.june44.lookup import cleared, occupied
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.printed import Data


def owner(state: State, where: str) -> str:
    """Who came last into a city or a beach hex; empty for any other hex."""
    return dict(state.owners).get(where, "")


@BOOK.rule(
    "3.3", "N1", text="A city or a beach is held by whoever stands there, else by whoever came into it last."
)
def holds(data: Data, state: State, side: str, where: str) -> bool:
    """Whether a side holds a city or beach hex."""
    other = GERMAN if side == ALLIED else ALLIED
    return owner(state, where) == side and not occupied(data, state, where, other)


@BOOK.rule(
    "8.1", "8.3", "12.1", "N26", text="A beach is open once it is cleared, while no German unit stands on it."
)
def open_beach(data: Data, state: State, where: str) -> bool:
    """Whether Allied units can come ashore on a beach hex, and a Mulberry be built there, whoever was there last."""
    return cleared(state, where) and not occupied(data, state, where, GERMAN)


def passed(course: Course, side: str, hexes: Iterable[str]) -> None:
    """Units of a side have come into these hexes, one after the other: what that changes."""
    for where in hexes:
        before = owner(course.state, where)
        if not before:
            continue
        if side == GERMAN and where in course.data.ground.beaches:
            _german_on_beach(course, where, before)
        if before != side:
            _taken(course, side, where)


@BOOK.rule(
    "3.3", "15.0", text="A city changes hands at the moment in which a unit of the other side comes into it."
)
def _taken(course: Course, side: str, where: str) -> None:
    owners = dict(course.state.owners)
    owners[where] = side
    course.change(owners=tuple(sorted(owners.items())))
    city = course.data.ground.cities.get(where, "")
    if city:
        course.say("taken", f"{city} ({where}) is taken.", "15.0", side=side, hexes=(where,))


@BOOK.rule(
    "15.1",
    "N2",
    text="A beach that the Allied side had taken and a German unit comes into costs a point for good, once.",
)
def _german_on_beach(course: Course, where: str, before: str) -> None:
    name = course.data.ground.beaches[where].name
    if before == ALLIED and where not in course.state.penalties:
        course.change(penalties=tuple(sorted((*course.state.penalties, where))))
        said = f"A German unit is on {name} beach ({where}): the Allied side loses a victory point for good."
        course.say("beach-lost", said, "15.1", side=GERMAN, hexes=(where,))
    if where in course.state.mulberries:
        _mulberry_lost(course, where, name)


@BOOK.rule("12.1", text="A German unit in the hex of a Mulberry destroys it.")
def _mulberry_lost(course: Course, where: str, name: str) -> None:
    course.change(mulberries=tuple(each for each in course.state.mulberries if each != where))
    course.say("mulberry-lost", f"The Mulberry at {name} is destroyed.", "12.1", side=GERMAN, hexes=(where,))
