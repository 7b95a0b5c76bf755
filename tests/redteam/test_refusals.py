"""Refusals, forks and replays: what a cheat may send again or refuse, and what comes of it."""

import pytest
from attrs import evolve

from pbem.bytes.canon import Json
from pbem.bytes.errors import VerifyError
from pbem.home.disputes.refusing import refusal_of
from pbem.log import Bundle
from pbem.papers import evidence
from pbem.protocol.session import Session
from pbem.protocol.side_entries import refusal
from pbem.replay.rewinding import undone
from pbem.store.game import Change, Refused
from tests.protocol.conftest import Pair, begin, play, play_out
from tests.protocol.forging import signed_by
from tests.world.shelf import Shelf


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


def test_a_turn_behind_a_version_that_was_given_up_shields_no_bad_turn() -> None:
    """Red's turn behind their other version lies here as evidence; it has the number of the turn that breaks a rule."""
    pair: Pair = play_out(begin("shield"), most=8)
    assert ("A", "choice") == (pair.b.owed.seat, pair.b.owed.kind)
    red, waiting = pair.a, pair.b
    bad = signed_by(red, red.vault.keypair, [{"k": "go", "to": 9}])
    for salt in range(8):
        away = evolve(red, end=evolve(red.end, head=bytes([salt]) * 32))
        shield = signed_by(away, red.vault.keypair, [{"k": "go", "to": 1}])
        shelf = Shelf()
        kept = ((shield, "settled"), (bad, "illegal"))
        shelf.save(
            Change(refuse=tuple(Refused(data=each.encode(), code=code, message="") for each, code in kept))
        )
        found = refusal_of(shelf, waiting)
        assert bad.header.head.hex() == found[1].entries[0]["head"]


def entries(*kinds: tuple[str, dict[str, Json]]) -> list[tuple[int, str, dict[str, Json]]]:
    return [(number, kind, fields) for number, (kind, fields) in enumerate(kinds)]


def test_agreeing_to_an_upgrade_hides_nothing_that_a_declined_take_back_named() -> None:
    """A take-back is offered and declined; later the other side agrees to a new version: every order still shows."""
    log = entries(
        ("start", {}),
        ("go", {"to": 1}),
        ("go", {"to": 2}),
        ("back", {"to": 0}),
        ("reply", {"yes": False}),
        ("go", {"to": 3}),
        ("upgrade", {}),
        ("reply", {"yes": True}),
    )
    assert frozenset() == undone(log)
