"""The tiny game for every test of the command line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from home.table import Player, sit_down, stream, use_tiny

from pbem.cli import main
from pbem.cli.app import Setting


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


@pytest.fixture(scope="session")
def _landed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Ann's home, in which a game of June '44 against the computer has begun."""
    place = tmp_path_factory.mktemp("june44")
    known = Setting(entropy=stream("june44"))
    for words in (("identity", "new", "Ann", "--no-password"), ("practice", "june44")):
        said = CliRunner().invoke(main, ["--home", str(place / "ann"), *words], obj=known)
        assert said.exit_code == 0, said.stderr
    return place / "ann"


@pytest.fixture
def june44(_landed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Player:
    """Ann (Allied) at the first invasion round of June '44, against the computer; each test has a home of its own."""
    for name in ("PBEM_HOME", "PBEM_PASSWORD", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    ann = Player("Ann", tmp_path)
    shutil.copytree(_landed, ann.path)
    ann.home.settle_down()
    return ann
