"""The tiny game for every test of the command line."""

import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from home.table import Player, Two, newcomers, sit_down, stream, use_tiny

from pbem.cli import main
from pbem.cli.app import Setting

from .court import FIRST, Days

PACK = Path(__file__).resolve().parents[2] / "examples" / "packs" / "june6-example"


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows the tiny game, and nothing of the environment comes in."""
    use_tiny(monkeypatch)
    for name in ("PBEM_HOME", "PBEM_PASSWORD", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Days:
    """Sets every clock so many days behind the first; games that are begun after it begin on the first."""

    def stand(days: int) -> None:
        class Clock(datetime):
            @classmethod
            def now(cls, tz: object = None) -> datetime:
                return FIRST + timedelta(days=days, minutes=days)

        for place in ("pbem.store.game", "pbem.cli.clock"):
            monkeypatch.setattr(f"{place}.datetime", Clock)

    stand(0)
    return stand


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, and nothing of the environment."""
    for name in ("PBEM_HOME", "PBEM_PASSWORD", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def two(bare: Path) -> list[Player]:
    """Ann, who has typed the example pack into the folder ``mine``, and Ben, who has nothing yet."""
    shutil.copytree(PACK, bare / "mine")
    return newcomers(bare, "Ann", "Ben")


@pytest.fixture
def table(tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Two:
    """Ann and Ben at a game that has begun; files go into a folder of their own."""
    monkeypatch.chdir(tmp_path)
    return sit_down(tmp_path)


@pytest.fixture(scope="session")
def _landed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Ann's home, in which a game of June '44 against the computer has begun."""
    place = tmp_path_factory.mktemp("june44")
    known = Setting(entropy=stream("june44-f"))
    for words in (("identity", "new", "Ann", "--no-password"), ("practice", "june44")):
        said = CliRunner().invoke(main, ["--home", str(place / "ann"), *words], obj=known)
        assert said.exit_code == 0, said.stderr
    return place / "ann"


@pytest.fixture
def june44(_landed: Path, bare: Path) -> Player:
    """Ann (Allied) at the first invasion round of June '44, against the computer; each test has a home of its own."""
    ann = Player("Ann", bare)
    shutil.copytree(_landed, ann.path)
    ann.home.settle_down()
    return ann
