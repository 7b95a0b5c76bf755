"""Reads ``cards.toml``: the event cards. Raises DataError with the path."""

from __future__ import annotations

from pbem_rules.june44.printed.data import Card
from pbem_rules.kernel.filling import filled
from pbem_rules.kernel.tables import Table, wrong
from pbem_rules.shared.printed import printed

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
_KEYS = ("name", "user", "when", "effect", "value", "text", "first", "copies", "removed", "reshuffles")


def read_cards(table: Table) -> dict[str, Card]:
    """The cards by id, in the order of the file; 24 in all."""
    found = {name: _card(name, row) for name, row in table.tables()}
    count = sum(card.copies for card in found.values())
    if count != DECK:
        raise wrong(table.at, f"there are {count} cards, and a deck has {DECK} (2.0)")
    return found


def _card(name: str, row: Table) -> Card:
    row.only(*_KEYS)
    when = row.one_of("when", tuple(EFFECTS))
    return filled(
        Card,
        row,
        id=name,
        user=row.one_of("user", ("allied", "german", "any")),
        when=when,
        effect=row.one_of("effect", EFFECTS[when]),
        text=printed(row.text("text")),
        first=row.within("first", 16, 2, least=2),
        copies=row.within("copies", 4, 1, least=1),
    )
