"""The orders ``play`` and ``discard``: a card of the hand is named, and shown next (12.0, 16.1).

Cards are named by their place in the hand (1 or 2): nobody else knows what they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message, counted
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import CARDS, WEATHER_CARDS, Pending
from pbem_rules.june44.printed.data import Card
from pbem_rules.june44.rules.cards import effects
from pbem_rules.june44.rules.cards.choices import card_demands, weather_demands
from pbem_rules.june44.rules.cards.course import drawn_openly, happens
from pbem_rules.june44.rules.cards.hands import hand
from pbem_rules.june44.rules.combat.under_way import asked
from pbem_rules.june44.rules.lookup import SIDES
from pbem_rules.june44.rules.play import Play as Playing
from pbem_rules.june44.rules.play import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Play:
    """The card at place ``n`` of the hand is played; ``card`` says which it is, ``target`` a hex it needs."""

    n: int
    card: str
    target: str = ""


@frozen(kw_only=True)
class Discard:
    """The card at place ``n`` of the hand is discarded, face up."""

    n: int
    card: str


PLAY = Kind[Play, View, Playing](Play, exact=True)
DISCARD = Kind[Discard, View, Playing](Discard)


# --- what is wrong with them ----------------------------------------------------------------------------------------------


@PLAY.invalid
def no_card_to_play(view: View, order: Play) -> Iterator[Violation]:
    return no_such_card(view, order)


def no_such_card(view: View, order: Play | Discard) -> Iterator[Violation]:
    """Why an order names no card of the hand."""
    if drawn_openly(view):
        return
    held = len(hand(view, view.side))
    if not 1 <= order.n <= held:
        yield broken(
            "12.0",
            counted(held, "you hold {n} card: say 1", "you hold {n} cards: say 1 to {n}"),
            str(order.n),
        )
    elif order.card not in view.data.cards:
        yield broken("12.0", Message("there is no card {card!r}", card=order.card), order.card)


@DISCARD.invalid
@BOOK.rule("12.0", "N14")
def no_card_to_discard(view: View, order: Discard) -> Iterator[Violation]:
    return no_such_card(view, order)


@PLAY.wrong
@BOOK.rule("12.0", "N13")
def wrong_play(view: View, order: Play) -> Iterator[Violation]:
    laid, openly = view.state.pending, drawn_openly(view)
    card = view.data.cards[laid.card if laid is not None and openly else order.card]
    if card.user not in (view.side, "any"):
        said = Message("{card} is a card of the {side} side", card=card.name, side=SIDES[card.user])
        yield broken("12.0", said, card.id)
    if card.when != moment(view) and not openly:
        said = Message("{card} is played {when}", card=card.name, when=_WHEN[card.when])
        yield broken("12.0", said, card.id)
    if view.state.turn < card.first:
        said = Message("{card} cannot be played before turn {turn}", card=card.name, turn=card.first)
        yield broken("12.1", said, card.id)
    yield from effects.wrong(view, card, order.target)


def moment(at: Position) -> str:
    """What kind of card can be played now: event, weather or combat."""
    if at.state.combat is not None:
        return "combat"
    return {CARDS: "event", WEATHER_CARDS: "weather"}.get(at.state.phase, "")


_WHEN: Mapping[str, str] = {
    "event": Message("in the card phase"),
    "weather": Message("after the weather die"),
    "combat": Message("in a combat"),
}


# --- the legal ones, as far as the table can know: any card for any place in the hand -----------------------------------


@PLAY.legal
def plays(view: View) -> Iterator[Play]:
    laid = view.state.pending
    if laid is not None and drawn_openly(view):
        for where in effects.targets(view, view.data.cards[laid.card]):
            yield Play(n=1, card=laid.card, target=where)
        return
    for n, card in _any_card(view):
        for where in effects.targets(view, card) or ("",):
            play = Play(n=n, card=card.id, target=where)
            if not PLAY.verdict(view, play):
                yield play


@DISCARD.legal
def discards(view: View) -> Iterator[Discard]:
    if not drawn_openly(view):
        yield from (Discard(n=n, card=card.id) for n, card in _any_card(view))


def _any_card(view: View) -> Iterator[tuple[int, Card]]:
    places = range(1, len(hand(view, view.side)) + 1)
    return ((n, card) for n in places for card in view.data.cards.values())


# --- what they do ---------------------------------------------------------------------------------------------------------


@PLAY.carry_out
def play_card(play: Playing, order: Play) -> None:
    """A card is to be shown next. A card drawn at random lies open already."""
    laid = play.state.pending
    if laid is None:
        _lay(play, order, "play", order.target)
    else:
        play.change(pending=None)
        happens(play, evolve(laid, target=order.target))


@DISCARD.carry_out
def discard(play: Playing, order: Discard) -> None:
    _lay(play, order, "discard")


def _lay(play: Playing, order: Play | Discard, then: str, target: str = "") -> None:
    side = _whose(play)
    slot = hand(play, side)[order.n - 1].slot
    play.change(pending=Pending(side=side, slot=slot, card=order.card, then=then, target=target))


def _whose(play: Playing) -> str:
    """Who is asked for a card now."""
    if play.state.combat is not None:
        return asked(play.state.combat)
    demands = weather_demands if play.state.phase == WEATHER_CARDS else card_demands
    return demands(View(data=play.data, state=play.state))[0].side
