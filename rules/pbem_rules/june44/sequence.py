"""The sequence of play: which phase, what begins it, and what it waits for (5.0 and the table at the end of the text)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand
from pbem_rules.june44 import (
    air,
    cards,
    combining,
    events,
    invasion,
    reinforcements,
    replacements,
    results,
    shuffling,
    victory,
    weather,
)
from pbem_rules.june44 import model as m
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course, View
from pbem_rules.june44.lookup import chosen, scenario_of
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.shared.sequence import Phase, Procedure, Sequence

MOVING: Mapping[str, str] = {m.STEP_ASHORE: ALLIED, m.ALLIED_MOVE: ALLIED, m.GERMAN_MOVE: GERMAN}
FIGHTING: Mapping[str, str] = {
    m.ROUND_1: ALLIED,
    m.ROUND_2: ALLIED,
    m.ALLIED_COMBAT: ALLIED,
    m.GERMAN_COMBAT: GERMAN,
}
_NAMES: Mapping[str, str] = {
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


def decider(play: Course) -> str:
    """Whose order is being carried out: of the side that owes something."""
    return SEQUENCE.owed(View(data=play.data, state=play.state))[0].side


def _moves(view: View) -> tuple[Demand, ...]:
    state = view.state
    side = mover(state)
    if side in state.done:
        return ()
    why = "moves of one hex" if state.phase == m.STEP_ASHORE else "movement"
    return (Choice(side=side, kinds=("move", "lose", "done"), why=why, paragraph="10.0"),)


def _round(view: View) -> tuple[Demand, ...]:
    state = view.state
    return () if ALLIED in state.done else (invasion.round_demand(state),)


def _fights(view: View) -> tuple[Demand, ...]:
    data, state = view.data, view.state
    side = fighter(state)
    if side not in state.done:
        return (Choice(side=side, kinds=("attack", "done"), why="attacks", paragraph="11.0"),)
    roll = air.roll_for(data, state, air.left_over(data, state))
    return (roll,) if roll is not None and side == ALLIED else ()


# --- going on -------------------------------------------------------------------------------------------------------------


@BOOK.rule("5.0", "N1", text="A turn goes through its phases in order; nobody goes back.")
def enter(play: Course, phase: str) -> None:
    """A phase begins."""
    fresh: dict[str, object] = {} if phase == m.OVER else {"played": (), "attacked": ()}
    play.change(phase=phase, done=(), **fresh)


def _cards_ready(play: Course) -> bool:
    """Whether something went on that needs no decision before cards can be drawn."""
    before = play.state
    shuffling.proceed(play)
    return play.state is not before


@BOOK.rule("5.0", text="At the end of a turn victory is checked and the marker moves on.")
def end_of_turn(play: Course) -> str:
    """The next turn, or the end of the game."""
    data, state = play.data, play.state
    last = state.turn >= scenario_of(data, state).first_turn + len(scenario_of(data, state).turns) - 1
    if last or victory.won(data, state):
        return m.OVER
    play.change(turn=state.turn + 1)
    return m.WEATHER


def _tell_the_end(play: Course) -> None:
    found = victory.result(play.data, play.state)
    assert found is not None
    said = f"{found.level}: {found.score} victory points."
    play.say("over", said, "15.0", side=found.winner, total=found.score)


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


# --- the phases -----------------------------------------------------------------------------------------------------------


def _phase(
    name: str,
    asked: Callable[[View], tuple[Demand, ...]] = lambda _: (),
    *,
    opens: Callable[[Course], None] | None = None,
    at_once: Callable[[Course], bool] = lambda _: False,
    closes: Callable[[Course], str | None] | None = None,
) -> Phase[View, Course]:
    return Phase(name=name, title=_NAMES[name], owed=asked, opens=opens, at_once=at_once, closes=closes)


def _movement(name: str, closes: Callable[[Course], str | None] | None = None) -> Phase[View, Course]:
    return _phase(name, _moves, opens=lambda play: _fresh(play, MOVING[name]), closes=closes)


def _combat(name: str, asked: Callable[[View], tuple[Demand, ...]]) -> Phase[View, Course]:
    return _phase(name, asked, opens=lambda play: _unattacked(play, FIGHTING[name]))


_INVASION = (
    _phase(m.BEACHES, invasion.beach_demands),
    _phase(m.INVASION_NAVAL, air.demands),
    _phase(m.DROP, invasion.drop_demands),
    _phase(m.REVEAL, invasion.reveal_demands),
    _combat(m.ROUND_1, _round),
    _combat(m.ROUND_2, _round),
    _movement(m.STEP_ASHORE, lambda _: m.GERMAN_MOVE),
)
_TURN = (
    _phase(m.WEATHER, weather.weather_demands, opens=_new_turn),
    _phase(m.WEATHER_CARDS, cards.weather_demands),
    _phase(m.SUPPLY, weather.supply_demands),
    _phase(m.ALLIED_REPLACEMENTS, replacements.demands),
    _phase(m.GERMAN_REPLACEMENTS, replacements.demands),
    _phase(
        m.REINFORCEMENTS,
        reinforcements.demands,
        opens=reinforcements.germans_arrive,
    ),
    _phase(m.CARDS, cards.card_demands, at_once=_cards_ready),
    _phase(m.AIR, air.demands),
    _phase(m.FIGHTERS, air.fighter_demands),
    _phase(m.COMBINE, combining.demands),
    _movement(m.ALLIED_MOVE),
    _combat(m.ALLIED_COMBAT, _fights),
    _movement(m.GERMAN_MOVE, lambda play: m.END if play.state.turn == 1 else None),
    _combat(m.GERMAN_COMBAT, _fights),
    _phase(m.END, closes=end_of_turn),
)
_SHUFFLE = Procedure[View, Course](
    name="shuffle",
    under_way=lambda view: bool(view.state.masking),
    owed=shuffling.mask_demands,
)
_CARD_SHOWN = Procedure[View, Course](
    name="card",
    under_way=lambda view: bool(cards.show_demands(view)),
    owed=cards.show_demands,
)
SEQUENCE = Sequence[View, Course](
    (*_INVASION, *_TURN, _phase(m.OVER, opens=_tell_the_end)),
    phase=lambda view: view.state.phase,
    enter=enter,
    procedures=(_SHUFFLE, _CARD_SHOWN, results.COMBAT),
)
