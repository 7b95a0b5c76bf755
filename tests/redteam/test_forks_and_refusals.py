"""A cheat who signs two versions, and then a turn that breaks a rule: the one must not shield the other from refusal."""

from __future__ import annotations

from attrs import evolve

from pbem.home.disputes.refusing import refusal_of
from pbem.store.game import Change, Refused
from tests.protocol.conftest import Pair, begin, play_out
from tests.protocol.forging import signed_by
from tests.world.shelf import Shelf


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
        assert found is not None
        assert bad.header.head.hex() == found[1].entries[0]["head"]
