"""Attrition of German formations that use strategic movement by day (8.3): a die for each, and the step it may cost."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Outcome, Reason, Roll, Step
from pbem_rules.june6 import activation, losses
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.lookup import formation_of, pop, push, title, top
from pbem_rules.june6.model import GERMAN, Activation, Attrition, State
from pbem_rules.june6.orders import Reduce
from pbem_rules.june6.printed import Data
from pbem_rules.june6.weather import D10, conditions

ROLL, LOSS = "roll", "loss"


def frame_of(state: State) -> Attrition | None:
    """The attrition that is going on now."""
    frame = state.frames[-1] if state.frames else None
    return frame if isinstance(frame, Attrition) else None


@BOOK.rule(
    "8.31", text="A German formation of which a unit has used strategic movement rolls when it has moved."
)
@BOOK.rule("4.12", text="There is attrition in Clear weather and in Light Overcast only.")
def due(data: Data, state: State, frame: Activation) -> tuple[str, ...]:
    """The active formations that roll for attrition when the movement of the activation ends, in order (N144)."""
    if frame.side != GERMAN or not frame.strategic or not conditions(data, state).attrition:
        return ()
    return tuple(name for name in frame.formations if _marched(data, state, frame, name))


def _marched(data: Data, state: State, frame: Activation, formation: str) -> tuple[str, ...]:
    """The units of a formation, those assigned to it included, that have used strategic movement in an activation."""
    units = (state.board.get(name) for name in sorted(frame.strategic))
    return tuple(unit.id for unit in units if unit is not None and formation_of(data, unit) == formation)


def movement_over(data: Data, state: State, frame: Activation, *, fight: bool) -> Step[State]:
    """The active formations have moved: attrition first, then the combats (``fight``) or the end of the activation."""
    formations = due(data, state, frame) if frame.stage == activation.MOVE else ()
    if formations:
        return Step(state=push(state, Attrition(formations=formations, fight=fight)))
    return activation.fight(data, state, frame) if fight else activation.end(data, state)


def go_on(data: Data, before: State, step: Step[State]) -> Step[State]:
    """Once attrition is over the activation goes on with its combats, or ends, as its owner has said."""
    wear, frame = frame_of(before), activation.running(step.state)
    assert wear is not None
    if frame is None:
        return step
    after = activation.fight(data, step.state, frame) if wear.fight else activation.end(data, step.state)
    return Step(state=after.state, outcomes=(*step.outcomes, *after.outcomes))


def demands(data: Data, state: State, frame: Attrition) -> tuple[Demand, ...]:
    """One die for each formation; then the German chooses a unit for every step lost."""
    if frame.stage == ROLL:
        first = frame.formations[0]
        why = f"attrition/{first}/{state.turn}/{_times(state, first)}"
        return (Roll(side=GERMAN, why=why, dice=(D10,) * len(frame.formations), paragraph="8.31"),)
    why = f"{title(data, frame.losses[0])} suffers attrition: a unit that moved by road loses a step"
    return (Choice(side=GERMAN, kinds=("reduce",), why=why, paragraph="8.31"),)


def _times(state: State, formation: str) -> int:
    """Which activation of the formation this is in the turn; 0 in the Reduced Efficiency phase."""
    around = state.frames[-2]
    full = isinstance(around, Activation) and around.full
    return dict(state.activations).get(formation, 0) if full else 0


@BOOK.rule("8.31", "4.12", text="The table, with one less in Light Overcast, says how many steps are lost.")
def rolled(data: Data, state: State, frame: Attrition, faces: tuple[int, ...]) -> Step[State]:
    """A line for each formation; the frame is gone when nobody has to choose."""
    said, lost = [], list[str]()
    for formation, face in zip(frame.formations, faces, strict=True):
        terms = _terms(data, state)
        total = face + sum(term.value for term in terms)
        steps = data.charts.attrition_steps(total)
        lost.extend([formation] * steps)
        word = f"loses {steps} step{'s' if steps > 1 else ''}" if steps else "comes through"
        said.append(
            Outcome(
                kind="attrition" if steps else "unharmed",
                text=f"Attrition by road: {title(data, formation)} {word} ({total}).",
                paragraph="8.31",
                side=GERMAN,
                faces=(face,),
                reasons=terms,
                total=total,
            )
        )
    step = _suffer(data, top(state, evolve(frame, stage=LOSS, losses=tuple(lost))))
    return Step(state=step.state, outcomes=(*said, *step.outcomes))


def _terms(data: Data, state: State) -> tuple[Reason, ...]:
    kind = conditions(data, state)
    drm = kind.attrition_drm
    return (Reason(paragraph="4.12b", text=kind.name, value=drm),) if drm else ()


def candidates(data: Data, state: State) -> tuple[str, ...]:
    """The units that may lose the next step: those of the formation that used strategic movement, its HQ too (6.16).

    A headquarters stacked with another of them is the last (N230).
    """
    frame, around = state.frames[-1], state.frames[-2]
    assert isinstance(frame, Attrition)
    assert isinstance(around, Activation)
    names = _marched(data, state, around, frame.losses[0])
    return tuple(name for name in names if not _comes_last(data, state, name, names))


@BOOK.rule("6.16", text="A headquarters is the last to lose a step among the units in its hex.")
def _comes_last(data: Data, state: State, name: str, marched: tuple[str, ...]) -> bool:
    """Whether a headquarters is spared because another unit that has marched stands with it (N230)."""
    there = state.board.at(state.board[name].where)
    return data.unit(name).hq and any(each in there and not data.unit(each).hq for each in marched)


def _suffer(data: Data, state: State) -> Step[State]:
    """Steps over which there is nothing to choose are lost at once; the frame is gone after the last."""
    said: tuple[Outcome, ...] = ()
    while True:
        frame = frame_of(state)
        assert frame is not None
        if not frame.losses:
            return Step(state=pop(state), outcomes=said)
        names = candidates(data, state)
        if len(names) > 1:
            return Step(state=state, outcomes=said)
        step = losses.suffer(data, state, names[0], losses.RED) if names else Step(state=state)
        said = (*said, *step.outcomes)
        state = top(step.state, evolve(frame, losses=frame.losses[1:]))


@BOOK.rule(
    "8.31", "6.16", text="The German takes the step from any unit that used strategic movement, an HQ too."
)
def reduced(data: Data, state: State, unit: str) -> Step[State]:
    """The chosen unit loses a step, and whatever follows without a choice."""
    step = losses.suffer(data, state, unit, losses.RED)
    frame = frame_of(step.state)
    assert frame is not None
    after = _suffer(data, top(step.state, evolve(frame, losses=frame.losses[1:])))
    return Step(state=after.state, outcomes=(*step.outcomes, *after.outcomes))


def options(data: Data, state: State, side: str) -> Iterator[Reduce]:
    """The units that the German may choose, in order of id."""
    frame = frame_of(state)
    if frame is not None and frame.stage == LOSS and side == GERMAN:
        for unit in candidates(data, state):
            yield Reduce(unit=unit)


def wrong(data: Data, state: State, side: str, order: Reduce) -> tuple[Violation, ...]:
    """Why a unit cannot be the one that loses the step."""
    frame = frame_of(state)
    if frame is None or frame.stage != LOSS or side != GERMAN:
        return (Violation(paragraph="8.31", message="no step is yours to take off now", subject=order.unit),)
    names = candidates(data, state)
    if order.unit in names:
        return ()
    said = f"{order.unit} has not used strategic movement with {title(data, frame.losses[0])}: {', '.join(names)}"
    return (Violation(paragraph="8.31", message=said, subject=order.unit),)
