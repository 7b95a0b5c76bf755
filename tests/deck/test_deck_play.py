"""Whole games with a shared deck, by mail and at one table."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem import cases
from pbem.hotseat import Hotseat
from pbem.replay.verify import verify
from tests.protocol.conftest import Pair, play_out

from .conftest import begin
from .whist import CARDS, GAME, PACK


def test_a_game_with_cards_is_played_by_mail_and_verified(played: Pair) -> None:
    """Both sides come to the same end, and a third party verifies every mask, key, card and die of it."""
    verdict = verify(played.a.log.encode())
    assert ("verified", None) == (verdict.verdict, verdict.fault)
    assert played.a.position.game == played.b.position.game
    assert verdict.secrets_open == len(played.a.position.game.told) > 4
