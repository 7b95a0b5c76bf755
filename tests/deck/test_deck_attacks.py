"""The deck from its specification, its example and vectors; and a cheat with one seat's keys, who is found at once."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
import second_verifier as second
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import tagged_hash
from pbem.bytes.errors import VerifyError
from pbem.cli import hand
from pbem.crypto import deck, group
from pbem.log.entries import PROTOCOL, DeckEntry, DeckKey, DeckShow
from pbem.port.game import Deal, Disclose, Mask
from pbem.protocol import dealing
from pbem.replay import decks
from tests.lists import tried_with
from tests.protocol.conftest import Pair, play_out
from tests.vectors import make_deck_vectors as maker

from .conftest import begin
from .test_deck_play import red_to_play
from .whist import CARDS, PACK


def test_a_card_that_is_not_held_cannot_be_shown() -> None:
    """A slot of the other hand, of the stock, or shown already, even if a game were to ask for it."""
    pair = play_out(begin("held"), 1, 8)
    table = pair.a.position.table
    found = table.decks[PACK]
    for n in set(range(1, 9)) - set(found.held("A")):
        demand = Disclose(side="red", at=PACK, ns=(n,))
        with pytest.raises(VerifyError) as refused:
            dealing.show(table, "A", pair.a.vault.salts, demand)
        assert "never-dealt" == refused.value.code
        entry = DeckShow(at=PACK, n=n, card=1, v="one", pf="11" * 64)
        with pytest.raises(VerifyError) as refused:
            decks.shown(table.decks, "A", entry, demand)
        assert "never-dealt" == refused.value.code


@pytest.mark.wider
@tried_with(
    "demand",
    [
        Mask(side="red", deck="new", cards=()),
        Mask(side="red", deck="new", cards=("card",) * 111),
        Mask(side="red", deck="new", slots=(1, 2)),
        Mask(side="red", deck=PACK, slots=(1, 1)),
        Mask(side="red", deck=PACK, slots=(0, 1)),
        Mask(side="red", deck=PACK, slots=(8, 9)),
        Mask(side="red", deck=PACK),
        Deal(side="blue", deck="new", to="red", slots=(1,)),
        Deal(side="blue", deck=PACK, to="red", slots=(1,)),
        Deal(side="blue", deck=PACK, to="red", slots=(8, 8)),
        Deal(side="blue", deck=PACK, to="red", slots=(9,)),
        Deal(side="blue", deck=PACK, to="red", slots=()),
        Deal(side="red", deck=PACK, to="red", slots=(8,)),
    ],
)
def test_a_game_cannot_ask_for_the_impossible(demand: Mask | Deal) -> None:
    """A game with a fault is refused with a sentence, not with a crash."""
    pair = play_out(begin("bad"), 1, 4)
    table = pair.a.position.table
    with pytest.raises(VerifyError) as refused:
        dealing.due(table, "A", pair.a.vault.salts, demand)
    assert "bad-deck" == refused.value.code


def test_the_audit_names_a_forged_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a false proof to pass, the audit would still find the card that was there twice."""
    pair = begin("forged")
    table = pair.a.position.table
    demand = Mask(side="red", deck=PACK, cards=CARDS)
    honest = dealing.mask(table, "A", pair.a.vault.salts, demand)
    forged = evolve(honest, p=(honest.p[1], *honest.p[1:]))
    monkeypatch.setattr(deck, "check_mask", lambda *_: True)
    after = decks.masked(table.decks, table.gid, "A", forged, demand)
    with pytest.raises(VerifyError) as refused:
        decks.audit(after, "A", pair.a.vault.salts)
    assert "other-mask" == refused.value.code


VAULT = b"a" * 32
FEW = 16
"""Rounds that a test can grind: 65,536 tries on average."""

GIVEN = deck.Input(
    gid=b"g" * 32, deck="pack", turn=1, seat="A", base=group.BASE,
    mixed=deck.cards(b"g" * 32, "pack", ("ace", "king")),
)  # fmt: skip


