"""Two players at the tiny game, each with a home of their own, and the command line between them."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner
from protocol.tiny import GAME

from pbem.cli import main
from pbem.cli.app import Setting
from pbem.games import registry
from pbem.home.games import choose
from pbem.store.game import GameFolder
from pbem.store.home import Home


def stream(seed: str) -> Callable[[int], bytes]:
    """Bytes that repeat themselves, for tests only."""
    count = iter(range(100_000))
    return lambda size: (sha256(f"{seed}/{next(count)}".encode()).digest() * 4)[:size]


_BEGUN: Counter[str] = Counter()


def same() -> Setting:
    """A setting for one command whose keys and dice are the same in every run of a test: no verdict hangs on luck."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "")
    _BEGUN[test] += 1
    return Setting(entropy=stream(f"{test}/{_BEGUN[test]}"))


def use_tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows the tiny game, and no other."""
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
    monkeypatch.setattr(registry, "info", lambda name: GAME.info)
    monkeypatch.setattr(registry, "installed", lambda: (GAME.info,))


@frozen
class Said:
    """What a command gave back."""

    code: int
    out: str
    err: str = ""

    @property
    def sentences(self) -> str:
        """Everything that was printed."""
        return self.out + self.err

    def says(self, code: int, *words: str, no: str | tuple[str, ...] = ()) -> Said:
        """Fail unless the command ended with this code, and all these words, and none of ``no``, were printed."""
        missing = [each for each in words if each not in self.sentences]
        there = [each for each in ((no,) if isinstance(no, str) else no) if each in self.sentences]
        assert (code, [], []) == (self.code, missing, there), self
        return self


@frozen
class Player:
    """One home under ``place``; commands run with it and leave their files in ``place``."""

    name: str
    place: Path

    @property
    def path(self) -> Path:
        return self.place / self.name.lower()

    @property
    def home(self) -> Home:
        return Home(self.path)

    @property
    def folder(self) -> GameFolder:
        return choose(self.home)

    def __call__(self, *words: object, given: str | bytes | None = None) -> Said:
        """Run a command in this home."""
        return pbem("--home", self.path, *words, given=given)

    def sent(self, *words: object) -> Path:
        """Send the turn into a new file and return its path."""
        place = self.place / f"{self.name.lower()}-{len(list(self.place.glob('*.pbem'))):03d}.pbem"
        self("send", "--out", place, *words).says(0)
        return place


Two = tuple[Player, Player]
"""Ann and Ben."""


def put_back(copy: Path, home: Path) -> None:
    """An old copy takes the place of a home, unseen: as after the whole disk of a machine is put back."""
    shutil.rmtree(Path(os.environ["XDG_STATE_HOME"], "pbem", "signed"), ignore_errors=True)
    shutil.rmtree(home)
    copy.rename(home)
    Home(home).settle_down()


def pbem(*words: object, given: str | bytes | None = None) -> Said:
    """Run a command."""
    found = CliRunner().invoke(main, [str(word) for word in words], input=given, obj=same())
    return Said(found.exit_code, found.stdout, found.stderr)


def newcomers(place: Path, *names: str) -> list[Player]:
    """Players with a key of their own each, and no game."""
    players = [Player(name, place) for name in names]
    for player in players:
        assert player("identity", "new", player.name, "--no-password").code == 0
    return players


def sit_down(place: Path, game: str = "tiny") -> Two:
    """Ann (red) and Ben (blue) with a game that has begun."""
    ann, ben = newcomers(place, "Ann", "Ben")
    return begin(ann, ben, game=game)


def begin(ann: Player, ben: Player, *words: str, game: str = "tiny") -> Two:
    """A game of two who know each other or not; ``words`` are more of the invitation's."""
    place = ann.place
    assert ann("invite", game, *words, "--out", place / "invitation.pbem").code == 0
    assert ben("accept", place / "invitation.pbem", "--out", place / "acceptance.pbem").code == 0
    assert ann("accept", place / "acceptance.pbem").code == 0
    return ann, ben


ORDERS = {"pick": "pick bold,calm", "go": "go 2", "mode": "mode feint", "guard": "guard run"}
"""An order of each kind."""


def decide(player: Player) -> bool:
    """Give one order when one is owed; whether it was."""
    said = player("orders")
    if "Next: pbem send" in said.out:
        assert player("send", "--out", player.place / "written.pbem").code == 0
        said = player("orders")
    kind = next((kind for kind in ORDERS if f"pbem do {kind}" in said.out), "")
    if kind:
        assert player("do", ORDERS[kind]).code == 0
    return bool(kind)


def play(ann: Player, ben: Player, turns: int) -> list[Path]:
    """So many turn files sent and imported; the files in order."""
    files = []
    for _ in range(turns):
        mover, waiter = next(
            (a, b) for a, b in ((ann, ben), (ben, ann)) if '"mine": true' in a("status", "--json").out
        )
        while decide(mover):
            pass
        files.append(mover.sent())
        waiter("import", files[-1]).says(0)
    return files
