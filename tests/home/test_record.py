"""The record: what was signed and disclosed is known behind every change of the log."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem.bytes.errors import ConflictError
from pbem.protocol.signing_record import UNKNOWN, Disclosures, Record

CHAIN, OTHER = b"c" * 32, b"o" * 32


def test_a_seed_is_given_for_one_request_and_may_be_given_for_it_again() -> None:
    record = Record().with_leaving(Disclosures(seeds=(((CHAIN, 3), b"one"),)))
    record.check(Disclosures(seeds=(((CHAIN, 3), b"one"),)))
    record.check(Disclosures(seeds=(((OTHER, 3), b"two"), ((CHAIN, 4), b"two"))))
    for leaving in (
        Disclosures(seeds=(((CHAIN, 3), b"two"),)), Disclosures(asked=(((CHAIN, 3), b"two"),)),
        Disclosures(seeds=(((CHAIN, 2), b"two"),)), Disclosures(asked=(((CHAIN, 2), b"two"),)),
    ):  # fmt: skip
        with pytest.raises(ConflictError, match="never given again"):
            record.check(leaving)


def test_a_deck_gives_its_keys_for_one_shuffle() -> None:
    record = Record().with_leaving(Disclosures(decks=((b"hand", b"lay"),)))
    record.check(Disclosures(decks=((b"hand", b"lay"), (b"other", b"lies"))))
    with pytest.raises(ConflictError, match="two shuffles"):
        record.check(Disclosures(decks=((b"hand", b"lies"),)))


def test_two_records_become_one_and_nothing_is_lost() -> None:
    one = Record(signed={(3, b"p"): frozenset({b"x"})}, seeds={(CHAIN, 1): frozenset({UNKNOWN})})
    two = Record(
        signed={(3, b"p"): frozenset({b"y"}), (4, b"q"): frozenset({b"z"})},
        seeds={(CHAIN, 1): frozenset({b"request"})},
        given_up=frozenset({b"y"}),
    )
    both = one.merged(two)
    assert both == two.merged(one) == both.merged(one)
    assert {(3, b"p"), (4, b"q")} == set(both.signed)
    assert frozenset({b"x", b"y"}) == both.signed[3, b"p"]
    assert {(CHAIN, 1): frozenset({b"request"})} == both.seeds
    assert both == Record.load(both.dump())
    assert evolve(both, seeds={}) != both
