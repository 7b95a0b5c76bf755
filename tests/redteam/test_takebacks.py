"""What a take-back makes undone: the position of the game, and nothing that was shown."""

from __future__ import annotations

import pytest
import toss
from reading import log_bytes, vectors

from pbem.games import registry
from pbem.replay.verify import verify


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows toss, and nothing else."""
    monkeypatch.setattr(registry, "load", toss.load)


def test_a_salt_that_was_shown_and_taken_back_is_audited() -> None:
    """A die picks one of two sealed numbers, it is shown, and after a take-back the die picks the other: the salt of the
    first follows from no vault key, and nobody may learn that from one verifier and not from the next.
    """
    changes = vectors("changes")
    honest = verify(log_bytes(changes["ok-shown-and-taken-back"], changes), find=toss.find)
    assert "verified" == honest.verdict
    verdict = verify(log_bytes(changes["salts-shown-and-taken-back"], changes), find=toss.find)
    assert verdict.fault is not None
    assert ("other-salt", 12) == (verdict.fault.code, verdict.fault.entry)
