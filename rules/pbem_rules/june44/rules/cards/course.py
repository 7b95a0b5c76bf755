"""Cards shown, played and discarded, and those that chance brings (12.0, 12.1, 16.1).

Card ``n`` of the hand is played by naming it; then its owner shows it, and it must be what he said.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Rolled, Shown, Table
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, WEATHER_CARDS, Pending
from pbem_rules.june44.rules.cards import effects
from pbem_rules.june44.rules.cards.deck import DRAWN, shuffle_again
from pbem_rules.june44.rules.cards.hands import EVENTS, card_of, deck_names, hand, with_hand
from pbem_rules.june44.rules.lookup import SIDES
from pbem_rules.june44.rules.play import Play, Position, View
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import broken

CARD = Label[View, Play]("card")


def drawn_openly(at: Position) -> bool:
    """Whether a card drawn at random lies on the table and waits for its target."""
    return at.state.pending is not None and at.state.pending.then == "choose"


@EVENTS.wrong
def wrong_card(view: View, told: Table) -> Iterator[Violation]:
    """A card shown that is not the one named."""
    if not isinstance(told, Shown):
        return
    laid, card = view.state.pending, card_of(view.data, told.value)
    if laid is None or laid.slot != told.n or laid.side != told.side:
        yield broken("12.0", Message("card {n} is not to be shown now", n=told.n), str(told.n))
    elif card is None or card.id != laid.card:
        said = Message(
            "the card shown is {shown}, not {card} as was said",
            shown=card.name if card else str(told.value),
            card=view.data.cards[laid.card].name,
        )
        yield broken("12.0", said, laid.card)


@EVENTS.shown
def shown(play: Play, _told: Shown) -> None:
    """The card named has been shown: it is played or discarded."""
    laid = play.state.pending
    assert laid is not None
    with_hand(play, laid.side, tuple(each for each in hand(play, laid.side) if each.slot != laid.slot))
    play.change(pending=None)
    if laid.then != "play":
        _discarded(play, laid)
        return
    if play.state.combat is not None:
        answer(play, laid.side)
    elif play.state.phase == WEATHER_CARDS:
        play.change(done=(*play.state.done, laid.side))
    else:
        play.change(played=(*play.state.played, laid.side))
    happens(play, laid)


def answer(play: Play, side: str) -> None:
    """A side has played its card in the combat under way, or has passed."""
    on = play.state.combat
    assert on is not None
    play.change(combat=evolve(on, answered=(*on.answered, side)))


def happens(play: Play, laid: Pending) -> None:
    """A card that lies open does what it does."""
    card = play.data.cards[laid.card]
    said = Message(
        "The {side} side plays {card}. {text}", side=SIDES[laid.side], card=card.name, text=card.text
    )
    hexes = (laid.target,) if laid.target in play.data.ground.terrain else ()
    play.say("card", said, "12.0", side=laid.side, hexes=hexes)
    effects.happens(play, card, laid.target)
    if card.removed:
        play.change(removed=(*play.state.removed, laid.slot))
    else:
        play.change(discards=(*play.state.discards, laid.slot))


def _discarded(play: Play, laid: Pending) -> None:
    card = play.data.cards[laid.card]
    said = Message("The {side} side discards {card}.", side=SIDES[laid.side], card=card.name)
    play.say("discarded", said, "12.0", side=laid.side)
    play.change(discards=(*play.state.discards, laid.slot))
    if card.reshuffles:
        shuffle_again(play)


# --- cards drawn at random (16.1) ----------------------------------------------------------------------------------------


@CARD.rolled
@BOOK.rule("16.1", "N15")
def drawn_at_random(play: Play, roll: Rolled) -> None:
    """The card of the turn happens, or asks its user where."""
    state, data = play.state, play.data
    slot = state.undrawn[roll.faces[0] - 1]
    card = card_of(data, deck_names(data)[slot - 1])
    assert card is not None
    play.change(undrawn=tuple(each for each in state.undrawn if each != slot), done=(*state.done, DRAWN))
    play.say("drawn", Message("Event card: {card}.", card=card.name), "16.1", faces=roll.faces)
    side = ALLIED if card.user == "any" else card.user
    laid = Pending(side=side, slot=slot, card=card.id, then="choose")
    targets = effects.targets(play, card)
    if state.turn < card.first or (not targets and any(effects.wrong(play, card, ""))):
        said = Message("{card} has no effect this turn and is discarded.", card=card.name)
        play.say("no-effect", said, "16.1")
        play.change(discards=(*state.discards, slot))
    elif targets:
        play.change(pending=laid)
    else:
        happens(play, laid)


def passed_at_random(play: Play) -> None:
    """The user of a card drawn at random does without it."""
    laid = play.state.pending
    assert laid is not None
    play.change(pending=None, discards=(*play.state.discards, laid.slot))