def twice() -> deck.Output:
    """The deck with one card twice, and the other not at all."""
    made, _ = deck.mask(VAULT, GIVEN)
    return evolve(made, mixed=made.mixed[:1] * 2)


def rounds(made: deck.Output, half: int, place: int, count: int) -> list[tuple[int, bytes]]:
    """Numbers for one round, each with the hash that opens rightly if the bit of the round turns out to be ``half``."""
    label = f"{place}, another".encode()
    numbers = [
        group.secret_scalar(VAULT, tagged_hash("try", label, bytes([n // 256, n % 256])))
        for n in range(count)
    ]
    side = made if half else GIVEN
    return list(zip(numbers, deck._rounds([(number, side) for number in numbers]), strict=True))


def pairs(made: deck.Output, guess: bytes, count: int) -> Iterator[deck.Proof]:
    """Proofs that fit the guessed bits in every round: ``count`` numbers each for the last two rounds are multiplied
    once, and every pair of them is another proof, for the price of a hash. The first that meets its own bits is found.
    """
    statement = deck._statement(GIVEN, made)
    halves = [deck._bit(guess, place) for place in range(deck.ROUNDS)]
    head = [rounds(made, half, place, 1)[0] for place, half in enumerate(halves[:-2])]
    ends = [rounds(made, halves[place], place, count) for place in range(deck.ROUNDS - 2, deck.ROUNDS)]
    for one, two in product(*ends):
        tried = (*head, one, two)
        if deck._bits(statement, [each for _, each in tried]) == guess:
            numbers = b"".join(group.scalar_bytes(number) for number, _ in tried)
            yield deck.Proof(bits=guess, numbers=numbers)


def test_a_false_mask_is_ground_out_of_few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 16 rounds a card is in the deck twice after some ten thousand hashes, a quarter of a second; the check passes,
    and only the audit finds it. Each round more doubles the hashes and nothing else.
    """
    monkeypatch.setattr(deck, "ROUNDS", FEW)
    made = twice()
    forged = next(pairs(made, b"\x5a\xc3", 400))
    assert deck.check_mask(GIVEN, made, forged)
    assert not deck.is_mask(VAULT, GIVEN, made)


def test_a_proof_is_beyond_grinding() -> None:
    """As many bits as a key of today has: a proof of fewer rounds than 128 is no proof, whoever made it."""
    made, proof = deck.mask(VAULT, GIVEN)
    assert 128 <= 8 * len(proof.bits)
    assert 128 <= len(proof.numbers) // group.SIZE
    assert deck.check_mask(GIVEN, made, proof)


@pytest.mark.parametrize("fewer", [FEW, 48, 120])
def test_a_proof_of_fewer_rounds_is_refused(fewer: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr(deck, "ROUNDS", fewer)
        made, proof = deck.mask(VAULT, GIVEN)
        assert deck.check_mask(GIVEN, made, proof)
    deck.check_mask.cache_clear()
    assert not deck.check_mask(GIVEN, made, proof)


@tried_with("place", [0, 1, 47, 48, 63, 64, 126, 127])
def test_every_round_counts(place: int) -> None:
    """Another number in any one round, or the other half of it, and the proof is none."""
    made, proof = deck.mask(VAULT, GIVEN)
    at = place * group.SIZE
    other = group.scalar_bytes(int.from_bytes(proof.numbers[at : at + group.SIZE], "big") * 3)
    numbers = proof.numbers[:at] + other + proof.numbers[at + group.SIZE :]
    assert not deck.check_mask(GIVEN, made, evolve(proof, numbers=numbers))
    bits = bytearray(proof.bits)
    bits[place // 8] ^= 0x80 >> place % 8
    assert not deck.check_mask(GIVEN, made, evolve(proof, bits=bytes(bits)))


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
