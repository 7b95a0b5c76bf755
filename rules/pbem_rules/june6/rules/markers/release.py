"""The release of German formations (10.32 to 10.34): a roll for every marker, and entry by force."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Reason, Roll, Rolled
from pbem.port.messages import Message
from pbem_rules.june6 import words
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Arrival, Play, Position, Release, State, View
from pbem_rules.june6.rules.arrivals.arriving import blocked
from pbem_rules.june6.rules.arrivals.entering import come, replace
from pbem_rules.june6.rules.combat import losses
from pbem_rules.june6.rules.lookup import title
from pbem_rules.june6.rules.markers import activation
from pbem_rules.june6.rules.weather import D10, conditions
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Force:
    """A German formation that failed its release enters all the same, at the cost of a step (10.33)."""


@frozen(kw_only=True)
class Wait:
    """It waits for its next marker, or for the next turn (10.33, 10.34)."""


FORCE = Kind[Force, View, Play](Force, early="10.33", exact=True)


WAIT = Kind[Wait, View, Play](Wait, early="10.33", exact=True)


RELEASE_ROLL = Label[View, Play]("release")


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


@BOOK.rule("10.32")
def ask(play: Play, formation: str) -> None:
    """A release begins; none where Allied units close the entry (10.37)."""
    arrival = pending(play.state, formation)
    assert arrival is not None
    if blocked(play, arrival.letter):
        who = title(play.data, formation)
        text = Message(
            "Allied units close entry {letter}: no way in this turn for {who}.",
            letter=arrival.letter,
            who=who,
        )
        play.say("shut-out", text, "10.37", side=GERMAN, units=arrival.units)
    else:
        play.push(Release(formation=formation, marker=formation))


def demands(at: Position, frame: Release) -> tuple[Demand, ...]:
    """The roll, the choice after a failure, or the Allied choice of the unit that pays."""
    if frame.stage == ROLL:
        arrival = pending(at.state, frame.formation)
        tries = arrival.tries + 1 if arrival is not None else 1
        why = f"release/{frame.formation}/{at.state.turn}/{tries}"
        return (Roll(side=GERMAN, why=why, dice=(D10,), paragraph="10.32"),)
    if frame.stage == CHOICE:
        why = Message(
            "{title} is not released: force its entry, or wait", title=title(at.data, frame.formation)
        )
        return (Choice(side=GERMAN, kinds=("force", "wait"), why=why, paragraph="10.33"),)
    why = Message("{title} enters by day: reduce one of its units", title=title(at.data, frame.formation))
    return (Choice(side=ALLIED, kinds=("reduce",), why=why, paragraph="10.33"),)


def rolled(play: Play, faces: tuple[int, ...]) -> None:
    """At or under the release number the formation comes; the frame is gone. Above it, its owner chooses."""
    data, frame = play.data, play.state.current(Release)
    arrival = pending(play.state, frame.formation)
    assert arrival is not None
    assert arrival.release is not None
    terms = release_terms(play, arrival.letter)
    total = faces[0] + sum(term.value for term in terms)
    released = total <= arrival.release
    against = {"formation": title(data, frame.formation), "total": total, "release": arrival.release}
    text = Message("{formation} is not released: {total} against {release}.", **against)
    if released:
        text = Message("{formation} is released: {total} against {release}.", **against)
    play.say(
        "released" if released else "refused",
        text,
        "10.32",
        side=GERMAN,
        units=arrival.units,
        faces=faces,
        reasons=terms,
        total=total,
    )
    if released:
        play.pop()
        come(play, arrival)
    else:
        play.alter(stage=CHOICE)


@BOOK.rule("4.12c")
def release_terms(at: Position, letter: str) -> tuple[Reason, ...]:
    """The modifiers of a release roll for an entry: the weather, and the interdiction of its box."""
    kind = conditions(at)
    found = [
        Reason(paragraph="4.12c", text=words.word(kind.name), value=kind.release),
        Reason(paragraph="17.24", text=Message("air interdiction"), value=_in_the_air(at, letter)),
        Reason(paragraph="18.23", text=Message("naval interdiction"), value=_at_sea(at, letter)),
    ]
    return tuple(reason for reason in found if reason.value)


@BOOK.rule("17.24", "10.32")
def _in_the_air(at: Position, letter: str) -> int:
    boxes = dict(at.state.air_interdiction)
    return sum(boxes.get(box, 0) for box in at.data.charts.boxes if letter in box)


@BOOK.rule("18.23", "N122")
def _at_sea(at: Position, letter: str) -> int:
    return at.state.naval_interdiction if letter in at.data.charts.naval_entries else 0


@BOOK.rule("10.33")
def answered(play: Play, order: Force | Wait) -> None:
    """Waiting ends the frame. Force puts the units at their entry; with one unit to reduce that is done at once."""
    frame = play.state.current(Release)
    arrival, who = pending(play.state, frame.formation), title(play.data, frame.formation)
    assert arrival is not None
    if isinstance(order, Wait):
        play.pop()
        replace(play, arrival, evolve(arrival, tries=arrival.tries + 1))
        play.say("waits", Message("{who} waits.", who=who), "10.33", side=GERMAN, units=arrival.units)
        return
    said = Message("{who} enters by day without release.", who=who)
    play.say("forced", said, "10.33", side=GERMAN, units=arrival.units)
    come(play, arrival)
    play.top(evolve(frame, stage=LOSS))
    victims = tuple(candidates(play, frame))
    if len(victims) == 1:
        reduced(play, victims[0])
    elif not victims:
        play.pop()


def candidates(at: Position, frame: Release) -> Iterator[str]:
    """The units of the forced formation that may be reduced: those that enter, never the headquarters."""
    for unit in at.state.board:
        kind = at.data.unit(unit.id)
        if kind.formation == frame.formation and not kind.hq and unit.where.startswith("entry:"):
            yield unit.id


def reduced(play: Play, unit: str) -> None:
    """The chosen unit loses a step, its only one if it has no more (N78); the frame is gone."""
    play.pop()
    losses.suffer(play, unit, losses.RED)


def _no_answer(view: View, _order: Force | Wait) -> Iterator[Violation]:
    """Why the order does not answer a release that is going on."""
    return not_answering(view, CHOICE, GERMAN)


FORCE.wrong(_no_answer)
WAIT.wrong(_no_answer)


def not_answering(view: View, stage: str, side: str) -> Iterator[Violation]:
    """Why a side answers nothing now: no release is at that stage, or another side has to answer."""
    frame = view.state.on_top(Release)
    if frame is None or frame.stage != stage or view.side != side:
        yield broken("10.33", Message("no release waits for this answer of yours"), view.side)


@FORCE.legal
def _forces(_view: View) -> Iterator[Force]:
    yield Force()


@WAIT.legal
def _waits(_view: View) -> Iterator[Wait]:
    yield Wait()


@FORCE.carry_out
def force(play: Play, order: Force) -> None:
    """The formation enters, and acts once a step is lost."""
    formation = _released(play).formation
    answered(play, order)
    wake(play, formation)


@WAIT.carry_out
def wait(play: Play, order: Wait) -> None:
    """The formation waits for its next marker."""
    answered(play, order)
    play.change(baton=GERMAN)


@RELEASE_ROLL.rolled
def release_rolled(play: Play, roll: Rolled) -> None:
    """The formation comes and acts, or its owner has to choose."""
    formation = _released(play).formation
    rolled(play, roll.faces)
    wake(play, formation)


def _released(play: Play) -> Release:
    return play.state.current(Release)


def wake(play: Play, formation: str) -> None:
    """A formation whose release is over, one way or the other, acts now; one still waiting for an answer does not."""
    if play.state.on_top(Release) is None:
        activation.wake(play, GERMAN, formation)
