"""What the model has found, each as the few moves that it takes."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem.bytes.errors import UsageError
from pbem.crypto.keys import Keypair
from pbem.home.disputes import refusing
from pbem.home.papers import evidence
from pbem.home.recovered_choices import recovered
from pbem.protocol.session import Session

from .conftest import play_out
from .forging import Entry, earlier, signed_by, turn_of
from .test_takeback import agreed, second_round
from .tiny import GAME
from .world import Home, sit_down


def silent(home: Home, before: Session, after: Session, turn: bytes) -> None:
    """Nobody looks at what leaves."""


@pytest.fixture
def homes() -> dict[str, Home]:
    return sit_down(GAME, "found")


def test_what_comes_out_of_turn_is_passed_over_and_the_game_goes_on(homes: dict[str, Home]) -> None:
    """A signed turn of the other side while the pen is ours: there is nothing to refuse, and no program stops at it."""
    a, b = homes["A"], homes["B"]
    stray = signed_by(b.session, b.session.vault.keypair, [{"k": "reply", "yes": True}])
    a.take([turn_of([stray])])
    assert ["out-of-turn"] == a.told
    assert refusing.refusal_of(a.shelf, a.session) is None
    with pytest.raises(UsageError, match="no turn file to refuse"):
        refusing.refuse(a.shelf, a.identity, a.session)
    a.decide(0, whole=True)
    b.take([a.send(silent)])
    assert a.session.log == b.session.log


def test_a_secret_sealed_after_a_take_back_is_found_again() -> None:
    """An older copy of the secrets and the log: what was sealed anew has a label of its own."""
    pair, first = second_round()
    pair = play_out(agreed(pair, first), salt=1, most=len(pair.a.log.bundles) + 4)
    sealed = pair.a.vault.sealed
    assert "mode/1~1" in sealed
    older = evolve(pair.a.vault, sealed={at: value for at, value in sealed.items() if "~" not in at})
    assert sealed["mode/1~1"] == recovered(GAME, pair.a.log, older).sealed["mode/1~1"]


def test_two_seats_that_both_sign_twice_under_one_number_are_both_convicted(homes: dict[str, Home]) -> None:
    """Each has its own proof, in a file of its own: that of the one does not hide that of the other."""
    a, b = homes["A"], homes["B"]
    for home in (a, b):
        for to in (1, 2):
            stray = signed_by(home.session, home.session.vault.keypair, [{"k": "back", "to": to}])
            a.take([turn_of([stray])])
    assert [("A", 1), ("B", 1)] == [(proof.seat, proof.about) for proof in evidence.in_game(a.shelf)]


def test_a_stray_renewal_does_not_take_the_place_of_the_key_in_force(homes: dict[str, Home]) -> None:
    """Anybody can send a renewal of the other seat's with a wrong signature: the turn beside it is taken all the same."""
    a, b = homes["A"], homes["B"]
    b.take([played(a)])
    a.take([played(b)])
    turn = played(a)
    thief = Keypair.from_seed(b"t" * 32)
    fields: Entry = {"k": "renew", "key": thief.public.hex(), "n": 1024, "tip": "5a" * 32, "vault": "5b" * 32}
    before = earlier(a.session, 0)
    b.take([turn_of([signed_by(before, thief, [fields])]), turn])
    assert a.session.log == b.session.log


def played(home: Home) -> bytes:
    """Every order that is owed, sent."""
    home.decide(0, whole=True)
    return home.send(silent)
