"""The tiny game for every test of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from home.table import Player, sit_down, use_tiny


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows the tiny game, and nothing of the environment comes in."""
    use_tiny(monkeypatch)
    for name in ("PBEM_HOME", "PBEM_PASSWORD", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def table(tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Player, Player]:
    """Ann and Ben at a game that has begun; files go into a folder of their own."""
    monkeypatch.chdir(tmp_path)
    return sit_down(tmp_path)
