"""The sequence of play (3.0): its orders and rolls carried out, and what it asks and offers.

What is owed now is in :mod:`sequence_demands`, what is wrong with an answer in :mod:`sequence_checks`. What happens while
formations act is in :mod:`activation`, the phases before it in :mod:`logistics` and :mod:`entering`, those after it in
:mod:`isolation`; :mod:`turns` goes on from phase to phase.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.canon import Json
from pbem.port.game import Moment, Outcome, Rolled, Sealed, Shown, Shuffle, Step, in_order
from pbem_rules.june6 import (
    activation,
    attrition,
    bombardment,
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
    waking,
    weather,
)
from pbem_rules.june6.activation import running
from pbem_rules.june6.cup import cup_of
from pbem_rules.june6.model import (
    ALLIED,
    BEFORE_LANDINGS,
    BOMBARDMENT,
    GERMAN,
    REDUCED,
    CorpsActivation,
    Demolition,
    FreeOperation,
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
    Reduce,
    Restore,
    Standing,
    Wait,
    Waive,
)
from pbem_rules.june6.printed import Data
from pbem_rules.june6.sequence_checks import check
from pbem_rules.june6.sequence_demands import demands
from pbem_rules.june6.turns import (
    PHASES,
    german_resources,
    go_first,
    land,
    next_side,
    next_turn,
    settle,
)


def moment(data: Data, state: State) -> Moment:
    """Turn and phase for people."""
    name = data.charts.turn_names.get(state.turn, str(state.turn))
    return Moment(turn=state.turn, turn_name=name, phase=PHASES[state.phase])


# --- what happens -----------------------------------------------------------------------------------------------------


def apply(data: Data, state: State, side: str, action: object) -> Step[State]:
    """What a legal action does, and everything that follows of itself. Raises ValueError for another part's action."""
    step = _apply(data, state, side, action)
    after = settle(data, step.state)
    return Step(state=after.state, outcomes=(*step.outcomes, *after.outcomes))


def _apply(data: Data, state: State, side: str, action: object) -> Step[State]:
    match action:
        case Sealed():
            return _sealed(data, state, action)
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


def _sealed(data: Data, state: State, action: Sealed) -> Step[State]:
    if plans.planner(state):
        return plans.seal(data, state, action)
    if standing_sealed.owner(state):
        return standing_sealed.seal(state, action)
    return logistics.seal(state, action)


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
    if standing_sealed.owner(state) == side:
        yield Standing()
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
