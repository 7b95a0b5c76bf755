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
from pbem.protocol.side_entries import refusal, reject
from tests.protocol.conftest import Pair, begin, play, play_out


@pytest.fixture(scope="module")
def asking(tiny: None) -> Pair:
    """A game in which blue is about to ask for an open roll."""
    pair = play_out(begin("refusals"), most=5)
    assert ("B", "roll") == (pair.b.owed.seat, pair.b.owed.what)
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


def test_nobody_refuses_a_turn_that_was_never_sent(asking: Pair) -> None:
    """Red signs a refusal before blue's turn is there, to keep or drop it once the faces are known: nobody takes it."""
    waiting = asking.a
    made = reject(play(asking.b, 0).sealed()[1], VerifyError("illegal", "no."))
    invented = {
        "another head": evolve(made, head="ab" * 32),
        "red's own signature": evolve(made, sig=waiting.vault.keypair.sign(bytes(32)).hex()),
        "red's own key": evolve(made, key=waiting.vault.keypair.id),
    }
    for name, entry in invented.items():
        bundle = waiting.written(entry).sealed()[1]
        with pytest.raises(VerifyError) as caught:
            asking.b.receive(bundle)
        assert "unsigned-refusal" == caught.value.code, name


def test_after_a_refusal_that_burns_the_dice_are_new_and_nothing_is_evidence(asking: Pair) -> None:
    """The old copy goes on with the next roll: no seed of it is known, and its two requests prove nothing against it."""
    _, bundle = play(asking.b, 0).sealed()
    lie = refused(asking.a, bundle)
    _, again = play(asking.b.receive(lie), 0).sealed()
    seeds = [entry["x"] for each in (bundle, again) for entry in each.entries if entry["k"] == "req"]
    assert 2 == len(set(seeds))
    assert () == evidence.found(evolve(asking.a.log, bundles=()), bundle, again)
