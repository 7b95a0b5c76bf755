"""The cup of the Full Efficiency phase: the first marker, the draws, and Free Operations kept aside (3.6, 7.24)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import (
    Choice,
    Demand,
    Die,
    Disclose,
    Outcome,
    Roll,
    Rolled,
    Sealed,
    Shown,
    Step,
    Table,
)
from pbem_rules.june6 import activation, corps, corps_marker, logistics, release
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.cup import FREE, cup_of, formations_of, label, with_cup
from pbem_rules.june6.lookup import pop, push, title
from pbem_rules.june6.model import ALLIED, GERMAN, FreeOperation, Play, State, View
from pbem_rules.june6.orders import Claim, Waive
from pbem_rules.june6.printed import Data
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind

CLAIM = Kind[Claim, View, Play](Claim, early="4.23b", exact=True)
WAIVE = Kind[Waive, View, Play](Waive, early="4.23b", exact=True)
DRAW = Label[View, Play]("draw")
CUP = Label[View, Play]("cup", early="7.24")


def open_cup(state: State, side: str) -> State:
    """A cup whose markers everybody knows: the free markers alone, laid out by slot, nothing sealed."""
    cup = cup_of(state, side)
    slots = tuple(enumerate(cup.free, start=1))
    return with_cup(state, evolve(cup, sealed=True, left=tuple(n for n, _ in slots), shown=slots))


def begin(state: State) -> State:
    """The start of the phase: slot 1 of the side with the initiative is to be opened."""
    side = state.initiative
    cup = cup_of(state, side)
    cup = evolve(cup, due=1, left=tuple(n for n in cup.left if n != 1))
    return evolve(with_cup(state, cup), baton=side, asked=True, first_played=False)


def demands(data: Data, state: State) -> tuple[Demand, ...]:
    """The slot to be opened, then the German's claim in a Storm, then the next draw; nothing when the cup is empty."""
    for side in (ALLIED, GERMAN):
        cup = cup_of(state, side)
        if cup.due:
            return (_opening(state, side, cup.due),)
    if activation.can_claim(data, state):
        why = f"claim the next activation ({state.kept} Free Operations aside)"
        return (Choice(side=GERMAN, kinds=("claim", "waive"), why=why, paragraph="4.23b"),)
    left = slots(state)
    return (draw(state, len(left)),) if left else ()


@BOOK.rule(
    "3.61", text="The side with the initiative opens the marker it kept out; others are opened when drawn."
)
def _opening(state: State, side: str, slot: int) -> Disclose:
    paragraph = "7.24d" if state.first_played else "3.61"
    return Disclose(
        side=side, at=label(state, side), ns=(slot,), why="activation marker", paragraph=paragraph
    )


@BOOK.rule("7.24a", text="The cup holds every marker of both sides, and nobody says which are his.")
def slots(state: State) -> tuple[tuple[str, int], ...]:
    """The slots still in the cup, Allied first, then German."""
    allied, german = state.allied_cup, state.german_cup
    return (*((ALLIED, n) for n in allied.left), *((GERMAN, n) for n in german.left))


@BOOK.rule("3.64", text="The next marker is drawn at random by the side that finished last.")
def draw(state: State, count: int) -> Roll:
    """A draw among ``count`` slots."""
    why = f"draw/{state.draws + 1}"
    return Roll(side=state.baton, why=why, dice=(Die(sides=count, low=0),), paragraph="3.64")


def drawn(state: State, index: int) -> Step[State]:
    """A slot comes out of the cup; its owner has to open it."""
    side, slot = slots(state)[index]
    cup = cup_of(state, side)
    cup = evolve(cup, left=tuple(n for n in cup.left if n != slot), due=slot)
    text = f"A marker of the {side.capitalize()} side is drawn."
    said = Outcome(kind="drawn", text=text, paragraph="3.64", side=side)
    return Step(state=evolve(with_cup(state, cup), draws=state.draws + 1), outcomes=(said,))


