"""The sequence of play (3.0): its phases in order, and what interrupts them: the frames on the stack."""

from __future__ import annotations

from collections.abc import Callable

from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import (
    ALLIED_LOGISTICS,
    BEFORE_LANDINGS,
    BOMBARDMENT,
    DROP,
    END,
    ENTRY_HEXES,
    FULL,
    GERMAN_LOGISTICS,
    GERMAN_RESOURCES,
    OVER,
    REDUCED,
    WEATHER,
    Activation,
    Attrition,
    Bombardment,
    Combat,
    CorpsActivation,
    Demolition,
    Frame,
    FreeOperation,
    Play,
    Release,
    State,
    View,
)
from pbem_rules.june6.rules import isolation, turns, weather
from pbem_rules.june6.rules.air_and_sea import bombardment, dropping, missions
from pbem_rules.june6.rules.arrivals import entering, joining, returning
from pbem_rules.june6.rules.combat import flow, procedure
from pbem_rules.june6.rules.engineers import bridges
from pbem_rules.june6.rules.markers import activation, attrition, corps, drawing, logistics, release
from pbem_rules.june6.rules.movement import breaking
from pbem_rules.shared.sequence import Phase, Procedure, Sequence

# --- phases -----------------------------------------------------------------------------------------------------------


def _drops(view: View) -> tuple[Demand, ...]:
    return (dropping.roll(view.data, view.state),)


def _weather(view: View) -> tuple[Demand, ...]:
    return () if weather.settled(view.state) else (weather.roll(view.state),)


def _purchase(view: View) -> tuple[Demand, ...]:
    side = logistics.buyer(view.state)
    return (logistics.purchase(view.state, side),) if side else ()


def _entry_hexes(view: View) -> tuple[Demand, ...]:
    open_ = entering.undecided(view.data, view.state)
    return (entering.choice(view.data, view.state),) if open_ else ()


def _missions(view: View) -> tuple[Demand, ...]:
    return (missions.choice(view.state),) if missions.owed(view.state) else ()


def _break_downs(_view: View) -> tuple[Demand, ...]:
    return (breaking.CHOICE,)


def _resources(view: View) -> tuple[Demand, ...]:
    return () if view.state.german_die is not None else (logistics.resource_roll(view.state),)


def _full(view: View) -> tuple[Demand, ...]:
    waiting = joining.due(view.data, view.state)
    return (joining.choice(view.data, waiting),) if waiting else drawing.demands(view.data, view.state)


def _draws(play: Play) -> bool:
    return not joining.due(play.data, play.state) and drawing.follow(play)


def _reduced(view: View) -> tuple[Demand, ...]:
    state = view.state
    if not state.reduced_order:
        why = Message("act first in the Reduced Efficiency phase, or second")
        return (Choice(side=state.initiative, kinds=("go-first",), why=why, paragraph="3.7"),)
    side = state.reduced_order[0]
    if returning.due(view.data, state, side):
        why = Message(
            "the next formation of the Reduced Efficiency phase; headquarters come back once their units have moved"
        )
        return (Choice(side=side, kinds=("activate", "restore", "done"), why=why, paragraph="6.17"),)
    why = Message("the next formation of the Reduced Efficiency phase, or done")
    return (Choice(side=side, kinds=("activate", "done"), why=why, paragraph="7.26"),)


def _surrenders(view: View) -> tuple[Demand, ...]:
    waiting = isolation.tested(view.data, view.state)
    return (isolation.test_roll(view.data, view.state),) if waiting else ()


def _after(play: Play, rule: Callable[[Play], None]) -> str:
    """The phase that stands in the state after a rule has ended another."""
    rule(play)
    return play.state.phase


def _enter(play: Play, phase: str) -> None:
    play.change(phase=phase)


