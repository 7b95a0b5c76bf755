"""Shared decks under the JavaScript verifier: every proof of a mask, a key and a card; masks again from opened vaults."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from pbem.bytes.canon import Json
from tests.js.logs import GAMES, bytes_of, said
from tests.js.node import needs_node, run

import bases  # isort: skip  # found by the import above
import deck_writer as cards  # isort: skip
from toss_script import CARDS  # isort: skip
from entry_writer import START, audit  # isort: skip
from writer import Entry, Game  # isort: skip

pytestmark = [pytest.mark.wider, needs_node]
G = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"


def test_a_whole_game_with_a_deck_holds_and_every_proof_was_looked_at() -> None:
    found = said(bytes_of(GAMES["cards"]))
    assert ("ok", True) == (found.code, found.over)
    assert found.counts is not None
    assert (4, 4, 4, 4, 2) == tuple(
        found.counts[name] for name in ("allMasks", "masks", "masksMade", "dealt", "cards")
    )


def flipped(value: Json) -> Json:
    text = str(value)
    return ("1" if text[0] != "1" else "2") + text[1:]


def but(made: Entry, **changes: Callable[[Json], Json]) -> Entry:
    """An entry with fields made from what they are."""

    def changed(game: Game, by: str, before: bytes) -> dict[str, Json]:
        entry = made(game, by, before) if callable(made) else made
        return {**entry, **{name: change(entry[name]) for name, change in changes.items()}}

    return changed


def test_a_false_mask_stands_before_what_is_wrong_behind_it() -> None:
    """Proofs are looked at last; the verdict is that of the first failure all the same."""
    game = bases.decks(0)
    game.write("A", START, but(cards.mask(CARDS), bits=flipped))
    game.write("B", cards.mask())
    game.write("A", cards.key(3))
    game.write("B", audit(vault="00" * 32))
    found = said(bytes_of(game))
    assert ("bad-shuffle", 1, 0, 0) == (found.code, found.entry, found.bundles, found.entries)


def test_multiples_are_the_same_with_the_platform_and_without() -> None:
    chance = random.Random(3)
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    cases: list[dict[str, Json]] = [
        {"do": "multiples", "n": str(n), "points": [G]}
        for n in (1, 2, 15, 16, order - 1, *(chance.randrange(1, order) for _ in range(4)))
    ]
    found = run("cases.mjs", cases)
    assert all(isinstance(each, dict) and each["fast"] == each["slow"] for each in found)
    assert [G] == found[0]["fast"] == found[4]["fast"]  # type: ignore[call-overload,index]
