"""The sequence of play: what is owed now, from the frame on top of the stack or from the phase (3.0)."""

from __future__ import annotations

from pbem.port.game import Choice, Demand
from pbem_rules.june6 import (
    activation,
    attrition,
    bombardment,
    breaking,
    bridges,
    corps,
    drawing,
    dropping,
    entering,
    isolation,
    joining,
    logistics,
    missions,
    plans,
    release,
    returning,
    standing_sealed,
    weather,
)
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import (
    Attrition,
    Bombardment,
    Combat,
    CorpsActivation,
    Demolition,
    FreeOperation,
    Release,
    State,
)
from pbem_rules.june6.printed import Data


def demands(data: Data, state: State) -> tuple[Demand, ...]:
    """What the position waits for; empty when the game is over (and while a combat is on top: that is not ours)."""
    frame = state.frames[-1] if state.frames else None
    match frame:
        case Combat():
            return ()
        case Release():
            return release.demands(data, state, frame)
        case Bombardment():
            return bombardment.demands(frame)
        case Attrition():
            return attrition.demands(data, state, frame)
        case FreeOperation(side=side):
            return (Choice(side=side, kinds=("activate",), why="Free Operations", paragraph="7.24e"),)
        case Demolition():
            return bridges.demands(data, frame)
        case CorpsActivation():
            return (corps.demand(data, state, frame),)
        case None:
            return _phase_demands(data, state)
        case _:
            return (activation.orders_due(data, state, frame),)


@BOOK.rule("3.0", text="A turn goes through its phases in order.")
def _phase_demands(data: Data, state: State) -> tuple[Demand, ...]:
    match state.phase:
        case "drop":
            return (dropping.roll(data, state),)
        case "weather":
            return () if weather.settled(state) else (weather.roll(state),)
        case "allied-logistics" | "german-logistics":
            side = logistics.buyer(state)
            return (logistics.purchase(state, side),) if side else ()
        case "entry-hexes":
            return (entering.choice(data, state),) if entering.undecided(data, state) else ()
        case "bombardment":
            return (missions.choice(state),) if missions.owed(state) else ()
        case "before-landings":
            return (breaking.CHOICE,)
        case "german-resources":
            return (logistics.resource_roll(state),)
        case "plans" | "standing-orders":
            side = plans.planner(state)
            return (plans.demand(state, side) if side else standing_sealed.demand(state),)
        case "full-efficiency":
            waiting = joining.due(data, state)
            return (joining.choice(data, waiting),) if waiting else drawing.demands(data, state)
        case "reduced-efficiency":
            return (_reduced_demand(data, state),)
        case "end":
            return (isolation.test_roll(data, state),) if isolation.tested(data, state) else ()
        case _:
            return ()


def _reduced_demand(data: Data, state: State) -> Choice:
    if not state.reduced_order:
        why = "act first in the Reduced Efficiency phase, or second"
        return Choice(side=state.initiative, kinds=("go-first",), why=why, paragraph="3.7")
    side = state.reduced_order[0]
    if returning.due(data, state, side):
        why = "the next formation of the Reduced Efficiency phase; headquarters come back once their units have moved"
        return Choice(side=side, kinds=("activate", "restore", "done"), why=why, paragraph="6.17")
    why = "the next formation of the Reduced Efficiency phase, or done"
    return Choice(side=side, kinds=("activate", "done"), why=why, paragraph="7.26")
