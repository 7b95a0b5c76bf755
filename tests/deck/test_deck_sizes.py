"""The longest entries about a deck fit a line of the log: 110 cards, with names and a label as long as may be."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.errors import VerifyError
from pbem.crypto import deck
from pbem.log.entries import PROTOCOL, DeckEntry, DeckKey, DeckShow
from pbem.port.game import Mask
from pbem.protocol import dealing
from pbem.replay import decks
from tests.lists import tried_with

from .conftest import begin

LONG = '"' * deck.MAX_NAME
"""Nothing takes more room: each of these characters is written as two."""

MOST = Mask(side="red", deck=LONG, cards=(LONG,) * deck.MAX_CARDS)


def size(entry: DeckEntry) -> int:
    """The bytes of an entry's line late in a game; the line can be read."""
    line = canon.encode_value({**PROTOCOL.dump(entry), "i": 10**7})
    assert canon.decode(line)["k"] == PROTOCOL.kind(entry)
    return len(line)


def test_the_largest_deck_with_the_longest_names_fits_a_line() -> None:
    """A true mask of 110 cards, proved, and taken by the other side."""
    session = begin("large").a
    table = session.position.table
    entry = dealing.mask(table, "A", session.vault.salts, MOST)
    assert 30_000 < size(entry) <= canon.MAX_LINE
    after = decks.masked(table.decks, table.gid, "A", entry, MOST)
    assert (LONG,) * 110 == after[LONG].cards


def test_a_shuffle_under_the_largest_hand_fits_a_line() -> None:
    """Every slot, and all but one of them once more as what was handed over of the hand."""
    session = begin("large").a
    first = dealing.mask(session.position.table, "A", session.vault.salts, evolve(MOST, cards=("card",)))
    held = deck.MAX_CARDS - 1
    later = evolve(first, p=first.p * (deck.MAX_CARDS + held), cards=(), mix=(deck.MAX_CARDS,))
    assert size(later) <= canon.MAX_LINE
    assert (
        size(evolve(later, p=first.p * deck.MAX_CARDS, mix=tuple(range(1, deck.MAX_CARDS + 1))))
        <= canon.MAX_LINE
    )


def test_all_keys_of_the_largest_deck_fit_a_line() -> None:
    every = tuple(range(1, deck.MAX_CARDS + 1))
    entry = DeckKey(at=LONG, n=every, u=("5a" * 32,) * len(every), pf=("5a" * 64,) * len(every))
    assert size(entry) <= canon.MAX_LINE
    assert size(DeckShow(at=LONG, n=110, card=110, v=LONG, pf="5a" * 64)) < 1000


@tried_with(
    "name", ["", "a" * (deck.MAX_NAME + 1), "Panzer\u00e4", "two\nlines", "tab\t", "\x7f", "\U0001f0a1"]
)
def test_a_name_that_is_too_long_or_not_ascii_is_refused(name: str) -> None:
    """Of a card, and of the deck: the game is at fault, and is told so before anything is masked."""
    session = begin("names").a
    for demand in (
        Mask(side="red", deck="pack", cards=("ace", name)),
        Mask(side="red", deck=name, cards=("ace",)),
    ):
        with pytest.raises(VerifyError) as refused:
            dealing.mask(session.position.table, "A", session.vault.salts, demand)
        assert "bad-deck" == refused.value.code
