"""The deck of event cards: shuffled by both sides, dealt, shuffled again (12.0, 12.1)."""

from __future__ import annotations

from pbem.port.game import Deal, Dealt, Demand, Mask
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course, View
from pbem_rules.june44.hands import DECK, HAND, deck_names, hand, with_hand
from pbem_rules.june44.lookup import chosen, enemy_of
from pbem_rules.june44.model import ALLIED, GERMAN, Held, State

DRAWN = "drawn"
RANDOM = "random-cards"


@BOOK.rule(
    "12.0", "N10", text="On turn 2 the cards are shuffled; each side draws up to two, the German first."
)
def proceed(course: Course) -> None:
    """What needs no decision before cards can be drawn: a shuffle begins when one is due."""
    state = course.state
    if state.masking:
        return
    if not state.deck:
        if chosen(state, RANDOM):
            course.change(deck=True, undrawn=tuple(range(1, len(deck_names(course.data)) + 1)))
        else:
            course.change(masking=(GERMAN, ALLIED))
    elif DRAWN not in state.done and not state.undrawn and state.discards and _lacks(state):
        shuffle_again(course)
    elif not chosen(state, RANDOM) and deal_due(state) is None and DRAWN not in state.done:
        course.change(done=(*state.done, DRAWN))


def _lacks(state: State) -> bool:
    """Whether somebody still has to draw."""
    return chosen(state, RANDOM) or bool(_drawer(state))


def _drawer(state: State) -> str:
    """Who has to draw next: the first with fewer than two cards, until the draw of the turn is over."""
    if DRAWN in state.done:
        return ""
    return next((side for side in (GERMAN, ALLIED) if len(hand(state, side)) < HAND), "")


@BOOK.rule(
    "12.1", "N11", text="Every card but those in the hands, and those out of the game, is shuffled again."
)
def shuffle_again(course: Course) -> None:
    """A new shuffle of what lies in the two piles begins."""
    piles = tuple(sorted((*course.state.undrawn, *course.state.discards)))
    course.change(undrawn=(), discards=())
    if chosen(course.state, RANDOM):
        course.change(undrawn=piles)
    else:
        course.change(masking=(GERMAN, ALLIED), mixing=piles)
    course.say("shuffled", "The event cards are shuffled again.", "12.1")


def mask_demands(view: View) -> tuple[Demand, ...]:
    """Whose shuffle is due."""
    data, state = view.data, view.state
    if not state.masking:
        return ()
    why = "the event cards are shuffled"
    cards = () if state.deck else deck_names(data)
    side = state.masking[0]
    return (Mask(side=side, deck=DECK, cards=cards, slots=state.mixing, why=why, paragraph="12.0"),)


def masked(course: Course) -> None:
    """One side has shuffled; after both, cards can be dealt."""
    left = course.state.masking[1:]
    course.change(masking=left)
    if not left:
        every = course.state.mixing or tuple(range(1, len(deck_names(course.data)) + 1))
        course.change(deck=True, undrawn=every, mixing=())


def deal_due(state: State) -> Deal | None:
    """The cards that a side is to be dealt next; None when nobody draws."""
    side = _drawer(state)
    wanted = state.undrawn[: HAND - len(hand(state, side))] if side else ()
    if not wanted:
        return None
    why = f"the {side} side draws {len(wanted)} event card{'s' if len(wanted) > 1 else ''}"
    return Deal(side=enemy_of(side), deck=DECK, to=side, slots=wanted, why=why, paragraph="12.0")


def dealt(course: Course, action: Dealt) -> None:
    """A side has drawn."""
    state = course.state
    course.change(undrawn=tuple(slot for slot in state.undrawn if slot not in action.slots))
    drawn = tuple(Held(slot=slot, turn=state.turn) for slot in action.slots)
    held = sorted((*hand(state, action.to), *drawn), key=lambda each: each.slot)
    with_hand(course, action.to, tuple(held))
    course.say("drawn", f"The {action.to} side draws {len(drawn)} event cards.", "12.0", side=action.to)
