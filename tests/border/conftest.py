"""Players at the faulty game, or at a game of the product."""

from pathlib import Path

import pytest

from pbem.games import registry
from tests.border import faulty
from tests.home.table import Player, sit_down


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of this test's own; nothing of the environment comes in."""
    monkeypatch.chdir(tmp_path)
    for name in ("PBEM_HOME", "PBEM_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


@pytest.fixture
def faulty_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows the faulty game, and no other."""
    monkeypatch.setattr(registry, "load", lambda name, pack=None: faulty.GAME)
    monkeypatch.setattr(registry, "info", lambda name: faulty.GAME.info)
    monkeypatch.setattr(registry, "installed", lambda: (faulty.GAME.info,))


@pytest.fixture
def table(bare: Path, faulty_game: None) -> tuple[Player, Player]:
    """Ann (red) and Ben at the faulty game."""
    return sit_down(bare)
