"""Cards named, shown, played and discarded, and those that chance brings (12.0, 12.1, 16.1).

Card ``n`` of the hand is played by naming it; then its owner shows it, and it must be what he said.
"""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem.port.game import Rolled
from pbem_rules.june44 import events
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course
from pbem_rules.june44.hands import card_of, deck_names, hand, with_hand
from pbem_rules.june44.model import ALLIED, WEATHER_CARDS, Pending
from pbem_rules.june44.orders import Discard, Play
from pbem_rules.june44.shuffling import DRAWN, shuffle_again


def lay(course: Course, side: str, order: Play | Discard) -> None:
    """A card is named: it is to be shown next. A card drawn at random lies open already."""
    state = course.state
    target = order.target if isinstance(order, Play) else ""
    if state.pending is not None:
        laid = evolve(state.pending, target=target)
        course.change(pending=None)
        _happens(course, laid)
        return
    then = "play" if isinstance(order, Play) else "discard"
    slot = hand(state, side)[order.n - 1].slot
    course.change(pending=Pending(side=side, slot=slot, card=order.card, then=then, target=target))


def shown(course: Course) -> None:
    """The card named has been shown: it is played or discarded."""
    laid = course.state.pending
    assert laid is not None
    left = tuple(each for each in hand(course.state, laid.side) if each.slot != laid.slot)
    with_hand(course, laid.side, left)
    course.change(pending=None)
    if laid.then == "play":
        if course.state.combat is not None:
            answer(course, laid.side)
        elif course.state.phase == WEATHER_CARDS:
            course.change(done=(*course.state.done, laid.side))
        else:
            course.change(played=(*course.state.played, laid.side))
        _happens(course, laid)
    else:
        _discarded(course, laid)


def answer(course: Course, side: str) -> None:
    """A side has played its card in the combat under way, or has passed."""
    fight = course.state.combat
    assert fight is not None
    course.change(combat=evolve(fight, answered=(*fight.answered, side)))


def _happens(course: Course, laid: Pending) -> None:
    card = course.data.cards[laid.card]
    said = f"The {laid.side} side plays {card.name}. {card.text}"
    hexes = (laid.target,) if laid.target in course.data.ground.terrain else ()
    course.say("card", said, "12.0", side=laid.side, hexes=hexes)
    events.happens(course, laid.side, card, laid.target)
    if card.removed:
        course.change(removed=(*course.state.removed, laid.slot))
    else:
        course.change(discards=(*course.state.discards, laid.slot))


def _discarded(course: Course, laid: Pending) -> None:
    card = course.data.cards[laid.card]
    course.say("discarded", f"The {laid.side} side discards {card.name}.", "12.0", side=laid.side)
    course.change(discards=(*course.state.discards, laid.slot))
    if card.reshuffles:
        shuffle_again(course)


# --- cards drawn at random (16.1) ----------------------------------------------------------------------------------------


@BOOK.rule(
    "16.1", "N15", text="A card drawn before its date, or that cannot happen, is discarded without effect."
)
def drawn_at_random(course: Course, roll: Rolled) -> None:
    """The card of the turn happens, or asks its user where."""
    state, data = course.state, course.data
    slot = state.undrawn[roll.faces[0] - 1]
    card = card_of(data, deck_names(data)[slot - 1])
    assert card is not None
    side = ALLIED if card.user == "any" else card.user
    course.change(undrawn=tuple(each for each in state.undrawn if each != slot), done=(*state.done, DRAWN))
    course.say("drawn", f"Event card: {card.name}.", "16.1", faces=roll.faces)
    laid = Pending(side=side, slot=slot, card=card.id, then="choose")
    targets = events.targets(data, state, card)
    early = state.turn < card.first
    if early or (not targets and any(events.wrong(data, state, side, card, ""))):
        said = f"{card.name} has no effect this turn and is discarded."
        course.say("no-effect", said, "16.1")
        course.change(discards=(*course.state.discards, slot))
    elif targets:
        course.change(pending=laid)
    else:
        _happens(course, laid)


def passed_at_random(course: Course) -> None:
    """The user of a card drawn at random does without it."""
    laid = course.state.pending
    assert laid is not None
    course.change(pending=None, discards=(*course.state.discards, laid.slot))
