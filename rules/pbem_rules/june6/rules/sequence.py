"""The sequence of play (3.0): its phases in order, and what interrupts them: the frames on the stack."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

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
from pbem_rules.shared.sequence import Phase, Procedure, Sequence, still

F = TypeVar("F")

# --- phases -----------------------------------------------------------------------------------------------------------


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


def _to(rule: Callable[[Play], None]) -> Callable[[Play], str]:
    """The end of a phase by a rule that leaves the phase that follows in the state."""

    def closes(play: Play) -> str:
        rule(play)
        return play.state.phase

    return closes


def _enter(play: Play, phase: str) -> None:
    play.change(phase=phase)


_PHASES = (
    Phase[View, Play](
        name=DROP, title=Message("Airborne Drop"), owed=lambda view: (dropping.roll(view.data, view.state),)
    ),
    Phase[View, Play](
        name=WEATHER,
        title=Message("Weather and Initiative"),
        owed=_weather,
        closes=_to(turns.to_allied_logistics),
    ),
    Phase[View, Play](
        name=ALLIED_LOGISTICS,
        title=Message("Allied Logistics"),
        owed=_purchase,
        closes=_to(turns.after_allied_logistics),
    ),
    Phase[View, Play](name=ENTRY_HEXES, title=Message("German Entry Hexes"), owed=_entry_hexes),
    Phase[View, Play](
        name=BOMBARDMENT,
        title=Message("Air and Naval Missions"),
        owed=_missions,
        closes=_to(turns.after_missions),
    ),
    Phase[View, Play](
        name=GERMAN_RESOURCES,
        title=Message("German Resources"),
        owed=_resources,
        closes=_to(turns.german_resources),
    ),
    Phase[View, Play](
        name=GERMAN_LOGISTICS, title=Message("German Logistics"), owed=_purchase, closes=_to(turns.to_full)
    ),
    Phase[View, Play](
        name=BEFORE_LANDINGS, title=Message("Before the Landings"), owed=lambda _: (breaking.CHOICE,)
    ),
    Phase[View, Play](
        name=FULL, title=turns.FULL_TITLE, owed=_full, at_once=_draws, closes=_to(turns.leave_full)
    ),
    Phase[View, Play](name=REDUCED, title=turns.REDUCED_TITLE, owed=_reduced, at_once=turns.next_to_act),
    Phase[View, Play](name=END, title=Message("End Phase"), owed=_surrenders, closes=_to(turns.next_turn)),
    Phase[View, Play](name=OVER, title=Message("Game over")),
)

# --- what is under way ------------------------------------------------------------------------------------------------


def _frame(
    kind: type[F], owed: Callable[[View, F], tuple[Demand, ...]], at_once: Callable[[Play], bool] = still
) -> Procedure[View, Play]:
    """A kind of frame: what it waits for while it lies on top of the stack."""
    return Procedure(
        name=kind.__name__,
        under_way=lambda view: view.state.on_top(kind) is not None,
        owed=lambda view: owed(view, view.state.current(kind)),
        at_once=at_once,
    )


def _free_operations(_view: View, frame: FreeOperation) -> tuple[Demand, ...]:
    return (Choice(side=frame.side, kinds=("activate",), why=Message("Free Operations"), paragraph="7.24e"),)


_PROCEDURES = (
    _frame(Combat, lambda view, _: procedure.demands(view.data, view.state), flow.goes_on),
    _frame(Activation, lambda view, frame: (activation.orders_due(view.data, view.state, frame),)),
    _frame(Release, lambda view, frame: release.demands(view.data, view.state, frame)),
    _frame(Bombardment, lambda _, frame: bombardment.demands(frame), bombardment.goes_on),
    _frame(Attrition, lambda view, frame: attrition.demands(view.data, view.state, frame), attrition.goes_on),
    _frame(Demolition, lambda view, frame: bridges.demands(view.data, frame)),
    _frame(FreeOperation, _free_operations, drawing.free_without_choice),
    _frame(CorpsActivation, lambda view, frame: (corps.demand(view.data, view.state, frame),), corps.follow),
)


@BOOK.rule("3.0", text="A turn goes through its phases in order.")
def phase_of(state: State) -> str:
    """The phase that goes on, or waits under what is on the stack."""
    return state.phase


SEQUENCE = Sequence[View, Play](
    _PHASES, phase=lambda view: phase_of(view.state), enter=_enter, procedures=_PROCEDURES
)
