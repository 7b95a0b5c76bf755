"""A player who refuses legal turns: what he could learn, choose or spoil by it."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.errors import VerifyError
from pbem.crypto import dice
from pbem.log import Bundle, head_after
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


def test_a_refusal_that_burned_nothing_would_choose_the_dice(asking: Pair) -> None:
    """Why a refusal must burn: red knows blue's seed from the refused request, and could try until the die suits."""
    _, bundle = play(asking.b, 0).sealed()
    asked = next(entry for entry in bundle.entries if entry["k"] == "req")
    j, why, theirs = int(str(asked["j"])), str(asked["why"]), bytes.fromhex(str(asked["x"]))
    faces = set()
    for attempt in range(12):
        lie = refused(asking.a, bundle, code=f"illegal-{attempt}")
        again = canon.encode({**asked, "i": bundle.header.first + 1})
        hashed = head_after(lie.header.head, (again,))
        context = dice.roll_context(asking.a.log.gid, j, hashed, why)
        faces.add(dice.stream(context, asking.a.vault.chain[j], theirs, why).below(4))
        assert j < asking.b.receive(lie).position.table.next_roll
    assert len(faces) > 1


def test_after_a_refusal_that_burns_the_dice_are_new_and_nothing_is_evidence(asking: Pair) -> None:
    """The old copy goes on with the next roll: no seed of it is known, and its two requests prove nothing against it."""
    _, bundle = play(asking.b, 0).sealed()
    lie = refused(asking.a, bundle)
    _, again = play(asking.b.receive(lie), 0).sealed()
    seeds = [entry["x"] for each in (bundle, again) for entry in each.entries if entry["k"] == "req"]
    assert 2 == len(set(seeds))
    assert () == evidence.found(evolve(asking.a.log, bundles=()), bundle, again)
