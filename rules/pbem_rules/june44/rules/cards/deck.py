"""The deck of event cards: shuffled by both sides, dealt, shuffled again (12.0, 12.1)."""

from __future__ import annotations

from pbem.port.game import Deal, Dealt, Demand, Mask, Masked
from pbem.port.messages import Message, counted
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, Held
from pbem_rules.june44.rules.cards.hands import DECK, EVENTS, HAND, deck_names, hand, with_hand
from pbem_rules.june44.rules.lookup import SIDES, enemy_of
from pbem_rules.june44.rules.play import Play, Position, View

DRAWN = "drawn"
RANDOM = "random-cards"


@BOOK.rule("12.0", "N10")
def proceed(play: Play) -> bool:
    """What needs no decision before cards can be drawn: a shuffle begins when one is due. Whether something went on."""
    state, random = play.state, play.chosen(RANDOM)
    drawing = DRAWN not in state.done
    if state.masking:
        return False
    if not state.deck:
        every = tuple(range(1, len(deck_names(play.data)) + 1))
        play.change(**{"deck": True, "undrawn": every} if random else {"masking": (GERMAN, ALLIED)})
    elif drawing and not state.undrawn and state.discards and (random or _drawer(play)):
        shuffle_again(play)
    elif drawing and not random and deal_due(play) is None:
        play.change(done=(*state.done, DRAWN))
    return play.state is not state


def _drawer(at: Position) -> str:
    """Who has to draw next: the first with fewer than two cards, until the draw of the turn is over."""
    if DRAWN in at.state.done:
        return ""
    return next((side for side in (GERMAN, ALLIED) if len(hand(at, side)) < HAND), "")


@BOOK.rule("12.1", "N11")
def shuffle_again(play: Play) -> None:
    """A new shuffle of what lies in the two piles begins."""
    piles = tuple(sorted((*play.state.undrawn, *play.state.discards)))
    if play.chosen(RANDOM):
        play.change(undrawn=piles, discards=())
    else:
        play.change(undrawn=(), discards=(), masking=(GERMAN, ALLIED), mixing=piles)
    play.say("shuffled", Message("The event cards are shuffled again."), "12.1")


def mask_demands(view: View) -> tuple[Demand, ...]:
    """Whose shuffle is due."""
    state = view.state
    if not state.masking:
        return ()
    why = Message("the event cards are shuffled")
    cards = () if state.deck else deck_names(view.data)
    return (
        Mask(side=state.masking[0], deck=DECK, cards=cards, slots=state.mixing, why=why, paragraph="12.0"),
    )


@EVENTS.masked
def masked(play: Play, _told: Masked) -> None:
    """One side has shuffled; after both, cards can be dealt."""
    left = play.state.masking[1:]
    play.change(masking=left)
    if not left:
        every = play.state.mixing or tuple(range(1, len(deck_names(play.data)) + 1))
        play.change(deck=True, undrawn=every, mixing=())


def deal_due(at: Position) -> Deal | None:
    """The cards that a side is to be dealt next; None when nobody draws."""
    side = _drawer(at)
    wanted = at.state.undrawn[: HAND - len(hand(at, side))] if side else ()
    if not wanted:
        return None
    why = counted(
        len(wanted),
        "the {side} side draws {n} event card",
        "the {side} side draws {n} event cards",
        side=SIDES[side],
    )
    return Deal(side=enemy_of(side), deck=DECK, to=side, slots=wanted, why=why, paragraph="12.0")


@EVENTS.dealt
def dealt(play: Play, told: Dealt) -> None:
    """A side has drawn."""
    state = play.state
    play.change(undrawn=tuple(slot for slot in state.undrawn if slot not in told.slots))
    drawn = tuple(Held(slot=slot, turn=state.turn) for slot in told.slots)
    held = sorted((*hand(play, told.to), *drawn), key=lambda each: each.slot)
    with_hand(play, told.to, tuple(held))
    said = counted(
        len(drawn),
        "The {side} side draws {n} event card.",
        "The {side} side draws {n} event cards.",
        side=SIDES[told.to],
    )
    play.say("drawn", said, "12.0", side=told.to)
