"""The event cards by name, and the slots of the deck that each side holds (12.0).

The deck is shuffled by both sides under masks (``schemas/deck.md``): the state knows slots only.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.port.messages import Message
from pbem_rules.june44.model import ALLIED, Held
from pbem_rules.june44.printed.data import Card, Data
from pbem_rules.june44.rules.play import Play, Position, View
from pbem_rules.shared.chance import Label

DECK, NAMED = "events", Message("events")
HAND = 2
EVENTS = Label[View, Play](DECK)


def deck_names(data: Data) -> tuple[str, ...]:
    """Every card of the deck in the order of the list: copies after the first are ``ID/2`` and so on."""
    return tuple(
        each.id if n == 1 else f"{each.id}/{n}"
        for each in data.cards.values()
        for n in range(1, each.copies + 1)
    )


def card_of(data: Data, name: object) -> Card | None:
    """The card of a name in the deck."""
    return data.cards.get(name.partition("/")[0]) if isinstance(name, str) else None


def hand(at: Position, side: str) -> tuple[Held, ...]:
    """The slots that a side holds."""
    return at.state.hands[0 if side == ALLIED else 1]


def with_hand(play: Play, side: str, held: tuple[Held, ...]) -> None:
    """The side holds these slots from now on."""
    allied, german = play.state.hands
    play.change(hands=(held, german) if side == ALLIED else (allied, held))


def held_cards(at: Position, side: str, known: Mapping[str, Mapping[int, str]]) -> tuple[str, ...]:
    """What a side's own cards are, in the order of its hand; for its own eyes."""
    slots = known.get(DECK, {})
    found = (card_of(at.data, slots.get(each.slot, "")) for each in hand(at, side))
    return tuple(card.id if card is not None else "" for card in found)