def shown(data: Data, state: State, action: Shown) -> Step[State]:
    """A slot is open: what its marker does."""
    cup = cup_of(state, action.side)
    marker = str(action.value)
    cup = evolve(cup, due=0, shown=(*(pair for pair in cup.shown if pair[0] != action.n), (action.n, marker)))
    return played(data, evolve(with_cup(state, cup), first_played=True), action.side, marker)


@BOOK.rule("7.24e", text="Free Operations let their owner name the headquarters that acts.")
def played(data: Data, state: State, side: str, marker: str) -> Step[State]:
    """A marker comes up: a release, Free Operations, or an activation."""
    if not marker:
        text = f"The {side.capitalize()} side has kept no marker out of the cup."
        return Step(
            state=state, outcomes=(Outcome(kind="no-effect", text=text, paragraph="3.61", side=side),)
        )
    text = f"The {side.capitalize()} marker is {title(data, marker)}."
    said = Outcome(kind="marker", text=text, paragraph="7.24d", side=side)
    if corps_marker.is_one(marker):
        step = corps.declare(data, state, side, marker)
        return Step(state=step.state, outcomes=(said, *step.outcomes))
    if marker == FREE:
        return Step(state=push(state, FreeOperation(side=side)), outcomes=(said,))
    if side == GERMAN and any(release.pending(state, each) for each in formations_of(data, marker)):
        step = release.ask(data, evolve(state, baton=side), marker)
    else:
        step = activation.wake(data, state, side, marker)
    return Step(state=step.state, outcomes=(said, *step.outcomes))


def follow(data: Data, state: State) -> Step[State] | None:
    """What needs no decision: a slot that is known already, and the last marker in the cup."""
    for side in (ALLIED, GERMAN):
        cup = cup_of(state, side)
        known = dict(cup.shown).get(cup.due) if cup.due else None
        if known is not None:
            state = evolve(with_cup(state, evolve(cup, due=0)), first_played=True)
            return played(data, state, side, known)
        if cup.due:
            return None
    if activation.can_claim(data, state) or len(slots(state)) != 1:
        return None
    return drawn(state, 0)


# --- Free Operations kept aside ---------------------------------------------------------------------------------------


@CLAIM.legal
def _claims(_view: View) -> Iterator[Claim]:
    yield Claim()


@WAIVE.legal
def _waives(_view: View) -> Iterator[Waive]:
    yield Waive()


@CLAIM.carry_out
def claim(play: Play, _order: Claim) -> None:
    """The claim is a Free Operations marker played at once."""
    play.change(asked=True, kept=play.state.kept - 1)
    play.push(FreeOperation(side=GERMAN))
    play.say("claimed", "The German side claims the next activation.", "4.23b", side=GERMAN)


@WAIVE.carry_out
def waive(play: Play, _order: Waive) -> None:
    """The next marker is drawn."""
    play.change(asked=True)
    play.say("waived", "The German side lets the next marker be drawn.", "4.23b", side=GERMAN)


def free_without_choice(data: Data, state: State) -> Step[State] | None:
    """Free Operations that can wake nobody are laid aside; None when the frame on top is another, or has a choice."""
    frame = state.frames[-1]
    if not isinstance(frame, FreeOperation) or activation.free_choices(data, state, frame.side):
        return None
    text = f"The {frame.side.capitalize()} Free Operations can wake nobody."
    said = Outcome(kind="no-effect", text=text, paragraph="7.24e", side=frame.side)
    return Step(state=evolve(pop(state), baton=frame.side), outcomes=(said,))


# --- what is told -----------------------------------------------------------------------------------------------------


@CUP.wrong
def _wrong_told(view: View, told: Table) -> tuple[Violation, ...]:
    if isinstance(told, Sealed):
        return logistics.wrong_seal(view.state, told)
    return logistics.wrong_slot(view.data, view.state, told) if isinstance(told, Shown) else ()


@CUP.sealed
def _bought(play: Play, told: Sealed) -> None:
    play.take(logistics.seal(play.state, told))


@CUP.shown
def _opened(play: Play, told: Shown) -> None:
    play.take(shown(play.data, play.state, told))


@DRAW.rolled
def _drawn(play: Play, roll: Rolled) -> None:
    play.take(drawn(play.state, roll.faces[0]))
