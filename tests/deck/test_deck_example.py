"""The deck from its specification: the example and its vectors, a second program, hands, and the longest entries."""

import json
from pathlib import Path

import pytest
import second_verifier as second
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.errors import VerifyError
from pbem.crypto import deck
from pbem.home.play import hand
from pbem.log.entries import PROTOCOL, DeckEntry, DeckKey, DeckShow
from pbem.port.game import Mask
from pbem.protocol import dealing
from pbem.replay import decks
from tests.lists import tried_with
from tests.protocol.conftest import Pair
from tests.vectors import make_deck_vectors as maker

from .conftest import begin
from .test_deck_play import red_to_play


def test_the_example_of_the_text_is_what_the_program_makes() -> None:
    """Every number of the table and of the five entries. ``make_deck_vectors.py`` writes them anew."""
    text = (maker.SCHEMAS / "deck.md").read_text(encoding="utf-8")
    assert text == maker.with_example(text)
    spoilt = text.replace("340480f7", "340480f8").replace("(gid `e2", "(gid `e3")
    assert text == maker.with_example(spoilt) != spoilt


def test_the_vectors_are_what_the_program_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = {path.name: path.read_bytes() for path in maker.HERE.glob("*.json")}
    monkeypatch.setattr(maker, "HERE", tmp_path)
    monkeypatch.setattr(maker, "SCHEMAS", tmp_path)
    (tmp_path / "deck.md").write_text("")
    maker.main()
    assert stored == {path.name: path.read_bytes() for path in tmp_path.glob("*.json")}


@pytest.mark.parametrize("name", ["mask-first", "mask-second", "mask-again"])
def test_a_vector_holds_a_whole_proof(name: str) -> None:
    value = json.loads((maker.HERE / f"{name}.json").read_text("ascii"))
    bits, numbers = bytes.fromhex(value["bits"]), bytes.fromhex(value["numbers"])
    assert (16, 128 * 32) == (len(bits), len(numbers))
    sides = {
        side: {
            "base": bytes.fromhex(value[side]["base"]),
            "fixed": tuple(map(bytes.fromhex, value[side]["fixed"])),
            "mixed": tuple(map(bytes.fromhex, value[side]["mixed"])),
        }
        for side in ("in", "out")
    }
    given = deck.Input(
        gid=bytes.fromhex(value["gid"]), deck=value["deck"], turn=value["turn"], seat=value["seat"], **sides["in"],
    )  # fmt: skip
    made, proof = deck.Output(**sides["out"]), deck.Proof(bits=bits, numbers=numbers)
    assert deck.check_mask(given, made, proof)
    assert not deck.check_mask(evolve(given, turn=given.turn + 1), made, proof)


def test_a_whole_game_holds_for_the_second_verifier(played: Pair) -> None:
    """Masks, keys, cards, a shuffle under held cards, and the audit: 36 entries and more."""
    verdict = second.verify(played.a.log.encode())
    assert ("ok", None) == (verdict.code, verdict.entry)
    assert len(played.a.log.bundles) == verdict.bundles


def test_a_hand_lists_every_card_with_the_orders_that_show_it() -> None:
    """Each card with its slot; a card that may not be played now has no order."""
    for seed in range(40):
        red = red_to_play(f"storm {seed}")
        if "storm" in red.secrets.hand["pack"].values():
            break
    found = hand.hand(red)
    assert {each.slot: each.card for each in found} == red.secrets.hand["pack"]
    for each in found:
        assert each.orders == (() if each.card == "storm" else (f"play {each.slot}",))
    assert [
        {"deck": "pack", "slot": each.slot, "card": each.card, "orders": [*each.orders]} for each in found
    ] == [each.json() for each in found]


def test_many_orders_are_cut_short_for_people() -> None:
    held = hand.Held(deck="pack", slot=3, card="six", orders=tuple(f"play {n}" for n in range(5)))
    assert (
        "six  (pack, slot 3)", "    pbem do play 0", "    pbem do play 1", "    pbem do play 2",
    ) == held.told()[:4]  # fmt: skip
    assert "2 more" in held.told()[4]


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
