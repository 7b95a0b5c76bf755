"""The turn: what ends each phase, and the orders that end them (3.0)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Rolled, Step
from pbem_rules.june6 import (
    activation,
    announcing,
    attrition,
    breaking,
    drawing,
    entering,
    isolation,
    logistics,
    missions,
    returning,
    weather,
)
from pbem_rules.june6.activation import running
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.lookup import enemy_of
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
    Cup,
    Play,
    State,
    View,
)
from pbem_rules.june6.orders import Done, GoFirst
from pbem_rules.june6.printed import Data
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken

GO_FIRST = Kind[GoFirst, View, Play](GoFirst, early="3.7", exact=True)
DONE = Kind[Done, View, Play](Done, early="7.24f")
RESOURCE_ROLL = Label[View, Play]("resources")
SURRENDER_ROLL = Label[View, Play]("surrender")
FULL_TITLE, REDUCED_TITLE = "Full Efficiency Activations", "Reduced Efficiency Activations"


def to_allied_logistics(data: Data, state: State) -> Step[State]:
    """The Allied points, and his purchase."""
    return logistics.fill(data, evolve(state, phase=ALLIED_LOGISTICS), ALLIED, state.dice[2])


@BOOK.rule(
    "3.3", "3.32", text="The German names his entry hexes, then the Allied side declares its missions."
)
def after_allied_logistics(data: Data, state: State) -> Step[State]:
    """On 6 June nobody arrives by road."""
    phase = ENTRY_HEXES if logistics.german_buys(data, state) else BOMBARDMENT
    return Step(state=evolve(state, phase=phase))


@BOOK.rule("3.4", text="On 6 June there is no German purchase.")
def after_missions(data: Data, state: State) -> Step[State]:
    """The German resources; on 6 June the landings, before which units may be broken down."""
    if logistics.german_buys(data, state):
        return Step(state=evolve(state, phase=GERMAN_RESOURCES))
    if state.turn > 1:
        return land(data, state)
    before = evolve(state, phase=BEFORE_LANDINGS)
    return Step(state=before) if breaking.possible(data, before) else land(data, state)


@BOOK.rule("19.31", text="Before the landings of 6 June the German may break units down.")
def land(data: Data, state: State) -> Step[State]:
    """The landings begin once he is done."""
    return to_full(data, drawing.open_cup(state, GERMAN))


def german_die_read(data: Data, state: State) -> Step[State]:
    """The resource die has been rolled with the missions."""
    assert state.german_die is not None
    return german_resources(data, state, state.german_die)


def german_resources(data: Data, state: State, die: int) -> Step[State]:
    """The German's points, and his purchase."""
    step = logistics.fill(data, state, GERMAN, die)
    return Step(state=evolve(step.state, phase=GERMAN_LOGISTICS), outcomes=step.outcomes)


@BOOK.rule("3.5", "3.6", text="Arrivals are placed, then the Full Efficiency phase begins.")
def to_full(data: Data, state: State) -> Step[State]:
    """The cup is opened."""
    step = entering.place_arrivals(data, state)
    said = Outcome(kind="phase", text=f"{FULL_TITLE}.", paragraph="3.6")
    return Step(state=drawing.begin(evolve(step.state, phase=FULL)), outcomes=(*step.outcomes, said))


@BOOK.rule("3.65", text="The phase lasts until every marker has been drawn.")
def leave_full(data: Data, state: State) -> Step[State]:
    """Who has not acted is at reduced efficiency."""
    state = evolve(activation.mark_reduced(data, state), phase=REDUCED, finished=(), reduced_order=())
    said = Outcome(kind="phase", text=f"{REDUCED_TITLE}.", paragraph="3.7")
    return Step(state=state, outcomes=(said,))


def next_to_act(data: Data, state: State) -> Step[State] | None:
    """Nobody is asked who has nothing left to do; what the first side does may give the second something."""
    if state.reduced_order:
        if _busy(data, state, state.reduced_order[0]):
            return None
        return next_side(data, state)
    fit = [side for side in (ALLIED, GERMAN) if _busy(data, state, side)]
    if len(fit) == 2:
        return None
    if fit:
        return Step(state=evolve(state, reduced_order=(fit[0], enemy_of(fit[0]))))
    return _end_phase(data, state)


def _busy(data: Data, state: State, side: str) -> bool:
    """Whether a side has anything to do at reduced efficiency: a formation to act, a headquarters to bring back."""
    return bool(activation.reduced_choices(data, state, side) or returning.due(data, state, side))


