"""A whole turn of the landings between two responders, set up as the manual says; one sheet is changed in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest
from home.table import Player

from pbem.dev import demo
from pbem.home.games import look, open_session, save_session
from pbem.home.identity import unlock
from pbem.home.responder.state import LOG
from pbem.replay.verify import verify
from tests.standing.test_desk import toml

from .test_serving import Table, sheet

pytestmark = pytest.mark.night

_MOST = 150


def decides(player: Player) -> None:
    """The person's own decisions, as the demonstration player takes them."""
    identity = unlock(player.home, "")
    session = open_session(player.folder, identity)
    save_session(player.folder, identity, demo.decide(session, 1))


def sits(table: Table, player: Player) -> None:
    """The person sends, and both read their mail."""
    other = table.other(player)
    to = ("--to", f"{other.name.lower()}@example.org", "--from", f"{player.name.lower()}@example.org")
    sent = player("send", "--maildir", table.box(other), *to)
    assert 0 == sent.code, sent


def reads(table: Table, player: Player) -> None:
    """The player imports what has come, and their mail program puts it away."""
    mails = sorted((table.box(player) / "new").iterdir())
    if mails:
        done = player("import", *mails)
        assert 0 == done.code, done
    for mail in mails:
        mail.rename(table.place / "read" / f"{player.name}-{mail.name}")


def serves(table: Table, player: Player) -> str:
    """The player's responder has a round, if there is one, and the other reads the answer; what it said."""
    said = ""
    if table.robot(player).exists():
        done = table.round(player)
        assert 0 == done.code, done
        assert "old copy" not in done.err
        said = done.err
    reads(table, table.other(player))
    return said


def stands(player: Player) -> tuple[int, bool]:
    """The turn of the game, and whether this player has to act."""
    view = look(player.folder)
    return view.game.rules.moment(view.position.game).turn, view.owed.seat == view.seat


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Ann (allied) and Ben (german) at the landings, their game begun."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_HOME", raising=False)
    ann, ben = Player("Ann", tmp_path), Player("Ben", tmp_path)
    found = Table(ann, ben, tmp_path)
    for player in (ann, ben):
        for part in ("new", "cur", "tmp"):
            (found.box(player) / part).mkdir(parents=True)
        assert player("identity", "new", player.name, "--no-password").code == 0
    assert ann("new", "june6", "--side", "allied", "--out", tmp_path / "i.pbem").code == 0
    assert ben("join", tmp_path / "i.pbem", "--out", tmp_path / "a.pbem").code == 0
    assert ann("start", tmp_path / "a.pbem").code == 0
    (tmp_path / "read").mkdir()
    return found


def test_a_turn_of_the_landings_between_two_responders(table: Table) -> None:
    ann, ben = table.ann, table.ben
    assert 0 == sheet(table, ann, toml("allied")).code
    assert 0 == sheet(table, ben, toml("german").replace('default = "stand"', 'default = "ask"')).code
    sittings, changed = 0, False
    for _ in range(_MOST):
        reads(table, ann)
        turn, hers = stands(ann)
        if turn > 1:
            break
        mover = ann if hers else ben
        reads(table, mover)
        if not table.robot(mover).exists():
            assert 0 == table.setup(mover, "--may", "all").code
        decides(mover)
        sits(table, mover)
        sittings += 1
        said = serves(table, table.other(mover))
        if "the mode in" in said and not changed:
            changed = True
            assert 0 == sheet(table, ben, toml("german")).code
            assert "by your standing orders: The defender of" in serves(table, ben)
    assert turn > 1
    assert changed
    reads(table, ben)
    log = (table.robot(ben) / LOG).read_text("utf-8")
    assert sittings > log.count("by your standing orders: The defender of") > 10
    assert "left to the player: Ben (german) owes a secret order" in log
    assert "answered roll" in (table.robot(ann) / LOG).read_text("utf-8")
    assert None is verify(ann.folder.log()).fault
    assert ann.folder.log() == ben.folder.log()
