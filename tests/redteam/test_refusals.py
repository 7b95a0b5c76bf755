"""A player who refuses legal turns: what he could learn, choose or spoil by it."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem.bytes.errors import VerifyError
from pbem.log import Bundle
from pbem.papers import evidence
from pbem.protocol.session import Session
from pbem.protocol.side_entries import refusal
from tests.protocol.conftest import Pair, begin, play, play_out


@pytest.fixture(scope="module")
def asking(tiny: None) -> Pair:
    """A game in which blue is about to ask for an open roll."""
    pair = play_out(begin("refusals"), most=5)
    assert ("B", "roll") == (pair.b.owed.seat, pair.b.owed.kind)
    return pair


def refused(session: Session, bundle: Bundle, *, code: str = "illegal") -> Bundle:
    return refusal(session, bundle, VerifyError(code, "no."))


def test_after_a_refusal_that_burns_the_dice_are_new_and_nothing_is_evidence(asking: Pair) -> None:
    """The old copy goes on with the next roll: no seed of it is known, and its two requests prove nothing against it."""
    _, bundle = play(asking.b, 0).sealed()
    lie = refused(asking.a, bundle)
    _, again = play(asking.b.receive(lie), 0).sealed()
    seeds = [entry["x"] for each in (bundle, again) for entry in each.entries if entry["k"] == "req"]
    assert 2 == len(set(seeds))
    assert () == evidence.found(evolve(asking.a.log, bundles=()), bundle, again)
