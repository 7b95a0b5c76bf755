"""The specification suffices: a verifier written from it alone agrees about whole games with a deck."""

from __future__ import annotations

import second_verifier as second

from tests.protocol.conftest import Pair


def test_a_whole_game_holds_for_the_second_verifier(played: Pair) -> None:
    """Masks, keys, cards, a shuffle under held cards, and the audit: 36 entries and more."""
    verdict = second.verify(played.a.log.encode())
    assert ("ok", None) == (verdict.code, verdict.entry)
    assert len(played.a.log.bundles) == verdict.bundles
