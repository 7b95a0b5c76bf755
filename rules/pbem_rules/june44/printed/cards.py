"""Reads ``cards.toml``: the event cards. Raises DataError with the path."""

from __future__ import annotations

from pbem_rules.june44.printed.data import Card
from pbem_rules.kernel.tables import Table, into, wrong

EFFECTS = {
    "weather": ("storm", "clear"),
    "event": (
        "major-storm",
        "mulberry",
        "delay",
        "fighters",
        "cautious",
        "no-replacements",
        "draft-allied",
        "draft-german",
        "night-march",
        "slow",
        "supply",
    ),
    "combat": ("attack", "defence", "support", "hedgerows", "ambush", "bombing", "funnies"),
}
"""What cards can do, by when they are played."""
DECK = 24


def read_cards(table: Table) -> dict[str, Card]:
    """The cards by id, in the order of the file; 24 in all."""
    found = {name: _card(name, row) for name, row in table.tables()}
    count = sum(card.copies for card in found.values())
    if count != DECK:
        raise wrong(table.at, f"there are {count} cards, and a deck has {DECK} (2.0)")
    return found


def _card(name: str, row: Table) -> Card:
    card = into(Card, row, id=name)
    row.one_of("effect", EFFECTS[card.when])
    return card
