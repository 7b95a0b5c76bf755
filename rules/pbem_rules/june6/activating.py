"""Who acts: the orders by which a formation is activated, and what keeps a German one from it (7.24, 10.32, 6.17, 8.31)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.game import Rolled
from pbem_rules.june6 import activation, attrition, corps, release, returning
from pbem_rules.june6.model import (
    ALLIED,
    GERMAN,
    Attrition,
    CorpsActivation,
    FreeOperation,
    Play,
    Release,
    View,
)
from pbem_rules.june6.orders import Activate, Fight, Force, Reduce, Restore, Wait
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind

ACTIVATE = Kind[Activate, View, Play](Activate, early="7.24", exact=True)
FIGHT = Kind[Fight, View, Play](Fight, early="7.24f")
RESTORE = Kind[Restore, View, Play](Restore, early="6.17", exact=True)
FORCE = Kind[Force, View, Play](Force, early="10.33", exact=True)
WAIT = Kind[Wait, View, Play](Wait, early="10.33", exact=True)
REDUCE = Kind[Reduce, View, Play](Reduce, early="10.33", exact=True)
RELEASE_ROLL = Label[View, Play]("release")
ATTRITION_ROLL = Label[View, Play]("attrition")


# --- the next formation -----------------------------------------------------------------------------------------------


@ACTIVATE.wrong
def not_the_next(view: View, order: Activate) -> tuple[Violation, ...]:
    """Why a formation is not the one that a Free Operations marker, a corps or the Reduced Efficiency phase activates."""
    data, state, side = view.data, view.state, view.side
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, FreeOperation):
        return activation.free_wrong(data, state, side, order.formation)
    if isinstance(frame, CorpsActivation):
        return corps.wrong_next(data, frame, order.formation)
    return activation.reduced_wrong(data, state, side, order.formation)


@ACTIVATE.legal
def next_ones(view: View) -> Iterator[Activate]:
    """The formations that may act next."""
    data, state, side = view.data, view.state, view.side
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, FreeOperation):
        names = activation.free_choices(data, state, side)
    elif isinstance(frame, CorpsActivation):
        names = corps.next_up(data, frame)
    elif state.reduced_order:
        names = activation.reduced_choices(data, state, side)
    else:
        names = ()
    return (Activate(formation=name) for name in names)


@ACTIVATE.carry_out
def activate(play: Play, order: Activate) -> None:
    """The formation begins to act."""
    data, state = play.data, play.state
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, CorpsActivation):
        play.take(corps.start(data, state, frame, order.formation))
    elif isinstance(frame, FreeOperation):
        play.take(activation.free_operation(data, state, frame.side, order.formation))
    else:
        side = state.reduced_order[0]
        play.take(activation.begin(data, state, side, (order.formation,), full=False))


@FIGHT.wrong
def _cannot_fight(view: View, _order: Fight) -> tuple[Violation, ...]:
    return activation.may_end(view.data, view.state, view.side, fight=True)


FIGHT.untimely(_cannot_fight)


@FIGHT.legal
def _fights(_view: View) -> Iterator[Fight]:
    yield Fight()


@FIGHT.carry_out
def movement_over(play: Play, _order: Fight) -> None:
    """Attrition first, then the combats."""
    frame = activation.running(play.state)
    assert frame is not None
    play.take(attrition.movement_over(play.data, play.state, frame, fight=True))


# --- headquarters that come back --------------------------------------------------------------------------------------


@RESTORE.wrong
def _cannot_come_back(view: View, order: Restore) -> tuple[Violation, ...]:
    waiting = activation.still_to_act(view.data, view.state, view.side)
    return returning.wrong(view.data, view.state, view.side, order, waiting)


@RESTORE.legal
def _come_back(view: View) -> Iterator[Restore]:
    if not view.state.returns:
        return
    waiting = activation.still_to_act(view.data, view.state, view.side)
    yield from returning.orders(view.data, view.state, view.side, waiting)


@RESTORE.carry_out
def _comes_back(play: Play, order: Restore) -> None:
    play.take(returning.restore(play.data, play.state, order))


# --- release ----------------------------------------------------------------------------------------------------------


def _no_answer(view: View, order: Force | Wait) -> tuple[Violation, ...]:
    return release.wrong(view.data, view.state, view.side, order)


FORCE.wrong(_no_answer)
WAIT.wrong(_no_answer)


@FORCE.legal
def _forces(_view: View) -> Iterator[Force]:
    yield Force()


@WAIT.legal
def _waits(_view: View) -> Iterator[Wait]:
    yield Wait()


@FORCE.carry_out
def force(play: Play, order: Force) -> None:
    """The formation enters, and acts once a step is lost."""
    frame = _released(play)
    play.take(release.answered(play.data, play.state, frame, order))
    wake(play, frame.formation)


@WAIT.carry_out
def wait(play: Play, order: Wait) -> None:
    """The formation waits for its next marker."""
    play.take(release.answered(play.data, play.state, _released(play), order))
    play.change(baton=GERMAN)


@RELEASE_ROLL.rolled
def release_rolled(play: Play, roll: Rolled) -> None:
    """The formation comes and acts, or its owner has to choose."""
    frame = _released(play)
    play.take(release.rolled(play.data, play.state, frame, roll.faces))
    wake(play, frame.formation)


def _released(play: Play) -> Release:
    frame = play.state.frames[-1]
    assert isinstance(frame, Release)
    return frame


def wake(play: Play, formation: str) -> None:
    """A formation whose release is over, one way or the other, acts now; one still waiting for an answer does not."""
    if release.frame_of(play.state) is None:
        play.take(activation.wake(play.data, play.state, GERMAN, formation))


# --- steps lost on the way --------------------------------------------------------------------------------------------


@REDUCE.wrong
def _not_to_be_reduced(view: View, order: Reduce) -> tuple[Violation, ...]:
    if isinstance(view.state.frames[-1], Attrition):
        return attrition.wrong(view.data, view.state, view.side, order)
    return release.wrong(view.data, view.state, view.side, order)


@REDUCE.untimely
def _no_attrition(view: View, order: Reduce) -> tuple[Violation, ...]:
    worn = attrition.frame_of(view.state) is not None
    return attrition.wrong(view.data, view.state, view.side, order) if worn else ()


@REDUCE.legal
def _reducible(view: View) -> Iterator[Reduce]:
    frame = view.state.frames[-1]
    if isinstance(frame, Attrition):
        yield from attrition.options(view.data, view.state, view.side)
    elif isinstance(frame, Release) and view.side == ALLIED:
        yield from (Reduce(unit=name) for name in release.candidates(view.data, view.state, frame))


@REDUCE.carry_out
def reduce(play: Play, order: Reduce) -> None:
    """The unit loses a step; what has waited for it goes on."""
    frame = play.state.frames[-1]
    if isinstance(frame, Attrition):
        step = attrition.reduced(play.data, play.state, order.unit)
        play.take(attrition.go_on(play.data, play.state, step))
    else:
        formation = _released(play).formation
        play.take(release.reduced(play.data, play.state, order.unit))
        wake(play, formation)


@ATTRITION_ROLL.rolled
def attrition_rolled(play: Play, roll: Rolled) -> None:
    """Steps are lost, and the activation goes on once they are."""
    frame = play.state.frames[-1]
    assert isinstance(frame, Attrition)
    step = attrition.rolled(play.data, play.state, frame, roll.faces)
    play.take(attrition.go_on(play.data, play.state, step))
