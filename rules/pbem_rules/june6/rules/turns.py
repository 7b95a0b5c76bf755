"""The turn: what ends each phase, and the orders that end them (3.0)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Rolled
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import (
    ALLIED,
    ALLIED_LOGISTICS,
    BEFORE_LANDINGS,
    BOMBARDMENT,
    END,
    ENTRY_HEXES,
    FULL,
    GERMAN,
    GERMAN_LOGISTICS,
    GERMAN_RESOURCES,
    OVER,
    REDUCED,
    WEATHER,
    Activation,
    Cup,
    Play,
    Position,
    View,
)
from pbem_rules.june6.rules import isolation, weather
from pbem_rules.june6.rules.air_and_sea import missions
from pbem_rules.june6.rules.arrivals import entering, returning
from pbem_rules.june6.rules.combat import announcing
from pbem_rules.june6.rules.lookup import enemy_of
from pbem_rules.june6.rules.markers import activation, attrition, drawing, logistics
from pbem_rules.june6.rules.movement import breaking
from pbem_rules.june6.words import SIDES, moment
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class GoFirst:
    """The side with the initiative acts first (``yes``) or second in the Reduced Efficiency phase (3.7)."""

    first: bool


@frozen(kw_only=True)
class Done:
    """A side has finished its activation (7.24f), its Reduced Efficiency phase (3.7), or its missions (3.32)."""


GO_FIRST = Kind[GoFirst, View, Play](GoFirst, early="3.7", exact=True)
DONE = Kind[Done, View, Play](Done, early="7.24f")
RESOURCE_ROLL = Label[View, Play]("resources")
SURRENDER_ROLL = Label[View, Play]("surrender")
FULL_TITLE, REDUCED_TITLE = (
    Message("Full Efficiency Activations"),
    Message("Reduced Efficiency Activations"),
)


def to_allied_logistics(play: Play) -> None:
    """The Allied points, and his purchase."""
    play.change(phase=ALLIED_LOGISTICS)
    logistics.fill(play, ALLIED, play.state.dice[2])


@BOOK.rule("3.3", "3.32")
def after_allied_logistics(play: Play) -> None:
    """On 6 June nobody arrives by road."""
    play.change(phase=ENTRY_HEXES if logistics.german_buys(play) else BOMBARDMENT)


@BOOK.rule("3.4")
def after_missions(play: Play) -> None:
    """The German resources; on 6 June the landings, before which units may be broken down."""
    if logistics.german_buys(play):
        play.change(phase=GERMAN_RESOURCES)
        return
    if play.state.turn == 1:
        play.change(phase=BEFORE_LANDINGS)
        if breaking.possible(play):
            return
    land(play)


@BOOK.rule("19.31")
def land(play: Play) -> None:
    """The landings begin once he is done."""
    drawing.open_cup(play, GERMAN)
    to_full(play)


def german_resources(play: Play) -> None:
    """The resource die has been rolled: the German's points, and his purchase."""
    assert play.state.german_die is not None
    _german_purchase(play, play.state.german_die)


def _german_purchase(play: Play, die: int) -> None:
    logistics.fill(play, GERMAN, die)
    play.change(phase=GERMAN_LOGISTICS)


@BOOK.rule("3.5", "3.6")
def to_full(play: Play) -> None:
    """The cup is opened."""
    entering.place_arrivals(play)
    play.change(phase=FULL)
    drawing.begin(play)
    play.say("phase", Message("{full_title}.", full_title=FULL_TITLE), "3.6")


@BOOK.rule("3.65")
def leave_full(play: Play) -> None:
    """Who has not acted is at reduced efficiency."""
    activation.mark_reduced(play)
    play.change(phase=REDUCED, finished=(), reduced_order=())
    play.say("phase", Message("{reduced_title}.", reduced_title=REDUCED_TITLE), "3.7")


def next_to_act(play: Play) -> bool:
    """Nobody is asked who has nothing left to do; what the first side does may give the second something."""
    state = play.state
    if state.reduced_order:
        if _busy(play, state.reduced_order[0]):
            return False
        next_side(play)
        return True
    fit = [side for side in (ALLIED, GERMAN) if _busy(play, side)]
    if len(fit) == 2:
        return False
    if fit:
        play.change(reduced_order=(fit[0], enemy_of(fit[0])))
    else:
        _end_phase(play)
    return True


def _busy(at: Position, side: str) -> bool:
    """Whether a side has anything to do at reduced efficiency: a formation to act, a headquarters to bring back."""
    return bool(activation.reduced_choices(at, side) or returning.due(at, side))


