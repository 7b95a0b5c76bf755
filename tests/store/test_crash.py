"""Nothing is lost and nothing is half done, wherever the process or the machine stops."""

import errno
import os
from pathlib import Path

import pytest
from attrs import evolve

from pbem.bytes.errors import PbemError
from pbem.store import atomic, journal
from pbem.store.drafts import Draft
from pbem.store.game import Change, GameFolder, Refused, Sent
from pbem.store.home import Home
from store.faults import dies_at, trace
from tests.sampling import one_by_turns

pytestmark = [pytest.mark.wider, pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]

GID = "5a" * 32
OLD = Change(
    facts={"side": "allied"},
    log=b"old log\n" * 50,
    draft=Draft(head="aa" * 32, lines=(b'{"i":1}',)),
    vault=b"old vault",
    park=(b"early",),
)
NEW = Change(
    facts={"side": "german"},
    log=b"new log\n" * 80,
    draft=Draft(head="bb" * 32, lines=(b'{"i":2}', b'{"i":3}')),
    vault=b"new vault",
    park=(b"earlier",),
    unpark=(b"early",),
    refuse=(Refused(data=b"bad", code="gap", message="missing"),),
    sent=(Sent(n=4, turn=b"turn", mail=b"mail"),),
    seen=("cc" * 32,),
)


GROWN = evolve(NEW, log=OLD.log + b"more\n" * 30)
"""The log goes on: its new end alone is written."""


def content(game: GameFolder):
    """Everything a game folder tells."""
    return (
        game.facts(),
        game.log(),
        game.draft("aa" * 32),
        game.draft("bb" * 32),
        game.vault(),
        game.parked(),
        game.refused(),
        game.sent(4),
        game.seen(),
    )


def temporaries(folder: Path):
    return [path for path in folder.rglob("*") if path.name.endswith(".tmp")]


@pytest.mark.parametrize("name", one_by_turns(["another", "grown"]))
def test_recovery_may_be_interrupted_as_often_as_it_likes(name, tmp_path):
    """A folder with a journal, killed at every call of its recovery in turn, ends up changed all the same."""
    new = {"another": NEW, "grown": GROWN}[name]
    model = Home(tmp_path / "model").new_game(GID)
    model.save(OLD)
    model.save(new)
    done = content(model)
    game = Home(tmp_path / "home").new_game(GID)
    game.save(OLD)
    count = 1
    while dies_at(lambda: game.save(new), count) is False and not (game.path / journal.JOURNAL).exists():
        count += 1
    assert (game.path / journal.JOURNAL).exists()
    for step in range(1, 200):
        finished = dies_at(lambda: Home(tmp_path / "home").game(GID).log(), step)
        if finished:
            break
        assert (game.path / journal.JOURNAL).exists() or done == content(game)
    assert finished
    assert done == content(game)


def test_bytes_are_flushed_before_their_name_appears(tmp_path, monkeypatch):
    """No rename before the flush of what is renamed; the journal stands on the disk before anything else changes, and
    everything before it goes: a power cut finds nothing changed, or a journal that says what is."""
    game = Home(tmp_path / "home").new_game(GID)
    game.save(OLD)
    events = trace(lambda: game.save(NEW), monkeypatch)
    unsynced_files, unsynced_folders = set(), set()
    of_journal, renames = str(game.path / journal.JOURNAL), 0
    for call, path in events:
        if call == "write" and path.endswith(".tmp"):
            unsynced_files.add(path)
        elif call == "fsync":
            unsynced_files.discard(path)
            unsynced_folders.discard(path)
        elif call in ("replace", "unlink", "mkdir"):
            assert not unsynced_files
            if path == of_journal or renames == 1:
                assert not unsynced_folders
            unsynced_folders.add(str(Path(path).parent))
            renames += call == "replace"
    assert not unsynced_folders
    assert renames >= 10


def test_a_full_disk_changes_nothing(tmp_path, monkeypatch):
    """When the disk is full the error is the system's, the old file stays, and no temporary file is left."""
    path = tmp_path / "file"
    atomic.write_bytes(path, b"old")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space"):
            atomic.write_bytes(path, b"new")
    assert b"old" == path.read_bytes()
    assert ["file"] == os.listdir(tmp_path)


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


def test_a_journal_that_was_changed_is_not_carried_out(tmp_path):
    """One bit of a journal turned over: it is named as damaged and nothing of it is written."""
    game = Home(tmp_path).new_game(GID)
    game.save(OLD)
    before = content(game)
    count = 1
    while not (game.path / journal.JOURNAL).exists():
        dies_at(lambda: game.save(NEW), count)
        count += 1
    whole = (game.path / journal.JOURNAL).read_bytes()
    for at in range(0, len(whole), 97):
        changed = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        (game.path / journal.JOURNAL).write_bytes(changed)
        with pytest.raises(PbemError, match=r"journal .* is damaged"):
            game.log()
    os.unlink(game.path / journal.JOURNAL)
    assert before == content(game)


def test_adopting_flushes_both_folders(tmp_path, monkeypatch):
    """The folder an invitation leaves and the one it enters are both flushed after the move."""
    home = Home(tmp_path)
    home.new_invitation("1c" * 32)
    events = trace(lambda: home.adopt("1c" * 32, GID), monkeypatch)
    after = events[[call for call, _ in events].index("rename") :]
    assert {str(tmp_path / "games"), str(tmp_path / "invites")} <= {p for call, p in after if call == "fsync"}


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
