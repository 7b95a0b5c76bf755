"""The sequence of play, and the order ``done`` (5.0 and the table at the end of the text)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message, counted
from pbem_rules.june44 import model as m
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN
from pbem_rules.june44.rules import air, invasion, victory, weather
from pbem_rules.june44.rules.arrivals import combining, reinforcements, replacements
from pbem_rules.june44.rules.cards import choices, deck
from pbem_rules.june44.rules.cards.course import passed_at_random
from pbem_rules.june44.rules.combat.course import COMBAT
from pbem_rules.june44.rules.combat.under_way import answered
from pbem_rules.june44.rules.play import Play, Position, View
from pbem_rules.june44.rules.stacking import before_done
from pbem_rules.shared.orders import Kind
from pbem_rules.shared.sequence import Phase, Procedure, Sequence


@frozen(kw_only=True)
class Done:
    """Nothing more in this phase, or no card."""


DONE = Kind[Done, View, Play](Done)
MOVING: Mapping[str, str] = {m.STEP_ASHORE: ALLIED, m.ALLIED_MOVE: ALLIED, m.GERMAN_MOVE: GERMAN}
FIGHTING: Mapping[str, str] = {
    m.ROUND_1: ALLIED,
    m.ROUND_2: ALLIED,
    m.ALLIED_COMBAT: ALLIED,
    m.GERMAN_COMBAT: GERMAN,
}


@DONE.wrong
def not_yet(view: View, _order: Done) -> Iterable[Violation]:
    """Why a phase cannot end yet."""
    if view.state.combat is not None:
        return ()
    if view.state.phase in MOVING:
        return before_done(view)
    return invasion.unattacked(view) if FIGHTING.get(view.state.phase) == ALLIED else ()


@DONE.legal
def nothing_more(_view: View) -> Iterable[Done]:
    return (Done(),)


@DONE.carry_out
def done(play: Play, _order: Done) -> None:
    """A side has finished the phase, or passes in a combat, or does without a card drawn at random."""
    if play.state.combat is not None:
        answered(play, play.state.combat.side)
    elif play.state.pending is not None:
        passed_at_random(play)
    else:
        owing = SEQUENCE.owed(View(data=play.data, state=play.state))[0].side
        play.change(done=(*play.state.done, owing))


# --- what is owed ---------------------------------------------------------------------------------------------------------


def _moves(view: View) -> tuple[Demand, ...]:
    side = MOVING[view.state.phase]
    if side in view.state.done:
        return ()
    why = Message("moves of one hex") if view.state.phase == m.STEP_ASHORE else Message("movement")
    return (Choice(side=side, kinds=("move", "lose", "done"), why=why, paragraph="10.0"),)


def _fights(view: View) -> tuple[Demand, ...]:
    side = FIGHTING[view.state.phase]
    if side not in view.state.done:
        return (Choice(side=side, kinds=("attack", "done"), why=Message("attacks"), paragraph="11.0"),)
    roll = air.roll_for(view, air.left_over(view))
    return (roll,) if roll is not None and side == ALLIED else ()


# --- going on -------------------------------------------------------------------------------------------------------------


@BOOK.rule("5.0", "N1")
def enter(play: Play, phase: str) -> None:
    """A phase begins."""
    fresh: dict[str, object] = {} if phase == m.OVER else {"played": (), "attacked": ()}
    play.change(phase=phase, done=(), **fresh)


def _last_turn(at: Position) -> bool:
    return at.state.turn >= at.scenario.first_turn + len(at.scenario.turns) - 1


@BOOK.rule("5.0")
def end_of_turn(play: Play) -> str:
    """The next turn, or the end of the game."""
    if _last_turn(play) or victory.won(play):
        return m.OVER
    play.change(turn=play.state.turn + 1)
    return m.WEATHER


def _tell_the_end(play: Play) -> None:
    found = victory.result(play)
    assert found is not None
    said = counted(
        found.score, "{level}: {n} victory point.", "{level}: {n} victory points.", level=found.level
    )
    play.say("over", said, "15.0", side=found.winner, total=found.score)


@BOOK.rule("9.0")
def _new_turn(play: Play) -> None:
    state = play.state
    play.change(
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
        effects=tuple(each for each in state.effects if each[1] >= state.turn),
    )
    play.mark(*(unit.id for unit in play.board if unit.fired), fired=False)


@BOOK.rule("11.2.1", "16.5")
def _fresh(play: Play, side: str) -> None:
    """A player turn begins: his units have not moved, and nobody's artillery has fired."""
    if not play.chosen("artillery-turns"):
        play.mark(*(unit.id for unit in play.board if unit.fired), fired=False, moved=False)
    play.mark(*(unit.id for unit in play.units_of(side) if unit.moved), moved=False)


