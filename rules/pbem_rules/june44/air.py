"""Air units: placed face down, contested, turned over in combat; successful ones left over interdict (9.0, 16.4).

Nobody knows which of the five is which until it is turned over: then a die with as many sides as units are still face
down says whether it is one of those that succeed, which is drawing them blind (N20).
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Die, Roll, Rolled
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course, View
from pbem_rules.june44.lookup import broken, chosen, scenario_of
from pbem_rules.june44.model import ALLIED, GERMAN, Mission, State
from pbem_rules.june44.orders import Bombard, Contest, Fly
from pbem_rules.june44.printed import Data

SUCCESS, ABORT, UNKNOWN = "success", "abort", "unknown"


def demands(view: View) -> tuple[Demand, ...]:
    """The Allied side places what it has."""
    state = view.state
    naval = chosen(state, "naval-planning") and _naval_left(state)
    if ALLIED in state.done or not (state.air or naval):
        return ()
    kinds = ("fly", "bombard", "done") if naval else ("fly", "done")
    return (Choice(side=ALLIED, kinds=kinds, why="air units", paragraph="9.0"),)


def _naval_left(state: State) -> bool:
    return len(state.naval_plans) < state.naval


@BOOK.rule("9.0", text="Air units go to any hexes of the map, one to a hex, as many as the weather allows.")
def wrong_flight(data: Data, state: State, order: Fly) -> tuple[Violation, ...]:
    """What is wrong with placing an air unit."""
    found = []
    if not state.air:
        found.append(Violation(paragraph="9.0", message="no air unit is left this turn", subject=order.hex))
    if order.hex not in data.ground.terrain:
        found.append(Violation(paragraph="9.0", message=f"there is no hex {order.hex!r}", subject=order.hex))
    if any(each.hex == order.hex for each in state.missions):
        said = f"an air unit is over {order.hex} already"
        found.append(Violation(paragraph="9.0", message=said, subject=order.hex))
    return tuple(found)


def fly(course: Course, order: Fly) -> None:
    """An air unit is placed face down."""
    course.change(air=course.state.air - 1, missions=(*course.state.missions, Mission(hex=order.hex)))
    course.say("air", f"An air unit is placed over {order.hex}.", "9.0", side=ALLIED, hexes=(order.hex,))


@BOOK.rule(
    "11.2",
    "9.0",
    text="A naval point helps an Allied attack within five hexes of the ocean, until 29-30 June.",
)
def naval_reaches(data: Data, state: State, target: str) -> bool:
    """Whether ships may fire at a hex this turn."""
    if state.turn > scenario_of(data, state).naval_until:
        return False
    ground = data.ground
    return any(where in ground.ocean for where in ground.grid.within(target, data.charts.naval_range))


@BOOK.rule(
    "16.4", text="Naval support is placed beforehand, as air units are, a marker for each point of the turn."
)
def wrong_plan(data: Data, state: State, order: Bombard) -> tuple[Violation, ...]:
    """What is wrong with placing a naval marker."""
    if not chosen(state, "naval-planning"):
        return broken("16.4", "naval support is not planned in this game: name it with the attack", order.hex)
    if not _naval_left(state):
        return broken("16.4", "no naval point is left this turn", order.hex)
    if order.hex not in data.ground.terrain or order.hex in state.naval_plans:
        return broken("16.4", f"no naval marker can be placed on {order.hex!r}", order.hex)
    if not naval_reaches(data, state, order.hex):
        return broken("11.2", f"ships do not reach {order.hex}", order.hex)
    return ()


def plan_naval(course: Course, order: Bombard) -> None:
    """A naval marker is placed."""
    course.change(naval_plans=(*course.state.naval_plans, order.hex))
    said = f"Naval support is planned for {order.hex}."
    course.say("naval", said, "16.4", side=ALLIED, hexes=(order.hex,))


# --- German fighters ------------------------------------------------------------------------------------------------------


@BOOK.rule(
    "12.1",
    "9.0",
    "N21",
    text="Once a turn one of the two fighters, drawn blind, may go for one Allied air unit.",
)
def fighter_demands(view: View) -> tuple[Demand, ...]:
    """The German names the air unit that his fighter goes for."""
    state = view.state
    if not state.fighters or not state.missions or GERMAN in state.done:
        return ()
    why = "a fighter against an air unit"
    return (Choice(side=GERMAN, kinds=("contest", "done"), why=why, paragraph="12.1"),)


def wrong_contest(state: State, order: Contest) -> tuple[Violation, ...]:
    """What is wrong with sending a fighter."""
    if any(each.hex == order.hex for each in state.missions):
        return ()
    return broken("12.1", f"there is no Allied air unit over {order.hex}", order.hex)


def contest(course: Course, order: Contest) -> None:
    """A fighter goes up; what it is comes out with the air unit."""
    found = tuple(
        evolve(each, contested=UNKNOWN) if each.hex == order.hex else each for each in course.state.missions
    )
    course.change(missions=found, done=(*course.state.done, GERMAN))
    said = f"A German fighter goes for the air unit over {order.hex}."
    course.say("fighter", said, "12.1", side=GERMAN, hexes=(order.hex,))


# --- turning over ---------------------------------------------------------------------------------------------------------


def mission_at(state: State, where: str) -> Mission | None:
    """The air unit over a hex that has not been used."""
    return next((each for each in state.missions if each.hex == where and not each.used), None)


def roll_for(data: Data, state: State, hexes: tuple[str, ...]) -> Roll | None:
    """The roll that turns over the air units on these hexes, or None when none is face down there."""
    dice = tuple(die for each in _hidden(state, hexes) for die in _dice(data, state, hexes, each))
    if not dice:
        return None
    return Roll(side=ALLIED, why=f"air/{state.rolls + 1}", dice=dice, paragraph="9.0")


def _hidden(state: State, hexes: tuple[str, ...]) -> tuple[Mission, ...]:
    return tuple(each for each in state.missions if not each.result and each.hex in hexes)


def _dice(data: Data, state: State, hexes: tuple[str, ...], mission: Mission) -> Iterator[Die]:
    charts = data.charts
    before = _hidden(state, hexes).index(mission)
    left = charts.air_success + charts.air_abort - sum(state.air_drawn) - before
    yield Die(sides=max(1, left))
    if mission.contested == UNKNOWN:
        yield Die(sides=charts.fighter_success + charts.fighter_abort)


def turn_over(course: Course, hexes: tuple[str, ...], roll: Rolled) -> None:
    """The air units on these hexes are known."""
    faces = list(roll.faces)
    found: dict[str, Mission] = {}
    for each in _hidden(course.state, hexes):
        found[each.hex] = _turned(course, each, faces)
    course.change(
        missions=tuple(found.get(each.hex, each) for each in course.state.missions),
        rolls=course.state.rolls + 1,
    )


def _turned(course: Course, mission: Mission, faces: list[int]) -> Mission:
    good, bad = course.state.air_drawn
    face = faces.pop(0)
    charts = course.data.charts
    succeeds = face <= charts.air_success - good
    course.change(air_drawn=(good + 1, bad) if succeeds else (good, bad + 1))
    result, word, contested = (
        (SUCCESS, "success", mission.contested) if succeeds else (ABORT, "abort", mission.contested)
    )
    if contested == UNKNOWN:
        contested = SUCCESS if faces.pop(0) <= charts.fighter_success else ABORT
        if contested == SUCCESS and succeeds:
            result, word = ABORT, "driven off by German fighters"
    said = f"The air unit over {mission.hex}: {word}."
    course.say("mission", said, "9.0", side=ALLIED, hexes=(mission.hex,), faces=(face,))
    return evolve(mission, result=result, contested=contested)


def use(course: Course, where: str) -> None:
    """The air unit over an attacked hex, if there is one, is taken off."""
    kept = tuple(evolve(each, used=True) if each.hex == where else each for each in course.state.missions)
    course.change(missions=kept)


@BOOK.rule("9.0", "N22", text="A German unit that enters a hex with a successful air unit must stop there.")
def interdicted(state: State) -> frozenset[str]:
    """The hexes that are interdicted in the German movement phase."""
    return frozenset(each.hex for each in state.missions if each.result == SUCCESS and not each.used)


def left_over(data: Data, state: State) -> tuple[str, ...]:
    """The hexes whose air units were not used in a combat and are still face down."""
    return tuple(each.hex for each in state.missions if not each.result)
