"""The sequence of play (3.0): what is owed now, what answers it, and the orders of this part.

What happens while formations act is in :mod:`activation`, the phases before it in :mod:`logistics` and :mod:`entering`,
those after it in :mod:`isolation`; :mod:`turns` goes on from phase to phase.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.canon import Json
from pbem.errors import Violation
from pbem.ruleset import (
    Choice,
    Demand,
    Die,
    Moment,
    Outcome,
    Requested,
    Roll,
    Rolled,
    Sealed,
    Shown,
    Shuffle,
    Step,
    in_order,
)
from pbem_rules.june6 import (
    activation,
    announcing,
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
    waking,
    weather,
)
from pbem_rules.june6.activation import running
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.cup import cup_of
from pbem_rules.june6.model import (
    ALLIED,
    BEFORE_LANDINGS,
    BOMBARDMENT,
    GERMAN,
    REDUCED,
    Attrition,
    Bombardment,
    Combat,
    CorpsActivation,
    Demolition,
    FreeOperation,
    Release,
    State,
)
from pbem_rules.june6.orders import (
    Activate,
    Buy,
    Claim,
    Done,
    EnterBy,
    Fight,
    Force,
    GoFirst,
    Join,
    Order,
    Plan,
    Reduce,
    Restore,
    Wait,
    Waive,
)
from pbem_rules.june6.printed import Data
from pbem_rules.june6.turns import (
    PHASES,
    german_resources,
    go_first,
    land,
    next_side,
    next_turn,
    settle,
    wrong_go_first,
)


def moment(data: Data, state: State) -> Moment:
    """Turn and phase for people."""
    name = data.charts.turn_names.get(state.turn, str(state.turn))
    return Moment(turn=state.turn, turn_name=name, phase=PHASES[state.phase])


# --- what is owed -----------------------------------------------------------------------------------------------------


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
        case "plans":
            return (plans.demand(state, plans.planner(state)),)
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


# --- what is wrong ----------------------------------------------------------------------------------------------------


def check(data: Data, state: State, side: str, action: object) -> tuple[Violation, ...]:
    """Everything wrong with an order or a chance action of this part; empty when it is legal."""
    match action:
        case Sealed() | Requested() | Rolled() | Shown():
            return _check_chance(data, state, action)
        case Buy() | Plan():
            return _wrong_secret(data, state, side, action)
        case EnterBy():
            return entering.wrong_letter(data, state, side, action)
        case Reduce() if attrition.frame_of(state) is not None:
            return attrition.wrong(data, state, side, action)
        case Force() | Wait() | Reduce():
            return release.wrong(data, state, side, action)
        case Claim() | Waive():
            return drawing.wrong_claim(data, state, side)
        case Activate():
            return _wrong_activation(data, state, side, action)
        case GoFirst():
            return wrong_go_first(state, side)
        case Join() | Restore():
            return _wrong_placing(data, state, side, action)
        case Fight():
            return activation.may_end(data, state, side, fight=True)
        case Done():
            return _wrong_done(data, state, side)
        case _:
            said = f"{type(action).__name__} is no order of the sequence of play"
            return (Violation(paragraph="3.0", message=said),)


def _wrong_secret(data: Data, state: State, side: str, action: Buy | Plan) -> tuple[Violation, ...]:
    if isinstance(action, Plan):
        return plans.wrong(data, state, side, action)
    return logistics.wrong_purchase(data, state, side, action)


def _check_chance(
    data: Data, state: State, action: Sealed | Requested | Rolled | Shown
) -> tuple[Violation, ...]:
    match action:
        case Sealed() if plans.sealing(data, state, action):
            return ()
        case Sealed():
            return logistics.wrong_seal(state, action)
        case Shown():
            return logistics.wrong_slot(data, state, action)
        case _:
            return _wrong_roll(data, state, action)


def _wrong_roll(data: Data, state: State, action: Requested | Rolled) -> tuple[Violation, ...]:
    due = next((each for each in demands(data, state) if isinstance(each, Roll)), None)
    if due is None or due.why != action.why or isinstance(action, Requested):
        return (Violation(paragraph="3.0", message=f"the roll {action.why} is not due"),)
    if len(action.faces) != len(due.dice) or not all(map(_is_face, due.dice, action.faces)):
        return (Violation(paragraph="2.3", message=f"{action.faces} are no faces of {action.why}"),)
    return ()


@BOOK.rule("2.3", text="All dice have ten sides, and 0 counts as 0.")
def _is_face(die: Die, face: int) -> bool:
    return die.low <= face < die.low + die.sides


def _wrong_placing(data: Data, state: State, side: str, action: Join | Restore) -> tuple[Violation, ...]:
    if isinstance(action, Join):
        return joining.wrong(data, state, side, action)
    return returning.wrong(data, state, side, action, activation.still_to_act(data, state, side))


def _wrong_activation(data: Data, state: State, side: str, action: Activate) -> tuple[Violation, ...]:
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, FreeOperation) and frame.side == side:
        return activation.free_wrong(data, state, side, action.formation)
    if isinstance(frame, CorpsActivation) and frame.side == side:
        return corps.wrong_next(data, frame, action.formation)
    if frame is None and state.phase == REDUCED and state.reduced_order[:1] == (side,):
        return activation.reduced_wrong(data, state, side, action.formation)
    said = "you name no formation to be activated now"
    return (Violation(paragraph="7.24", message=said, subject=action.formation),)


def _wrong_done(data: Data, state: State, side: str) -> tuple[Violation, ...]:
    if not state.frames and state.phase == REDUCED and state.reduced_order[:1] == (side,):
        return returning.forgotten(data, state, side)
    if not state.frames and state.phase == BOMBARDMENT:
        return missions.wrong_moment(state, side)
    if not state.frames and state.phase == BEFORE_LANDINGS and side == GERMAN:
        return ()
    return (*activation.may_end(data, state, side, fight=False), *announcing.unkept(data, state))


# --- what happens -----------------------------------------------------------------------------------------------------


def apply(data: Data, state: State, side: str, action: object) -> Step[State]:
    """What a legal action does, and everything that follows of itself. Raises ValueError for another part's action."""
    step = _apply(data, state, side, action)
    after = settle(data, step.state)
    return Step(state=after.state, outcomes=(*step.outcomes, *after.outcomes))


