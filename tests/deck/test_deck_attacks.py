"""A cheat with one seat's keys: what he writes about the deck fails at once, and no false mask is ground out."""

from collections.abc import Iterator
from itertools import product

import pytest
from attrs import evolve

from pbem.bytes.canon import tagged_hash
from pbem.bytes.errors import VerifyError
from pbem.crypto import deck, group
from pbem.log.entries import DeckShow
from pbem.port.game import Deal, Disclose, Mask
from pbem.protocol import dealing
from pbem.replay import decks
from tests.lists import tried_with
from tests.protocol.conftest import play_out

from .conftest import begin
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
        Mask(side="red", deck="new", cards=()), Mask(side="red", deck="new", cards=("card",) * 111),
        Mask(side="red", deck="new", slots=(1, 2)), Mask(side="red", deck=PACK, slots=(1, 1)),
        Mask(side="red", deck=PACK, slots=(0, 1)), Mask(side="red", deck=PACK, slots=(8, 9)),
        Mask(side="red", deck=PACK), Deal(side="blue", deck="new", to="red", slots=(1,)),
        Deal(side="blue", deck=PACK, to="red", slots=(1,)), Deal(side="blue", deck=PACK, to="red", slots=(8, 8)),
        Deal(side="blue", deck=PACK, to="red", slots=(9,)), Deal(side="blue", deck=PACK, to="red", slots=()),
        Deal(side="red", deck=PACK, to="red", slots=(8,)),
    ],
)  # fmt: skip
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
