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
    open_ = entering.undecided(view)
    return (entering.choice(view),) if open_ else ()


def _missions(view: View) -> tuple[Demand, ...]:
    return (missions.choice(view.state),) if missions.owed(view.state) else ()


def _resources(view: View) -> tuple[Demand, ...]:
    return () if view.state.german_die is not None else (logistics.resource_roll(view.state),)


def _full(view: View) -> tuple[Demand, ...]:
    waiting = joining.due(view)
    return (joining.choice(view.data, waiting),) if waiting else drawing.demands(view)


def _draws(play: Play) -> bool:
    return not joining.due(play) and drawing.follow(play)


def _reduced(view: View) -> tuple[Demand, ...]:
    state = view.state
    if not state.reduced_order:
        why = Message("act first in the Reduced Efficiency phase, or second")
        return (Choice(side=state.initiative, kinds=("go-first",), why=why, paragraph="3.7"),)
    side = state.reduced_order[0]
    if returning.due(view, side):
        why = Message(
            "the next formation of the Reduced Efficiency phase; headquarters come back once their units have moved"
        )
        return (Choice(side=side, kinds=("activate", "restore", "done"), why=why, paragraph="6.17"),)
    why = Message("the next formation of the Reduced Efficiency phase, or done")
    return (Choice(side=side, kinds=("activate", "done"), why=why, paragraph="7.26"),)


def _surrenders(view: View) -> tuple[Demand, ...]:
    waiting = isolation.tested(view)
    return (isolation.test_roll(view),) if waiting else ()


def _phase(
    name: str,
    title: str,
    owed: Callable[[View], tuple[Demand, ...]] = lambda _: (),
    over: Callable[[Play], None] | None = None,
    at_once: Callable[[Play], bool] = still,
) -> Phase[View, Play]:
    """A phase; ``over`` is its end: a rule that leaves the phase that follows in the state."""

    def closes(play: Play) -> str:
        if over is not None:
            over(play)
        return play.state.phase if over is not None else ""

    return Phase(name, title, owed=owed, at_once=at_once, closes=closes)


def _enter(play: Play, phase: str) -> None:
    play.change(phase=phase)


_PHASES = (
    _phase(DROP, Message("Airborne Drop"), lambda view: (dropping.roll(view),)),
    _phase(WEATHER, Message("Weather and Initiative"), _weather, turns.to_allied_logistics),
    _phase(ALLIED_LOGISTICS, Message("Allied Logistics"), _purchase, turns.after_allied_logistics),
    _phase(ENTRY_HEXES, Message("German Entry Hexes"), _entry_hexes),
    _phase(BOMBARDMENT, Message("Air and Naval Missions"), _missions, turns.after_missions),
    _phase(GERMAN_RESOURCES, Message("German Resources"), _resources, turns.german_resources),
    _phase(GERMAN_LOGISTICS, Message("German Logistics"), _purchase, turns.to_full),
    _phase(BEFORE_LANDINGS, Message("Before the Landings"), lambda _: (breaking.CHOICE,)),
    _phase(FULL, turns.FULL_TITLE, _full, turns.leave_full, _draws),
    _phase(REDUCED, turns.REDUCED_TITLE, _reduced, at_once=turns.next_to_act),
    _phase(END, Message("End Phase"), _surrenders, turns.next_turn),
    _phase(OVER, Message("Game over")),
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
    _frame(Combat, lambda view, _: procedure.demands(view), flow.goes_on),
    _frame(Activation, activation.demands),
    _frame(Release, release.demands),
    _frame(Bombardment, bombardment.demands, bombardment.goes_on),
    _frame(Attrition, attrition.demands, attrition.goes_on),
    _frame(Demolition, bridges.demands),
    _frame(FreeOperation, _free_operations, drawing.free_without_choice),
    _frame(CorpsActivation, corps.demands, corps.follow),
)


@BOOK.rule("3.0")
def phase_of(state: State) -> str:
    """The phase that goes on, or waits under what is on the stack."""
    return state.phase


SEQUENCE = Sequence[View, Play](
    _PHASES, phase=lambda view: phase_of(view.state), enter=_enter, procedures=_PROCEDURES
)
