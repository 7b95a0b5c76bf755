"""A formation whose release is settled acts at once, or waits (10.32, 10.33)."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem.port.game import Step
from pbem_rules.june6 import activation, release
from pbem_rules.june6.model import GERMAN, State
from pbem_rules.june6.orders import Force, Reduce, Wait
from pbem_rules.june6.printed import Data


def answered(data: Data, state: State, action: Force | Wait | Reduce) -> Step[State]:
    """What the answer to a failed release does: the formation enters and acts, waits, or loses a step (10.33)."""
    frame = release.frame_of(state)
    assert frame is not None
    if isinstance(action, Reduce):
        step = release.reduced(data, state, action.unit)
    else:
        step = release.answered(data, state, frame, action)
    if isinstance(action, Wait):
        return Step(state=evolve(step.state, baton=GERMAN), outcomes=step.outcomes)
    return woken(data, step, frame.formation)


def woken(data: Data, step: Step[State], formation: str) -> Step[State]:
    """A formation whose release is over, one way or the other, acts now; one still waiting for an answer does not."""
    if release.frame_of(step.state) is not None:
        return step
    after = activation.wake(data, step.state, GERMAN, formation)
    return Step(state=after.state, outcomes=(*step.outcomes, *after.outcomes))
