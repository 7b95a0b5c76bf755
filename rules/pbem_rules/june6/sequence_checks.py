"""The sequence of play: what is wrong with an order or a chance action (3.0).

The roll that is due is told from the demands.
"""

from __future__ import annotations

from pbem.bytes.errors import Violation
from pbem.port.game import Die, Requested, Roll, Rolled, Sealed, Shown
from pbem_rules.june6 import (
    activation,
    announcing,
    attrition,
    corps,
    drawing,
    entering,
    joining,
    logistics,
    missions,
    plans,
    release,
    returning,
    standing_sealed,
)
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import (
    BEFORE_LANDINGS,
    BOMBARDMENT,
    GERMAN,
    REDUCED,
    CorpsActivation,
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
    Plan,
    Reduce,
    Restore,
    Standing,
    Wait,
    Waive,
)
from pbem_rules.june6.printed import Data
from pbem_rules.june6.sequence_demands import demands
from pbem_rules.june6.turns import (
    wrong_go_first,
)


def check(data: Data, state: State, side: str, action: object) -> tuple[Violation, ...]:
    """Everything wrong with an order or a chance action of this part; empty when it is legal."""
    match action:
        case Sealed() | Requested() | Rolled() | Shown():
            return _check_chance(data, state, action)
        case Buy() | Plan() | Standing():
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


def _wrong_secret(
    data: Data, state: State, side: str, action: Buy | Plan | Standing
) -> tuple[Violation, ...]:
    if isinstance(action, Plan):
        return plans.wrong(data, state, side, action)
    if isinstance(action, Standing):
        return standing_sealed.wrong(data, state, side, action)
    return logistics.wrong_purchase(data, state, side, action)


def _check_chance(
    data: Data, state: State, action: Sealed | Requested | Rolled | Shown
) -> tuple[Violation, ...]:
    match action:
        case Sealed() if plans.sealing(data, state, action) or standing_sealed.sealing(state, action):
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