_PHASES = (
    Phase[View, Play](name=DROP, title=Message("Airborne Drop"), owed=_drops),
    Phase[View, Play](
        name=WEATHER,
        title=Message("Weather and Initiative"),
        owed=_weather,
        closes=lambda play: _after(play, turns.to_allied_logistics),
    ),
    Phase[View, Play](
        name=ALLIED_LOGISTICS,
        title=Message("Allied Logistics"),
        owed=_purchase,
        closes=lambda play: _after(play, turns.after_allied_logistics),
    ),
    Phase[View, Play](name=ENTRY_HEXES, title=Message("German Entry Hexes"), owed=_entry_hexes),
    Phase[View, Play](
        name=BOMBARDMENT,
        title=Message("Air and Naval Missions"),
        owed=_missions,
        closes=lambda play: _after(play, turns.after_missions),
    ),
    Phase[View, Play](
        name=GERMAN_RESOURCES,
        title=Message("German Resources"),
        owed=_resources,
        closes=lambda play: _after(play, turns.german_resources),
    ),
    Phase[View, Play](
        name=GERMAN_LOGISTICS,
        title=Message("German Logistics"),
        owed=_purchase,
        closes=lambda play: _after(play, turns.to_full),
    ),
    Phase[View, Play](name=BEFORE_LANDINGS, title=Message("Before the Landings"), owed=_break_downs),
    Phase[View, Play](
        name=FULL,
        title=turns.FULL_TITLE,
        owed=_full,
        at_once=_draws,
        closes=lambda play: _after(play, turns.leave_full),
    ),
    Phase[View, Play](name=REDUCED, title=turns.REDUCED_TITLE, owed=_reduced, at_once=turns.next_to_act),
    Phase[View, Play](
        name=END,
        title=Message("End Phase"),
        owed=_surrenders,
        closes=lambda play: _after(play, turns.next_turn),
    ),
    Phase[View, Play](name=OVER, title=Message("Game over")),
)

# --- what is under way ------------------------------------------------------------------------------------------------


def _on_top(kind: type[Frame]) -> Callable[[View], bool]:
    def under_way(view: View) -> bool:
        return bool(view.state.frames) and isinstance(view.state.frames[-1], kind)

    return under_way


def _fight(view: View) -> tuple[Demand, ...]:
    return procedure.demands(view.data, view.state)


def _activation(view: View) -> tuple[Demand, ...]:
    frame = activation.running(view.state)
    assert frame is not None
    return (activation.orders_due(view.data, view.state, frame),)


def _release(view: View) -> tuple[Demand, ...]:
    frame = release.frame_of(view.state)
    assert frame is not None
    return release.demands(view.data, view.state, frame)


def _bombardment(view: View) -> tuple[Demand, ...]:
    frame = bombardment.current(view.state)
    assert frame is not None
    return bombardment.demands(frame)


def _attrition(view: View) -> tuple[Demand, ...]:
    frame = attrition.frame_of(view.state)
    assert frame is not None
    return attrition.demands(view.data, view.state, frame)


def _demolition(view: View) -> tuple[Demand, ...]:
    frame = view.state.frames[-1]
    assert isinstance(frame, Demolition)
    return bridges.demands(view.data, frame)


def _free_operations(view: View) -> tuple[Demand, ...]:
    frame = view.state.frames[-1]
    assert isinstance(frame, FreeOperation)
    return (Choice(side=frame.side, kinds=("activate",), why=Message("Free Operations"), paragraph="7.24e"),)


def _corps(view: View) -> tuple[Demand, ...]:
    frame = corps.running(view.state)
    assert frame is not None
    return (corps.demand(view.data, view.state, frame),)


_PROCEDURES = (
    Procedure[View, Play](name="combat", under_way=_on_top(Combat), owed=_fight, at_once=flow.goes_on),
    Procedure[View, Play](name="activation", under_way=_on_top(Activation), owed=_activation),
    Procedure[View, Play](name="release", under_way=_on_top(Release), owed=_release),
    Procedure[View, Play](
        name="bombardment", under_way=_on_top(Bombardment), owed=_bombardment, at_once=bombardment.goes_on
    ),
    Procedure[View, Play](
        name="attrition", under_way=_on_top(Attrition), owed=_attrition, at_once=attrition.goes_on
    ),
    Procedure[View, Play](name="demolition", under_way=_on_top(Demolition), owed=_demolition),
    Procedure[View, Play](
        name="Free Operations",
        under_way=_on_top(FreeOperation),
        owed=_free_operations,
        at_once=drawing.free_without_choice,
    ),
    Procedure[View, Play](
        name="Corps Activation", under_way=_on_top(CorpsActivation), owed=_corps, at_once=corps.follow
    ),
)


def _phase(view: View) -> str:
    return phase_of(view.state)


@BOOK.rule("3.0", text="A turn goes through its phases in order.")
def phase_of(state: State) -> str:
    """The phase that goes on, or waits under what is on the stack."""
    return state.phase


SEQUENCE = Sequence[View, Play](_PHASES, phase=_phase, enter=_enter, procedures=_PROCEDURES)
