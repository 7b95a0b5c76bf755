"""Whether what comes is what the position waits for: one answer for every game."""

from __future__ import annotations

from pbem.port.game import (
    Choice,
    Conceal,
    Deal,
    Dealt,
    Demand,
    Die,
    Disclose,
    Mask,
    Masked,
    Requested,
    Roll,
    Rolled,
    Sealed,
    Shown,
    Side,
    Table,
)
from pbem.port.messages import Message, OrderWord, Series

CHANCE = (Sealed, Requested, Rolled, Shown, Masked, Dealt)


def kinds(demands: tuple[Demand, ...], side: Side) -> tuple[str, ...]:
    """The kinds of orders that a side owes now; empty when another has to act first."""
    match demands[0] if demands else None:
        case Choice() as due if due.side == side:
            return due.kinds
        case Conceal() as due if due.side == side:
            return (due.kind,)
        case _:
            return ()


def order_not_due(demands: tuple[Demand, ...], side: Side, kind: str, game: str) -> str:
    """Why an order of a kind cannot be given now, in one sentence that says its word as the game does; empty when it can."""
    if kind in kinds(demands, side):
        return ""
    word = OrderWord(kind, game)
    match demands[0] if demands else None:
        case None:
            return Message("the game is over")
        case Choice(side=owing, kinds=due, why=why):
            return Message(
                "{kind} is not due: the {side} side decides on {why} ({kinds})",
                kind=word,
                side=Message(owing.capitalize()),
                why=why,
                kinds=Series(OrderWord(each, game) for each in due),
            )
        case Conceal(side=owing, kind=secret):
            return Message(
                "{kind} is not due: the {side} side decides in secret first ({secret})",
                kind=word,
                side=Message(owing.capitalize()),
                secret=OrderWord(secret, game),
            )
        case Roll():
            return Message("{kind} is not due: a roll comes first", kind=word)
        case _:
            return Message("{kind} is not due: cards or secrets are to be opened first", kind=word)


def told_not_due(demands: tuple[Demand, ...], told: Table) -> str:
    """Why something that the protocol tells cannot be, in one sentence; empty when it is due."""
    fits = [each for each in demands if _about_the_same(each, told)]
    if not fits:
        return Message("{what} is not due", what=_named(told))
    due = fits[0]
    if isinstance(told, Rolled) and isinstance(due, Roll) and not _are_faces(due.dice, told.faces):
        faces = ", ".join(map(str, told.faces))
        return Message("{faces} are not faces of the dice of {roll}", faces=faces, roll=told.why)
    if isinstance(told, Dealt) and isinstance(due, Deal) and told.slots != due.slots:
        slots = ", ".join(map(str, due.slots))
        return Message("the cards {slots} of {deck} are due", slots=slots, deck=due.deck)
    return ""


def _about_the_same(due: Demand, told: Table) -> bool:
    match due, told:
        case Roll(why=why, sealed=sealed), Requested():
            return sealed and told.why == why
        case Roll(why=why), Rolled():
            return told.why == why
        case Conceal(side=side, at=at), Sealed():
            return (told.side, told.at) == (side, at)
        case Disclose(side=side, at=at, ns=ns), Shown():
            return (told.side, told.at) == (side, at) and told.n in ns
        case Mask(side=side, deck=deck), Masked():
            return (told.side, told.deck) == (side, deck)
        case Deal(to=to, deck=deck), Dealt():
            return (told.to, told.deck) == (to, deck)
        case _:
            return False


def _are_faces(dice: tuple[Die, ...], faces: tuple[int, ...]) -> bool:
    return len(dice) == len(faces) and all(
        die.low <= face < die.low + die.sides for die, face in zip(dice, faces, strict=True)
    )


def _named(told: Table) -> Message:
    match told:
        case Rolled(why=why) | Requested(why=why):
            return Message("the roll {roll}", roll=why)
        case Sealed(at=at):
            return Message("sealing {label}", label=at)
        case Shown(at=at, n=n):
            return Message("opening {label}", label=f"{at}/{n}")
        case Masked(deck=deck) | Dealt(deck=deck):
            return Message("the deck {deck}", deck=deck)
