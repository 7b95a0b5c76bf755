"""Nothing is lost and nothing is half done, wherever the process or the machine stops."""

import os
from pathlib import Path

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
