"""A cheat who has time: a false mask is ground out when a proof has few rounds, and the rounds of today are too many."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from attrs import evolve

from pbem.bytes.canon import tagged_hash
from pbem.crypto import deck, group
from tests.lists import tried_with

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