def next_side(play: Play) -> None:
    """The next side of the Reduced Efficiency phase, or the end phase after the last one."""
    left = play.state.reduced_order[1:]
    if left:
        play.change(reduced_order=left)
    else:
        _end_phase(play)


def _end_phase(play: Play) -> None:
    play.change(phase=END, reduced_order=())
    isolation.determine(play)


@BOOK.rule("3.87")
def next_turn(play: Play) -> None:
    """The end of the turn once all tests are made: everything comes off, and the weather is next."""
    isolation.clean_up(play)
    data, state = play.data, play.state
    if state.turn >= data.scenarios[state.scenario].last_turn:
        play.change(phase=OVER)
        play.say("over", Message("The last turn is over."), "3.87")
        return
    entering.carry_over(play)
    play.change(
        turn=state.turn + 1,
        phase=WEATHER,
        storm_before=state.weather == weather.STORM,
        dice=(),
        ties=0,
        allied_cup=Cup(side=ALLIED),
        german_cup=Cup(side=GERMAN),
        kept=0,
        asked=False,
        first_played=False,
        activations=(),
        bridging=(),
        finished=(),
        reduced_order=(),
        refits=(),
        missions=(),
        bombarded=False,
        air_interdiction=(),
        naval_interdiction=0,
        german_die=None,
    )
    name = data.charts.turn_names.get(play.state.turn, "")
    play.say("turn", Message("Turn {turn}, {name}.", turn=play.state.turn, name=moment(name)), "3.87")


# --- who goes first at reduced efficiency -----------------------------------------------------------------------------


@GO_FIRST.wrong
def not_yours(view: View, _order: GoFirst) -> Iterator[Violation]:
    """Why a side cannot say now who acts first in the Reduced Efficiency phase."""
    state = view.state
    if state.phase != REDUCED or state.frames or state.reduced_order or view.side != state.initiative:
        yield broken("3.7", Message("who goes first in the Reduced Efficiency phase is not yours to say now"))


@GO_FIRST.legal
def _first_or_second(view: View) -> Iterator[GoFirst]:
    if not view.state.reduced_order:
        yield from (GoFirst(first=True), GoFirst(first=False))


@GO_FIRST.carry_out
@BOOK.rule("3.7")
def go_first(play: Play, order: GoFirst) -> None:
    """The order of the two sides in the Reduced Efficiency phase."""
    mine = play.state.initiative
    sides = (mine, enemy_of(mine)) if order.first else (enemy_of(mine), mine)
    play.change(reduced_order=sides)
    said = Message("The {side} side acts first at reduced efficiency.", side=SIDES[sides[0]])
    play.say("order", said, "3.7", side=sides[0])


# --- done -------------------------------------------------------------------------------------------------------------


@DONE.wrong
def not_done(view: View, _order: Done) -> tuple[Violation, ...]:
    """Why a side is not done with its activation, its Reduced Efficiency phase, its missions."""
    state, side = view.state, view.side
    if not state.frames and state.phase == REDUCED:
        return returning.headquarters_still_due(view, side)
    if not state.frames and state.phase == BOMBARDMENT:
        return missions.wrong_moment(state, side)
    if not state.frames and state.phase == BEFORE_LANDINGS:
        return ()
    return (*activation.barred_from_ending(view, side, fight=False), *announcing.still_to_attack(view))


@DONE.legal
def _done(_view: View) -> Iterator[Done]:
    yield Done()


@DONE.carry_out
def done(play: Play, _order: Done) -> None:
    """The activation is over, or what the phase has asked for."""
    frame = play.state.on_top(Activation)
    if frame is not None:
        attrition.movement_over(play, frame, fight=False)
    elif play.state.phase == BOMBARDMENT:
        missions.done(play)
    elif play.state.phase == BEFORE_LANDINGS:
        land(play)
    else:
        side = play.state.reduced_order[0]
        said = Message("The {side} side is done at reduced efficiency.", side=SIDES[side])
        play.say("done", said, "3.7", side=side)
        next_side(play)


# --- rolls between phases ---------------------------------------------------------------------------------------------


@RESOURCE_ROLL.rolled
def resources_rolled(play: Play, roll: Rolled) -> None:
    """The German resource die, where no mission was flown with it."""
    _german_purchase(play, roll.faces[0])


@SURRENDER_ROLL.rolled
def surrenders_rolled(play: Play, roll: Rolled) -> None:
    """Some are gone, and the turn is over."""
    isolation.rolled(play, roll.faces)
    next_turn(play)
