"""The sequence of play: which phase, what begins it, and what it waits for (5.0 and the table at the end of the text)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Step
from pbem_rules.june44 import (
    air,
    cards,
    combining,
    events,
    invasion,
    reinforcements,
    replacements,
    shuffling,
    victory,
    weather,
)
from pbem_rules.june44 import model as m
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course
from pbem_rules.june44.lookup import chosen, scenario_of
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.printed import Data

INVASION = (
    m.BEACHES,
    m.INVASION_NAVAL,
    m.DROP,
    m.REVEAL,
    m.ROUND_1,
    m.ROUND_2,
    m.STEP_ASHORE,
    m.GERMAN_MOVE,
    m.END,
)
TURN = (
    m.WEATHER,
    m.WEATHER_CARDS,
    m.SUPPLY,
    m.ALLIED_REPLACEMENTS,
    m.GERMAN_REPLACEMENTS,
    m.REINFORCEMENTS,
    m.CARDS,
    m.AIR,
    m.FIGHTERS,
    m.COMBINE,
    m.ALLIED_MOVE,
    m.ALLIED_COMBAT,
    m.GERMAN_MOVE,
    m.GERMAN_COMBAT,
    m.END,
)
MOVING: Mapping[str, str] = {m.STEP_ASHORE: ALLIED, m.ALLIED_MOVE: ALLIED, m.GERMAN_MOVE: GERMAN}
FIGHTING: Mapping[str, str] = {
    m.ROUND_1: ALLIED,
    m.ROUND_2: ALLIED,
    m.ALLIED_COMBAT: ALLIED,
    m.GERMAN_COMBAT: GERMAN,
}
_MOST_PHASES = 16 * len(TURN)
"""So many phases may follow one another without a decision: a whole game."""
NAMES: Mapping[str, str] = {
    m.BEACHES: "beach defences",
    m.INVASION_NAVAL: "naval planning",
    m.DROP: "parachute drop",
    m.REVEAL: "beach defences turned over",
    m.ROUND_1: "first invasion round",
    m.ROUND_2: "second invasion round",
    m.STEP_ASHORE: "Allied step ashore",
    m.WEATHER: "weather",
    m.WEATHER_CARDS: "weather cards",
    m.SUPPLY: "supply",
    m.ALLIED_REPLACEMENTS: "Allied replacements",
    m.GERMAN_REPLACEMENTS: "German replacements",
    m.REINFORCEMENTS: "reinforcements",
    m.CARDS: "event cards",
    m.AIR: "Allied air phase",
    m.FIGHTERS: "German fighters",
    m.COMBINE: "combining",
    m.ALLIED_MOVE: "Allied movement",
    m.ALLIED_COMBAT: "Allied combat",
    m.GERMAN_MOVE: "German movement",
    m.GERMAN_COMBAT: "German combat",
    m.END: "end of the turn",
    m.OVER: "the game is over",
}


def mover(state: State) -> str:
    """Whose movement phase it is; empty in any other phase."""
    return MOVING.get(state.phase, "")


def fighter(state: State) -> str:
    """Whose combat phase it is; empty in any other phase."""
    return FIGHTING.get(state.phase, "")


# --- what is owed ---------------------------------------------------------------------------------------------------------


def demands(data: Data, state: State) -> tuple[Demand, ...]:
    """What the position waits for; empty when the game is over."""
    if state.phase == m.OVER:
        return ()
    return shuffling.mask_demands(data, state) or cards.show_demands(state) or _of_phase(data, state)


@BOOK.rule("5.0", "N1", text="A turn goes through its phases in order; nobody goes back.")
def _of_phase(data: Data, state: State) -> tuple[Demand, ...]:
    found = _PHASES.get(state.phase)
    return found(data, state) if found is not None else ()


def _moves(data: Data, state: State) -> tuple[Demand, ...]:
    side = mover(state)
    if side in state.done:
        return ()
    why = "moves of one hex" if state.phase == m.STEP_ASHORE else "movement"
    return (Choice(side=side, kinds=("move", "lose", "done"), why=why, paragraph="10.0"),)


def _round(data: Data, state: State) -> tuple[Demand, ...]:
    return () if ALLIED in state.done else (invasion.round_demand(state),)


def _fights(data: Data, state: State) -> tuple[Demand, ...]:
    side = fighter(state)
    if side not in state.done:
        return (Choice(side=side, kinds=("attack", "done"), why="attacks", paragraph="11.0"),)
    roll = air.roll_for(data, state, air.left_over(data, state))
    return (roll,) if roll is not None and side == ALLIED else ()


_PHASES: Mapping[str, Callable[[Data, State], tuple[Demand, ...]]] = {
    m.BEACHES: invasion.beach_demands,
    m.INVASION_NAVAL: air.demands,
    m.DROP: invasion.drop_demands,
    m.REVEAL: lambda data, state: invasion.reveal_demands(state),
    m.ROUND_1: _round,
    m.ROUND_2: _round,
    m.STEP_ASHORE: _moves,
    m.WEATHER: lambda data, state: weather.weather_demands(state),
    m.WEATHER_CARDS: lambda data, state: cards.weather_demands(state),
    m.SUPPLY: lambda data, state: weather.supply_demands(state),
    m.ALLIED_REPLACEMENTS: replacements.demands,
    m.GERMAN_REPLACEMENTS: replacements.demands,
    m.REINFORCEMENTS: reinforcements.demands,
    m.CARDS: cards.card_demands,
    m.AIR: air.demands,
    m.FIGHTERS: lambda data, state: air.fighter_demands(state),
    m.COMBINE: combining.demands,
    m.ALLIED_MOVE: _moves,
    m.ALLIED_COMBAT: _fights,
    m.GERMAN_MOVE: _moves,
    m.GERMAN_COMBAT: _fights,
}


# --- going on -------------------------------------------------------------------------------------------------------------


def settle(data: Data, state: State) -> Step[State]:
    """Everything that needs no decision, until somebody owes something or the game is over."""
    course = Course(data=data, state=state)
    for _ in range(_MOST_PHASES):
        now = course.state
        if now.phase == m.OVER or now.combat is not None or now.pending is not None:
            break
        if now.phase == m.CARDS:
            shuffling.proceed(course)
        if demands(data, course.state):
            break
        _next(course)
    else:
        raise RuntimeError(f"nobody owes anything and the game is not over: {course.state.phase}")
    return course.step()


def _next(course: Course) -> None:
    """The next phase begins, or the next turn."""
    phase = course.state.phase
    if phase == m.END:
        _end(course)
        return
    order = INVASION if course.state.turn == 1 else TURN
    _begin(course, order[order.index(phase) + 1])


@BOOK.rule("5.0", text="At the end of a turn victory is checked and the marker moves on.")
def _end(course: Course) -> None:
    data, state = course.data, course.state
    last = state.turn >= scenario_of(data, state).first_turn + len(scenario_of(data, state).turns) - 1
    if last or victory.won(data, state):
        course.change(phase=m.OVER, done=())
        found = victory.result(data, course.state)
        assert found is not None
        said = f"{found.level}: {found.score} victory points."
        course.say("over", said, "15.0", side=found.winner, total=found.score)
        return
    course.change(turn=state.turn + 1)
    _begin(course, m.WEATHER)


def _begin(course: Course, phase: str) -> None:
    """What a phase begins with."""
    course.change(phase=phase, done=(), played=(), attacked=())
    side = MOVING.get(phase) or FIGHTING.get(phase, "")
    if phase == m.WEATHER:
        _new_turn(course)
    elif phase == m.REINFORCEMENTS:
        reinforcements.germans_arrive(course)
    elif side and phase in MOVING:
        _fresh(course, side)
    elif side:
        _unattacked(course, side)


@BOOK.rule("9.0", text="Air units are taken off, face down again, at the beginning of a turn.")
def _new_turn(course: Course) -> None:
    state = course.state
    course.change(
        weather="",
        rolled="",
        fixed_weather=False,
        air=0,
        naval=0,
        replacements=(0, 0),
        arrived=(),
        missions=(),
        naval_plans=(),
        air_drawn=(0, 0),
    )
    course.change(effects=events.cleanup(course.state).effects)
    board = state.board
    tired = tuple(evolve(unit, fired=False) for unit in board if unit.fired)
    course.change(board=board.put(*tired) if tired else board)


@BOOK.rule(
    "11.2.1", "16.5", text="Artillery is ready again with each player turn; with 16.5, with each game turn."
)
def _fresh(course: Course, side: str) -> None:
    """A player turn begins: his units have not moved, and nobody's artillery has fired."""
    ready = not chosen(course.state, "artillery-turns")
    board = course.state.board
    fresh = tuple(
        evolve(unit, moved=False, fired=unit.fired and not ready)
        for unit in board
        if (unit.moved and course.kind(unit.id).side == side) or (unit.fired and ready)
    )
    course.change(board=board.put(*fresh) if fresh else board)


def _unattacked(course: Course, side: str) -> None:
    board = course.state.board
    fresh = tuple(evolve(unit, attacked=False) for unit in board if unit.attacked)
    course.change(board=board.put(*fresh) if fresh else board)
