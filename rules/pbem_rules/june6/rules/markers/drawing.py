"""The cup of the Full Efficiency phase: the first marker, the draws, and Free Operations kept aside (3.6, 7.24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Die, Disclose, Roll, Sealed, Shown, Table
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, FreeOperation, Play, Position, State, View
from pbem_rules.june6.rules.lookup import title
from pbem_rules.june6.rules.markers import activation, corps, corps_marker, logistics, release
from pbem_rules.june6.rules.markers.cup import FREE, cup_of, formations_of, label
from pbem_rules.june6.words import SIDES
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind


@frozen(kw_only=True)
class Claim:
    """In a Storm the German plays a Free Operations marker kept aside: the next activation is German (4.23b)."""


@frozen(kw_only=True)
class Waive:
    """The German keeps it aside (4.23b)."""


CLAIM = Kind[Claim, View, Play](Claim, early="4.23b", exact=True)
WAIVE = Kind[Waive, View, Play](Waive, early="4.23b", exact=True)
DRAW = Label[View, Play]("draw")
CUP = Label[View, Play]("cup", early="7.24")


def open_cup(play: Play, side: str) -> None:
    """A cup whose markers everybody knows: the free markers alone, laid out by slot, nothing sealed."""
    cup = cup_of(play.state, side)
    slots = tuple(enumerate(cup.free, start=1))
    play.fill(evolve(cup, sealed=True, left=tuple(n for n, _ in slots), shown=slots))


def begin(play: Play) -> None:
    """The start of the phase: slot 1 of the side with the initiative is to be opened."""
    side = play.state.initiative
    cup = cup_of(play.state, side)
    play.fill(evolve(cup, due=1, left=tuple(n for n in cup.left if n != 1)))
    play.change(baton=side, asked=True, first_played=False)


def demands(at: Position) -> tuple[Demand, ...]:
    """The slot to be opened, then the German's claim in a Storm, then the next draw; nothing when the cup is empty."""
    for side in (ALLIED, GERMAN):
        cup = cup_of(at.state, side)
        if cup.due:
            return (_opening(at.state, side, cup.due),)
    if activation.can_claim(at):
        why = Message("claim the next activation ({kept} Free Operations aside)", kept=at.state.kept)
        return (Choice(side=GERMAN, kinds=("claim", "waive"), why=why, paragraph="4.23b"),)
    left = slots(at.state)
    return (draw(at.state, len(left)),) if left else ()


@BOOK.rule("3.61")
def _opening(state: State, side: str, slot: int) -> Disclose:
    paragraph = "7.24d" if state.first_played else "3.61"
    return Disclose(
        side=side, at=label(state, side), ns=(slot,), why=Message("activation marker"), paragraph=paragraph
    )


@BOOK.rule("7.24a")
def slots(state: State) -> tuple[tuple[str, int], ...]:
    """The slots still in the cup, Allied first, then German."""
    allied, german = state.allied_cup, state.german_cup
    return (*((ALLIED, n) for n in allied.left), *((GERMAN, n) for n in german.left))


@BOOK.rule("3.64")
def draw(state: State, count: int) -> Roll:
    """A draw among ``count`` slots."""
    why = f"draw/{state.draws + 1}"
    return Roll(side=state.baton, why=why, dice=(Die(sides=count, low=0),), paragraph="3.64")


def drawn(play: Play, index: int) -> None:
    """A slot comes out of the cup; its owner has to open it."""
    side, slot = slots(play.state)[index]
    cup = cup_of(play.state, side)
    play.fill(evolve(cup, left=tuple(n for n in cup.left if n != slot), due=slot))
    play.change(draws=play.state.draws + 1)
    play.say("drawn", Message("A marker of the {side} side is drawn.", side=SIDES[side]), "3.64", side=side)


@CUP.shown
def shown(play: Play, told: Shown) -> None:
    """A slot is open: what its marker does."""
    cup, marker = cup_of(play.state, told.side), str(told.value)
    seen = (*(pair for pair in cup.shown if pair[0] != told.n), (told.n, marker))
    play.fill(evolve(cup, due=0, shown=seen))
    play.change(first_played=True)
    played(play, told.side, marker)


@BOOK.rule("7.24e")
def played(play: Play, side: str, marker: str) -> None:
    """A marker comes up: a release, Free Operations, or an activation."""
    if not marker:
        text = Message("The {side} side has kept no marker out of the cup.", side=SIDES[side])
        play.say("no-effect", text, "3.61", side=side)
        return
    said = Message("The {side} marker is {title}.", side=SIDES[side], title=title(play.data, marker))
    play.say("marker", said, "7.24d", side=side)
    if corps_marker.is_one(marker):
        corps.declare(play, side, marker)
    elif marker == FREE:
        play.push(FreeOperation(side=side))
    elif side == GERMAN and any(release.pending(play.state, e) for e in formations_of(play.data, marker)):
        play.change(baton=side)
        release.ask(play, marker)
    else:
        activation.wake(play, side, marker)


def follow(play: Play) -> bool:
    """What needs no decision: a slot that is known already, and the last marker in the cup. False: there is none."""
    for side in (ALLIED, GERMAN):
        cup = cup_of(play.state, side)
        known = dict(cup.shown).get(cup.due) if cup.due else None
        if known is not None:
            play.fill(evolve(cup, due=0))
            play.change(first_played=True)
            played(play, side, known)
            return True
        if cup.due:
            return False
    if activation.can_claim(play) or len(slots(play.state)) != 1:
        return False
    drawn(play, 0)
    return True


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
    play.say("claimed", Message("The German side claims the next activation."), "4.23b", side=GERMAN)


@WAIVE.carry_out
def waive(play: Play, _order: Waive) -> None:
    """The next marker is drawn."""
    play.change(asked=True)
    play.say("waived", Message("The German side lets the next marker be drawn."), "4.23b", side=GERMAN)


def free_without_choice(play: Play) -> bool:
    """Free Operations that can wake nobody are laid aside. False: the frame on top is another, or has a choice."""
    frame = play.state.frames[-1]
    if not isinstance(frame, FreeOperation) or activation.free_choices(play, frame.side):
        return False
    play.pop()
    play.change(baton=frame.side)
    text = Message("The {side} Free Operations can wake nobody.", side=SIDES[frame.side])
    play.say("no-effect", text, "7.24e", side=frame.side)
    return True


# --- what is told -----------------------------------------------------------------------------------------------------


CUP.sealed(logistics.seal)
DRAW.rolled(lambda play, roll: drawn(play, roll.faces[0]))


@CUP.wrong
def _wrong_told(view: View, told: Table) -> Iterable[Violation]:
    if isinstance(told, Sealed):
        return logistics.wrong_seal(view.state, told)
    return logistics.wrong_slot(view, told) if isinstance(told, Shown) else ()