def _unattacked(play: Play) -> None:
    play.mark(*(unit.id for unit in play.board if unit.attacked), attacked=False)


# --- the phases -----------------------------------------------------------------------------------------------------------


Owed = Callable[[View], tuple[Demand, ...]]
Ends = Callable[[Play], str | None]


def _phase(
    name: str, title: str, owed: Owed, opens: Callable[[Play], None] | None = None
) -> Phase[View, Play]:
    return Phase(name, title, owed=owed, opens=opens)


def _movement(name: str, title: str, closes: Ends | None = None) -> Phase[View, Play]:
    side = MOVING[name]
    return Phase(name, title, owed=_moves, opens=lambda play: _fresh(play, side), closes=closes)


_INVASION = (
    _phase(m.BEACHES, Message("beach defences"), invasion.beach_demands),
    _phase(m.INVASION_NAVAL, Message("naval planning"), air.demands),
    _phase(m.DROP, Message("parachute drop"), invasion.drop_demands),
    _phase(m.REVEAL, Message("beach defences turned over"), invasion.reveal_demands),
    _phase(m.ROUND_1, Message("first invasion round"), invasion.round_demands, _unattacked),
    _phase(m.ROUND_2, Message("second invasion round"), invasion.round_demands, _unattacked),
    _movement(m.STEP_ASHORE, Message("Allied step ashore"), lambda _: m.GERMAN_MOVE),
)
_TURN = (
    _phase(m.WEATHER, Message("weather"), weather.weather_demands, _new_turn),
    _phase(m.WEATHER_CARDS, Message("weather cards"), choices.weather_demands),
    _phase(m.SUPPLY, Message("supply"), weather.supply_demands),
    _phase(m.ALLIED_REPLACEMENTS, Message("Allied replacements"), replacements.demands),
    _phase(m.GERMAN_REPLACEMENTS, Message("German replacements"), replacements.demands),
    _phase(
        m.REINFORCEMENTS, Message("reinforcements"), reinforcements.demands, reinforcements.germans_arrive
    ),
    Phase(m.CARDS, Message("event cards"), owed=choices.card_demands, at_once=deck.proceed),
    _phase(m.AIR, Message("Allied air phase"), air.demands),
    _phase(m.FIGHTERS, Message("German fighters"), air.fighter_demands),
    _phase(m.COMBINE, Message("combining"), combining.demands),
    _movement(m.ALLIED_MOVE, Message("Allied movement")),
    _phase(m.ALLIED_COMBAT, Message("Allied combat"), _fights, _unattacked),
    _movement(
        m.GERMAN_MOVE, Message("German movement"), lambda play: m.END if play.state.turn == 1 else None
    ),
    _phase(m.GERMAN_COMBAT, Message("German combat"), _fights, _unattacked),
    Phase[View, Play](m.END, Message("end of the turn"), closes=end_of_turn),
)
_SHUFFLE = Procedure[View, Play](
    name="shuffle", under_way=lambda view: bool(view.state.masking), owed=deck.mask_demands
)
_CARD_SHOWN = Procedure[View, Play](
    name="card", under_way=lambda view: bool(choices.show_demands(view)), owed=choices.show_demands
)
_OVER = Phase[View, Play](m.OVER, Message("the game is over"), opens=_tell_the_end)
SEQUENCE = Sequence[View, Play](
    (*_INVASION, *_TURN, _OVER),
    phase=lambda view: view.state.phase,
    enter=enter,
    procedures=(_SHUFFLE, _CARD_SHOWN, COMBAT),
)
