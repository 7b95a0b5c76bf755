"""The release of German formations (10.32 to 10.34): a roll for every marker, and entry by force."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Outcome, Reason, Roll, Step
from pbem_rules.june6 import losses
from pbem_rules.june6.arriving import blocked
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.entering import come, replace
from pbem_rules.june6.lookup import pop, push, title, top
from pbem_rules.june6.model import ALLIED, GERMAN, Arrival, Release, State
from pbem_rules.june6.orders import Force, Reduce, Wait
from pbem_rules.june6.printed import Data
from pbem_rules.june6.weather import D10, conditions

ROLL, CHOICE, LOSS = "roll", "choice", "loss"


def pending(state: State, formation: str) -> Arrival | None:
    """The arrival of a formation that still needs a release roll this turn."""
    return next(
        (
            each
            for each in state.arrivals
            if each.formation == formation and each.turn == state.turn and each.letter
            if each.release is not None and not each.automatic
        ),
        None,
    )


def frame_of(state: State) -> Release | None:
    """The release that is going on now."""
    frame = state.frames[-1] if state.frames else None
    return frame if isinstance(frame, Release) else None


@BOOK.rule("10.32", text="A German formation that must be released rolls when its marker comes up.")
def ask(data: Data, state: State, formation: str) -> Step[State]:
    """A release begins; none where Allied units close the entry (10.37)."""
    arrival = pending(state, formation)
    assert arrival is not None
    if blocked(data, state, arrival.letter):
        text = f"Allied units close entry {arrival.letter}: no way in this turn for {title(data, formation)}."
        said = Outcome(kind="shut-out", text=text, paragraph="10.37", side=GERMAN, units=arrival.units)
        return Step(state=state, outcomes=(said,))
    return Step(state=push(state, Release(formation=formation, marker=formation)))


def demands(data: Data, state: State, frame: Release) -> tuple[Demand, ...]:
    """The roll, the choice after a failure, or the Allied choice of the unit that pays."""
    if frame.stage == ROLL:
        arrival = pending(state, frame.formation)
        tries = arrival.tries + 1 if arrival is not None else 1
        why = f"release/{frame.formation}/{state.turn}/{tries}"
        return (Roll(side=GERMAN, why=why, dice=(D10,), paragraph="10.32"),)
    if frame.stage == CHOICE:
        why = f"{title(data, frame.formation)} is not released: force its entry, or wait"
        return (Choice(side=GERMAN, kinds=("force", "wait"), why=why, paragraph="10.33"),)
    why = f"{title(data, frame.formation)} enters by day: reduce one of its units"
    return (Choice(side=ALLIED, kinds=("reduce",), why=why, paragraph="10.33"),)


def rolled(data: Data, state: State, frame: Release, faces: tuple[int, ...]) -> Step[State]:
    """At or under the release number the formation comes; the frame is gone. Above it, its owner chooses."""
    arrival = pending(state, frame.formation)
    assert arrival is not None
    assert arrival.release is not None
    terms = release_terms(data, state, arrival.letter)
    total = faces[0] + sum(term.value for term in terms)
    released = total <= arrival.release
    word = "released" if released else "not released"
    text = f"{title(data, frame.formation)} is {word}: {total} against {arrival.release}."
    said = Outcome(
        kind="released" if released else "refused",
        text=text,
        paragraph="10.32",
        side=GERMAN,
        units=arrival.units,
        faces=faces,
        reasons=terms,
        total=total,
    )
    if not released:
        return Step(state=top(state, evolve(frame, stage=CHOICE)), outcomes=(said,))
    step = come(data, pop(state), arrival)
    return Step(state=step.state, outcomes=(said, *step.outcomes))


@BOOK.rule("4.12c", text="Heavy Overcast lowers release rolls by two.")
def release_terms(data: Data, state: State, letter: str) -> tuple[Reason, ...]:
    """The modifiers of a release roll for an entry: the weather, and the interdiction of its box."""
    kind = conditions(data, state)
    found = [
        Reason(paragraph="4.12c", text=kind.name, value=kind.release),
        Reason(paragraph="17.24", text="air interdiction", value=_in_the_air(data, state, letter)),
        Reason(paragraph="18.23", text="naval interdiction", value=_at_sea(data, state, letter)),
    ]
    return tuple(reason for reason in found if reason.value)


@BOOK.rule("17.24", "10.32", text="Every air marker in the box of the entry raises the roll by one.")
def _in_the_air(data: Data, state: State, letter: str) -> int:
    boxes = dict(state.air_interdiction)
    return sum(boxes.get(box, 0) for box in data.charts.boxes if letter in box)


@BOOK.rule("18.23", "N122", text="Every naval marker raises it by one at entry A, not at B.")
def _at_sea(data: Data, state: State, letter: str) -> int:
    return state.naval_interdiction if letter in data.charts.naval_entries else 0


@BOOK.rule(
    "10.33",
    text="A refused formation waits for its next marker, or enters and the Allied side reduces a unit.",
)
def answered(data: Data, state: State, frame: Release, order: Force | Wait) -> Step[State]:
    """Waiting ends the frame. Force puts the units at their entry; with one unit to reduce that is done at once."""
    arrival = pending(state, frame.formation)
    assert arrival is not None
    if isinstance(order, Wait):
        state = replace(pop(state), arrival, evolve(arrival, tries=arrival.tries + 1))
        said = Outcome(
            kind="waits",
            text=f"{title(data, frame.formation)} waits.",
            paragraph="10.33",
            side=GERMAN,
            units=arrival.units,
        )
        return Step(state=state, outcomes=(said,))
    step = come(data, state, arrival)
    state = top(step.state, evolve(frame, stage=LOSS))
    said = Outcome(
        kind="forced",
        text=f"{title(data, frame.formation)} enters by day without release.",
        paragraph="10.33",
        side=GERMAN,
        units=arrival.units,
    )
    victims = tuple(candidates(data, state, frame))
    if len(victims) > 1:
        return Step(state=state, outcomes=(said, *step.outcomes))
    after = reduced(data, state, victims[0]) if victims else Step(state=pop(state))
    return Step(state=after.state, outcomes=(said, *step.outcomes, *after.outcomes))


def candidates(data: Data, state: State, frame: Release) -> Iterator[str]:
    """The units of the forced formation that may be reduced: those that enter, never the headquarters."""
    for unit in state.board:
        kind = data.unit(unit.id)
        if kind.formation == frame.formation and not kind.hq and unit.where.startswith("entry:"):
            yield unit.id


def reduced(data: Data, state: State, unit: str) -> Step[State]:
    """The chosen unit loses a step, its only one if it has no more (N78); the frame is gone."""
    return losses.suffer(data, pop(state), unit, losses.RED)


def wrong(data: Data, state: State, side: str, order: Force | Wait | Reduce) -> tuple[Violation, ...]:
    """Why the order does not answer a release that is going on."""
    frame = frame_of(state)
    stage, who = (LOSS, ALLIED) if isinstance(order, Reduce) else (CHOICE, GERMAN)
    if frame is None or frame.stage != stage or side != who:
        return (
            Violation(paragraph="10.33", message="no release waits for this answer of yours", subject=side),
        )
    if isinstance(order, Reduce) and order.unit not in candidates(data, state, frame):
        said = f"{order.unit} is not one of the units that enter, headquarters apart"
        return (Violation(paragraph="10.33", message=said, subject=order.unit),)
    return ()
