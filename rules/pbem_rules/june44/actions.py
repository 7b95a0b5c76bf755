"""What a legal order, or something the protocol tells, does."""

from __future__ import annotations

from attrs import AttrsInstance

from pbem.port.game import Dealt, Masked, Rolled, Sealed, Shown, Step, Table
from pbem_rules.june44 import (
    air,
    card_course,
    combining,
    hands,
    invasion,
    movement,
    reinforcements,
    replacements,
    results,
    sequence,
    shuffling,
    stacking,
    weather,
)
from pbem_rules.june44.course import Course
from pbem_rules.june44.model import State
from pbem_rules.june44.orders import (
    Advance,
    Attack,
    Bombard,
    Combine,
    Contest,
    Defend,
    Discard,
    Done,
    Fly,
    Land,
    Lose,
    Move,
    Play,
    Replace,
)
from pbem_rules.june44.printed import Data


def apply(data: Data, state: State, side: str, action: AttrsInstance | Table) -> Step[State]:
    """What a legal action does, and everything after it that needs no decision."""
    course = Course(data=data, state=state)
    match action:
        case Rolled():
            _rolled(course, action)
        case Sealed():
            invasion.sealed(course)
        case Shown(at=at) if at == hands.DECK:
            card_course.shown(course)
        case Shown():
            invasion.shown(course, action)
        case Masked():
            shuffling.masked(course)
        case Dealt():
            shuffling.dealt(course, action)
        case Done():
            _done(course, side)
        case _:
            _ordered(course, side, action)
    if course.state.combat is not None:
        results.settle(course)
    if course.state.combat is None:
        course.then(sequence.settle(data, course.state))
    return course.step()


def _rolled(course: Course, roll: Rolled) -> None:
    if course.state.combat is not None:
        results.rolled(course, roll)
        return
    match roll.why.partition("/")[0]:
        case invasion.BEACH_ROLL:
            invasion.laid_by_chance(course, roll)
        case invasion.DROP_ROLL:
            invasion.dropped(course, roll)
        case "weather":
            weather.rolled_weather(course, roll)
        case "supply":
            weather.rolled_supply(course, roll)
        case "card":
            card_course.drawn_at_random(course, roll)
        case "air":
            air.turn_over(course, air.left_over(course.data, course.state), roll)


def _done(course: Course, side: str) -> None:
    """A side has finished the phase, or passes in a combat, or does without a card drawn at random."""
    if course.state.combat is not None:
        results.answered(course)
    elif course.state.pending is not None:
        card_course.passed_at_random(course)
    else:
        course.change(done=(*course.state.done, side))


def _ordered(course: Course, side: str, action: AttrsInstance) -> None:  # noqa: C901
    match action:
        case Move():
            course.then(movement.apply(course.data, course.state, action))
        case Attack():
            results.begin(course, side, action)
        case Defend():
            results.defend(course, action)
        case Lose() if course.state.combat is None:
            course.then(stacking.remove(course.data, course.state, action))
        case Lose():
            results.lose(course, action)
        case Advance():
            results.advance(course, action)
        case Replace():
            replacements.apply(course, side, action)
        case Land():
            reinforcements.apply(course, action)
        case Play() | Discard():
            card_course.lay(course, side, action)
        case Fly():
            air.fly(course, action)
        case Bombard():
            air.plan_naval(course, action)
        case Contest():
            air.contest(course, action)
        case Combine():
            combining.apply(course, action)
