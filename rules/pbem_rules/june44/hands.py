"""The event cards by name, and the slots of the deck that each side holds (12.0).

The deck is shuffled by both sides under masks (``schemas/deck.md``): the state knows slots only.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.june44.course import Course
from pbem_rules.june44.model import ALLIED, Held, State
from pbem_rules.june44.printed import Card, Data

DECK = "events"
HAND = 2


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


def hand(state: State, side: str) -> tuple[Held, ...]:
    """The slots that a side holds."""
    return state.hands[0 if side == ALLIED else 1]


def with_hand(course: Course, side: str, held: tuple[Held, ...]) -> None:
    """The side holds these slots from now on."""
    allied, german = course.state.hands
    course.change(hands=(held, german) if side == ALLIED else (allied, held))


def held_cards(
    data: Data, state: State, side: str, known: Mapping[str, Mapping[int, str]]
) -> tuple[str, ...]:
    """What a side's own cards are, in the order of its hand; for its own eyes."""
    slots = known.get(DECK, {})
    found = (card_of(data, slots.get(each.slot, "")) for each in hand(state, side))
    return tuple(card.id if card is not None else "" for card in found)