def next_side(data: Data, state: State) -> Step[State]:
    """The next side of the Reduced Efficiency phase, or the end phase after the last one."""
    left = state.reduced_order[1:]
    return Step(state=evolve(state, reduced_order=left)) if left else _end_phase(data, state)


def _end_phase(data: Data, state: State) -> Step[State]:
    return isolation.determine(data, evolve(state, phase=END, reduced_order=()))


@BOOK.rule("3.87", text="The next turn begins, or the game is over.")
def next_turn(data: Data, state: State) -> Step[State]:
    """The end of the turn once all tests are made: everything comes off, and the weather is next."""
    step = isolation.clean_up(data, state)
    state = step.state
    if state.turn >= data.scenarios[state.scenario].last_turn:
        said = Outcome(kind="over", text="The last turn is over.", paragraph="3.87")
        return Step(state=evolve(state, phase=OVER), outcomes=(*step.outcomes, said))
    state = evolve(
        entering.carry_over(data, state),
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
    text = f"Turn {state.turn}, {data.charts.turn_names.get(state.turn, '')}."
    said = Outcome(kind="turn", text=text, paragraph="3.87")
    return Step(state=state, outcomes=(*step.outcomes, said))


# --- who goes first at reduced efficiency -----------------------------------------------------------------------------


@GO_FIRST.wrong
def not_yours(view: View, _order: GoFirst) -> Iterator[Violation]:
    """Why a side cannot say now who acts first in the Reduced Efficiency phase."""
    state = view.state
    if state.phase != REDUCED or state.frames or state.reduced_order or view.side != state.initiative:
        yield broken("3.7", "who goes first in the Reduced Efficiency phase is not yours to say now")


@GO_FIRST.legal
def _first_or_second(view: View) -> Iterator[GoFirst]:
    if not view.state.reduced_order:
        yield from (GoFirst(first=True), GoFirst(first=False))


@GO_FIRST.carry_out
@BOOK.rule("3.7", text="The side with the initiative chooses whether to act first or second.")
def go_first(play: Play, order: GoFirst) -> None:
    """The order of the two sides in the Reduced Efficiency phase."""
    mine = play.state.initiative
    sides = (mine, enemy_of(mine)) if order.first else (enemy_of(mine), mine)
    play.change(reduced_order=sides)
    said = f"The {sides[0].capitalize()} side acts first at reduced efficiency."
    play.say("order", said, "3.7", side=sides[0])


# --- done -------------------------------------------------------------------------------------------------------------


@DONE.wrong
def not_done(view: View, _order: Done) -> tuple[Violation, ...]:
    """Why a side is not done with its activation, its Reduced Efficiency phase, its missions."""
    data, state, side = view.data, view.state, view.side
    if not state.frames and state.phase == REDUCED:
        return returning.forgotten(data, state, side)
    if not state.frames and state.phase == BOMBARDMENT:
        return missions.wrong_moment(state, side)
    if not state.frames and state.phase == BEFORE_LANDINGS:
        return ()
    return (*activation.may_end(data, state, side, fight=False), *announcing.unkept(data, state))


@DONE.legal
def _done(_view: View) -> Iterator[Done]:
    yield Done()


@DONE.carry_out
def done(play: Play, _order: Done) -> None:
    """The activation is over, or what the phase has asked for."""
    data, state = play.data, play.state
    frame = running(state)
    if frame is not None:
        play.take(attrition.movement_over(data, state, frame, fight=False))
    elif state.phase == BOMBARDMENT:
        play.take(missions.done(data, state))
    elif state.phase == BEFORE_LANDINGS:
        play.take(land(data, state))
    else:
        side = state.reduced_order[0]
        play.say("done", f"The {side.capitalize()} side is done at reduced efficiency.", "3.7", side=side)
        play.take(next_side(data, play.state))


# --- rolls between phases ---------------------------------------------------------------------------------------------


@RESOURCE_ROLL.rolled
def resources_rolled(play: Play, roll: Rolled) -> None:
    """The German resource die, where no mission was flown with it."""
    play.take(german_resources(play.data, play.state, roll.faces[0]))


@SURRENDER_ROLL.rolled
def surrenders_rolled(play: Play, roll: Rolled) -> None:
    """Some are gone, and the turn is over."""
    play.take(isolation.rolled(play.data, play.state, roll.faces))
    play.take(next_turn(play.data, play.state))
