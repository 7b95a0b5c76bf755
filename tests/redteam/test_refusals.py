"""A player who refuses legal turns: what he could learn, choose or spoil by it."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem import canon, dice
from pbem.entries import Reject
from pbem.errors import VerifyError
from pbem.log import Bundle, head_after
from pbem.protocol.asides import refusal
from pbem.protocol.session import Session
from pbem.trust import evidence
from tests.protocol.conftest import Pair, begin, play, play_out


@pytest.fixture(scope="module")
def asking(tiny: None) -> Pair:
    """A game in which blue is about to ask for an open roll."""
    pair = play_out(begin("refusals"), most=5)
    assert ("B", "roll") == (pair.b.owed.seat, pair.b.owed.what)
    return pair


def refused(session: Session, bundle: Bundle, *, j: int, code: str = "illegal") -> Bundle:
    entry = Reject(n=bundle.header.n, head=bundle.hash().hex(), entry=bundle.header.first, code=code, j=j)
    return session.written(entry).sealed()[1]


def test_a_refusal_that_burns_nothing_would_choose_the_dice(asking: Pair) -> None:
    """Why a refusal must burn: red knows blue's seed from the refused request, and tries refusals until the die suits."""
    _, bundle = play(asking.b, 0).sealed()
    asked = next(entry for entry in bundle.entries if entry["k"] == "req")
    j, why, theirs = int(str(asked["j"])), str(asked["why"]), bytes.fromhex(str(asked["x"]))
    faces = set()
    for attempt in range(12):
        lie = refused(asking.a, bundle, j=j - 1, code=f"illegal-{attempt}")
        again = canon.encode({**asked, "i": bundle.header.first + 1})
        hashed = head_after(lie.header.head, (again,))
        context = dice.roll_context(asking.a.log.gid, j, hashed, why)
        faces.add(dice.stream(context, asking.a.vault.chain[j], theirs, why).below(4))
    assert len(faces) > 1


def test_an_old_copy_of_a_home_does_not_ask_again_after_a_refusal_that_burns_nothing(asking: Pair) -> None:
    """Blue's home is older than blue's own request; red has the request, and a refusal that gives it back."""
    _, bundle = play(asking.b, 0).sealed()
    with pytest.raises(VerifyError) as caught:
        asking.b.receive(refused(asking.a, bundle, j=asking.a.position.table.next_roll - 1))
    assert "unburnt-roll" == caught.value.code


def test_after_a_refusal_that_burns_the_dice_are_new_and_nothing_is_evidence(asking: Pair) -> None:
    """The old copy goes on with the next roll: no seed of it is known, and its two requests prove nothing against it."""
    _, bundle = play(asking.b, 0).sealed()
    lie = refused(asking.a, bundle, j=asking.a.position.table.next_roll)
    _, again = play(asking.b.receive(lie), 0).sealed()
    seeds = [entry["x"] for each in (bundle, again) for entry in each.entries if entry["k"] == "req"]
    assert 2 == len(set(seeds))
    assert () == evidence.found(evolve(asking.a.log, bundles=()), bundle, again)


def test_our_own_refusals_always_burn_the_next_roll(asking: Pair) -> None:
    """So that no other program has to stop at them, whatever was refused."""
    orders = play_out(begin("refusals"), most=2)
    mover, bundle = play(orders.a, 0).sealed()
    assert mover.log.bundles[-1] == bundle
    made = refusal(orders.b, bundle, VerifyError("illegal", "no"))
    assert orders.b.position.table.next_roll == made.entries[0]["j"]
