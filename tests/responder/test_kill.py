"""A responder that is killed answers each request once, and the game goes on."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pbem.games import registry

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
from kill_responder import run  # beside this folder, and no package

pytestmark = [pytest.mark.wider, pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]


def test_killed_sixty_times_it_never_gives_two_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("load", "info"):
        monkeypatch.setattr(registry, name, getattr(registry, name))
    monkeypatch.chdir(tmp_path)
    tally = run(tmp_path, 60, turns=1)
    assert 60 <= tally.kills.total()
    assert set(tally.answers) <= {0, 1}
    assert tally.tries - tally.two_versions <= tally.went_on
    assert 1 < len(tally.kills)