def _apply(data: Data, state: State, side: str, action: object) -> Step[State]:
    match action:
        case Sealed():
            return plans.seal(data, state, action) if plans.planner(state) else logistics.seal(state, action)
        case Shown():
            return drawing.shown(data, state, action)
        case Rolled(faces=faces):
            return _rolled(data, state, faces)
        case EnterBy():
            return entering.enter_by(data, state, action)
        case Claim() | Waive():
            return drawing.claimed(state, isinstance(action, Claim))
        case Activate(formation=formation):
            return _activate(data, state, side, formation)
        case GoFirst(first=first):
            return go_first(state, side, first)
        case Reduce() if attrition.frame_of(state) is not None:
            return attrition.go_on(data, state, attrition.reduced(data, state, action.unit))
        case Force() | Wait() | Reduce():
            return waking.answered(data, state, action)
        case Join() | Restore():
            return _placed(data, state, action)
        case Fight() | Done():
            return _finish(data, state, action)
        case _:
            raise ValueError(f"{action!r} is no action of the sequence of play")


def _rolled(data: Data, state: State, faces: tuple[int, ...]) -> Step[State]:
    wear = attrition.frame_of(state)
    if wear is not None:
        return attrition.go_on(data, state, attrition.rolled(data, state, wear, faces))
    frame = release.frame_of(state)
    if frame is not None:
        return waking.woken(data, release.rolled(data, state, frame, faces), frame.formation)
    salvo = bombardment.current(state)
    if salvo is not None:
        return bombardment.rolled(data, state, salvo, faces)
    last = state.frames[-1] if state.frames else None
    if isinstance(last, Demolition):
        return bridges.rolled(data, state, last, faces)
    match state.phase:
        case "drop":
            return dropping.rolled(data, state, faces)
        case "weather":
            return weather.rolled(data, state, faces)
        case "german-resources":
            return german_resources(data, state, faces[0])
        case "full-efficiency":
            return drawing.drawn(state, faces[0])
        case _:
            step = isolation.rolled(data, state, faces)
            after = next_turn(data, step.state)
            return Step(state=after.state, outcomes=(*step.outcomes, *after.outcomes))


