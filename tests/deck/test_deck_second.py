"""The specification suffices: a verifier written from it alone agrees about whole games with a deck."""

from __future__ import annotations

import pytest
import second_verifier as second
from attrs import evolve

from pbem.bytes.canon import Json
from pbem.protocol.session import Session
from tests.protocol.conftest import Pair

from .test_deck_attacks import changed, forge, listed, turn_with


def test_a_whole_game_holds_for_the_second_verifier(played: Pair) -> None:
    """Masks, keys, cards, a shuffle under held cards, and the audit: 36 entries and more."""
    verdict = second.verify(played.a.log.encode())
    assert ("ok", None) == (verdict.code, verdict.entry)
    assert len(played.a.log.bundles) == verdict.bundles


@pytest.mark.parametrize(
    ("kind", "nth", "fields"),
    [
        ("deck-mask", 0, {"z": "11" * 4096}), ("deck-mask", 1, {"p": "exchanged"}),
        ("deck-key", 0, {"u": "exchanged"}), ("deck-show", 0, {"card": 99}), ("deck-show", 0, {"n": 8}),
    ],
)  # fmt: skip
def test_both_verifiers_refuse_the_same(kind: str, nth: int, fields: dict[str, Json]) -> None:
    """Neither lets pass what the other refuses; the rules may name another reason than the proofs."""
    session, entries = turn_with(kind, nth)
    turns = {"one": (session, entries)}
    for name, value in list(fields.items()):
        if value == "exchanged":
            fields[name] = [*listed(turns, "one", name)[::-1]]
    forged = forge(session, [*entries[:-1], {**entries[-1], **fields}])
    found = second.verify(evolve(session.log, bundles=(*session.log.bundles, forged)).encode()).code
    assert found != "ok"
    assert (found, changed(turns, "one", **fields)) in {
        ("bad-shuffle", "bad-shuffle"), ("wrong-key", "wrong-key"), ("other-card", "other-card"),
        ("never-dealt", "wrong-label"),
    }  # fmt: skip
    assert isinstance(session, Session)
