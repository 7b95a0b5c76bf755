"""Nothing is lost and nothing is half done, wherever the process or the machine stops."""

import os
from pathlib import Path

import pytest

from pbem.bytes.errors import PbemError
from pbem.store import atomic, journal
from pbem.store.drafts import Draft
from pbem.store.game import Change
from pbem.store.home import Home

GID = "5a" * 32
OLD = Change(
    facts={"side": "allied"},
    log=b"old log\n" * 50,
    draft=Draft(head="aa" * 32, lines=(b'{"i":1}',)),
    vault=b"old vault",
    park=(b"early",),
)


def temporaries(folder: Path):
    return [path for path in folder.rglob("*") if path.name.endswith(".tmp")]


def test_short_writes_are_continued(tmp_path, monkeypatch):
    """A system that takes three bytes at a time gets all of them."""
    real = os.write
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda handle, data: real(handle, data[:3]))
        atomic.write_bytes(tmp_path / "file", b"0123456789")
    assert b"0123456789" == (tmp_path / "file").read_bytes()


def test_leftovers_are_ignored_and_swept(tmp_path):
    """A temporary file from an interrupted write is no turn, and the next change removes it; other files stay."""
    game = Home(tmp_path).new_game(GID)
    game.save(OLD)
    (game.path / "parked" / (".x.pbem." + "0" * 12 + ".tmp")).write_bytes(b"half")
    (game.path / "parked" / "notes.tmp").write_bytes(b"mine")
    assert (b"early",) == game.parked()
    game.save(Change(facts={}))
    assert ["notes.tmp"] == [path.name for path in temporaries(tmp_path)]


def test_a_log_that_goes_on_costs_what_it_grows_by(tmp_path, monkeypatch):
    game = Home(tmp_path / "home").new_game(GID)
    game.save(Change(log=b"a line\n" * 100_000))
    written: list[int] = []
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: written.append(len(data)) or real(handle, data))
    game.save(Change(log=b"a line\n" * 100_001))
    assert sum(written) < 500
    assert game.log() == b"a line\n" * 100_001


def test_a_log_that_was_cut_meanwhile_is_left_as_it_is(tmp_path):
    game = Home(tmp_path / "home").new_game(GID)
    game.save(OLD)
    (tmp_path / "home/games" / GID[:16] / "log.pbem").write_bytes(b"old")
    journal._carry_out(game.path, {"log.pbem": journal.End(at=50, data=b"more")})
    assert game.log() == b"old"


def test_a_journal_that_was_changed_is_not_carried_out(tmp_path):
    """One bit of a journal turned over: it is named as damaged and nothing of it is written."""
    game = Home(tmp_path).new_game(GID)
    whole = journal._encode({"log.pbem": b"new log", "vault.box": journal.End(at=0, data=b"new")})
    for at in range(0, len(whole), 7):
        (game.path / journal.JOURNAL).write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(PbemError, match=r"journal .* is damaged"):
            game.log()
    assert [journal.JOURNAL] == sorted(path.name for path in game.path.iterdir() if path.is_file())


def test_what_a_journal_holds_is_carried_out_by_whoever_opens_the_folder_next(tmp_path):
    game = Home(tmp_path).new_game(GID)
    game.save(OLD)
    left = journal._encode({"log.pbem": journal.End(at=8, data=b"new"), "vault.box": b"new vault"})
    for _ in range(2):
        (game.path / journal.JOURNAL).write_bytes(left)
        again = Home(tmp_path).game(GID)
        assert (b"old log\nnew", b"new vault") == (again.log(), again.vault())
        assert not (game.path / journal.JOURNAL).exists()