def _placed(data: Data, state: State, action: Join | Restore) -> Step[State]:
    if isinstance(action, Join):
        return joining.join(data, state, action)
    return returning.restore(data, state, action)


def _activate(data: Data, state: State, side: str, formation: str) -> Step[State]:
    whole = corps.running(state)
    if whole is not None:
        return corps.start(data, state, whole, formation)
    if isinstance(state.frames[-1] if state.frames else None, FreeOperation):
        return activation.free_operation(data, state, side, formation)
    return activation.begin(data, state, side, (formation,), full=False)


def _finish(data: Data, state: State, action: Fight | Done) -> Step[State]:
    frame = running(state)
    if frame is None and state.phase == BOMBARDMENT:
        return missions.done(data, state)
    if frame is None and state.phase == BEFORE_LANDINGS:
        return land(data, state)
    if frame is None:
        side = state.reduced_order[0]
        text = f"The {side.capitalize()} side is done at reduced efficiency."
        said = Outcome(kind="done", text=text, paragraph="3.7", side=side)
        after = next_side(data, state)
        return Step(state=after.state, outcomes=(said, *after.outcomes))
    return attrition.movement_over(data, state, frame, fight=isinstance(action, Fight))


# --- for the facade ---------------------------------------------------------------------------------------------------


def options(data: Data, state: State, side: str) -> Iterator[Order]:
    """The legal orders of this part, in a pinned order."""
    yield from logistics.purchases(data, state, side)
    yield from plans.options(state, side)
    if side == GERMAN:
        yield from entering.letters(data, state)
    for order in (
        Claim(),
        Waive(),
        GoFirst(first=True),
        GoFirst(first=False),
        Force(),
        Wait(),
        Fight(),
        Done(),
    ):
        if not check(data, state, side, order):
            yield order
    for formation in _to_activate(data, state, side):
        yield Activate(formation=formation)
    yield from joining.options(data, state, side)
    if state.returns and not state.frames and state.reduced_order[:1] == (side,):
        yield from returning.orders(data, state, side, activation.still_to_act(data, state, side))
    frame = release.frame_of(state)
    if frame is not None and frame.stage == release.LOSS and side == ALLIED:
        for unit in release.candidates(data, state, frame):
            yield Reduce(unit=unit)
    yield from attrition.options(data, state, side)


def _to_activate(data: Data, state: State, side: str) -> tuple[str, ...]:
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, FreeOperation):
        return activation.free_choices(data, state, side) if frame.side == side else ()
    if isinstance(frame, CorpsActivation):
        return corps.next_up(data, frame) if frame.side == side else ()
    if frame is None and state.phase == REDUCED and state.reduced_order[:1] == (side,):
        return activation.reduced_choices(data, state, side)
    return ()


def conceal(state: State, action: Buy, shuffle: Shuffle = in_order) -> tuple[str, tuple[Json, ...]]:
    """The label and the list that a purchase commits to: the first marker (4.21), then the others shuffled (7.24a)."""
    at, values = logistics.sealed_list(state, action)
    first = 1 if state.initiative == at.rpartition("/")[2] else 0
    return at, (*values[:first], *shuffle(values[first:]))


__all__ = ["apply", "check", "conceal", "cup_of", "demands", "moment", "options", "settle"]
