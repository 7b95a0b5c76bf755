"""What follows of itself: from phase to phase, and from turn to turn (3.0).

Every phase waits for something or is over at once; ``settle`` moves on until somebody owes something or the game is over.
"""

from __future__ import annotations

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Step
from pbem_rules.june6 import (
    activation,
    breaking,
    corps,
    drawing,
    entering,
    isolation,
    joining,
    logistics,
    missions,
    plans,
    returning,
    standing_sealed,
    weather,
)
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.lookup import enemy_of
from pbem_rules.june6.model import (
    ALLIED,
    ALLIED_LOGISTICS,
    BEFORE_LANDINGS,
    BOMBARDMENT,
    DROP,
    END,
    ENTRY_HEXES,
    FULL,
    GERMAN,
    GERMAN_LOGISTICS,
    GERMAN_RESOURCES,
    OVER,
    PLANS,
    REDUCED,
    STANDING,
    WEATHER,
    Cup,
    State,
)
from pbem_rules.june6.printed import Data

PHASES = {
    DROP: "Airborne Drop",
    WEATHER: "Weather and Initiative",
    ALLIED_LOGISTICS: "Allied Logistics",
    ENTRY_HEXES: "German Entry Hexes",
    BOMBARDMENT: "Air and Naval Missions",
    BEFORE_LANDINGS: "Before the Landings",
    GERMAN_RESOURCES: "German Resources",
    GERMAN_LOGISTICS: "German Logistics",
    PLANS: "Modes of Defence",
    STANDING: "Standing Orders",
    FULL: "Full Efficiency Activations",
    REDUCED: "Reduced Efficiency Activations",
    END: "End Phase",
    OVER: "Game over",
}


def settle(data: Data, state: State) -> Step[State]:
    """On through phases in which nothing is owed."""
    said: tuple[Outcome, ...] = ()
    while True:
        step = _follow(data, state)
        if step is None:
            return Step(state=state, outcomes=said)
        state, said = step.state, (*said, *step.outcomes)


def _follow(data: Data, state: State) -> Step[State] | None:
    """One step that nobody decides; None when somebody owes something, or the game is over."""
    if state.frames:
        whole = corps.running(state)
        return corps.follow(data, state, whole) if whole else drawing.free_without_choice(data, state)
    match state.phase:
        case "weather":
            return _to_allied_logistics(data, state) if weather.settled(state) else None
        case "allied-logistics":
            return None if logistics.buyer(state) else _after_allied_logistics(data, state)
        case "entry-hexes":
            waiting = entering.undecided(data, state)
            return None if waiting else Step(state=evolve(state, phase=BOMBARDMENT))
        case "bombardment":
            return None if missions.owed(state) else _after_missions(data, state)
        case "german-resources":
            return None if state.german_die is None else german_resources(data, state, state.german_die)
        case "german-logistics" | "plans" | "standing-orders":
            return _after_german_logistics(data, state)
        case "full-efficiency":
            if joining.due(data, state):
                return None
            return drawing.follow(data, state) or _leave_full(data, state)
        case "reduced-efficiency":
            return _follow_reduced(data, state)
        case "end":
            return None if isolation.tested(data, state) else next_turn(data, state)
        case _:
            return None


def _to_allied_logistics(data: Data, state: State) -> Step[State]:
    return logistics.fill(data, evolve(state, phase=ALLIED_LOGISTICS), ALLIED, state.dice[2])


@BOOK.rule(
    "3.3", "3.32", text="The German names his entry hexes, then the Allied side declares its missions."
)
def _after_allied_logistics(data: Data, state: State) -> Step[State]:
    phase = ENTRY_HEXES if logistics.german_buys(data, state) else BOMBARDMENT
    return Step(state=evolve(state, phase=phase))


@BOOK.rule("3.4", text="On 6 June there is no German purchase.")
def _after_missions(data: Data, state: State) -> Step[State]:
    if logistics.german_buys(data, state):
        return Step(state=evolve(state, phase=GERMAN_RESOURCES))
    if state.turn > 1:
        return land(data, state)
    before = evolve(state, phase=BEFORE_LANDINGS)
    return Step(state=before) if breaking.possible(data, before) else land(data, state)


@BOOK.rule("19.31", text="Before the landings of 6 June the German may break units down.")
def land(data: Data, state: State) -> Step[State]:
    """The landings begin once he is done."""
    return _to_plans(data, drawing.open_cup(state, GERMAN))


def german_resources(data: Data, state: State, die: int) -> Step[State]:
    """The German's points, and his purchase."""
    step = logistics.fill(data, state, GERMAN, die)
    return Step(state=evolve(step.state, phase=GERMAN_LOGISTICS), outcomes=step.outcomes)


def _after_german_logistics(data: Data, state: State) -> Step[State] | None:
    if logistics.buyer(state) or plans.planner(state) or standing_sealed.owner(state):
        return None
    if state.phase == STANDING:
        return _to_full(data, state)
    return _to_standing(data, state) if state.phase == PLANS else _to_plans(data, state)


def _to_plans(data: Data, state: State) -> Step[State]:
    """Modes of defence are sealed for the turn, where the players have agreed on that."""
    return Step(state=evolve(state, phase=PLANS)) if plans.on(data, state) else _to_standing(data, state)


def _to_standing(data: Data, state: State) -> Step[State]:
    """So are standing orders (N203)."""
    if standing_sealed.on(data, state):
        return Step(state=evolve(state, phase=STANDING))
    return _to_full(data, state)


@BOOK.rule("3.5", "3.6", text="Arrivals are placed, then the Full Efficiency phase begins.")
def _to_full(data: Data, state: State) -> Step[State]:
    step = entering.place_arrivals(data, state)
    said = Outcome(kind="phase", text=f"{PHASES[FULL]}.", paragraph="3.6")
    return Step(state=drawing.begin(evolve(step.state, phase=FULL)), outcomes=(*step.outcomes, said))


@BOOK.rule("3.65", text="The phase lasts until every marker has been drawn.")
def _leave_full(data: Data, state: State) -> Step[State] | None:
    if drawing.demands(data, state):
        return None
    state = evolve(activation.mark_reduced(data, state), phase=REDUCED, finished=(), reduced_order=())
    said = Outcome(kind="phase", text=f"{PHASES[REDUCED]}.", paragraph="3.7")
    return Step(state=state, outcomes=(said,))


def _follow_reduced(data: Data, state: State) -> Step[State] | None:
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
        plans=(),
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


def wrong_go_first(state: State, side: str) -> tuple[Violation, ...]:
    """Why a side cannot say now who acts first in the Reduced Efficiency phase."""
    if state.phase == REDUCED and not state.frames and not state.reduced_order and side == state.initiative:
        return ()
    said = "who goes first in the Reduced Efficiency phase is not yours to say now"
    return (Violation(paragraph="3.7", message=said),)


@BOOK.rule("3.7", text="The side with the initiative chooses whether to act first or second.")
def go_first(state: State, side: str, first: bool) -> Step[State]:
    """The order of the two sides in the Reduced Efficiency phase."""
    order = (side, enemy_of(side)) if first else (enemy_of(side), side)
    text = f"The {order[0].capitalize()} side acts first at reduced efficiency."
    said = Outcome(kind="order", text=text, paragraph="3.7", side=order[0])
    return Step(state=evolve(state, reduced_order=order), outcomes=(said,))
