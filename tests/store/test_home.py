"""The home: its place, its lock, its names; and only regular files are read."""

import os
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.errors import ConflictError, PbemError, UsageError
from pbem.cli import main
from pbem.store.atomic import regular
from pbem.store.drafts import Draft
from pbem.store.game import MAX_KEPT, Change, Refused, Sent
from pbem.store.home import Home, default_path

GID = "0123456789abcdef" * 4


def files(folder: Path):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_pbem_home_comes_first():
    """PBEM_HOME beats the place of the platform."""
    assert Path("/x/y") == default_path({"PBEM_HOME": "/x/y", "XDG_DATA_HOME": "/z"})


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the XDG places are for other systems")
def test_relative_xdg_paths_are_ignored():
    """XDG_DATA_HOME counts when it is absolute, as its specification has it."""
    assert Path("/z/pbem") == default_path({"XDG_DATA_HOME": "/z"})
    assert Path.home() / ".local/share/pbem" == default_path({"XDG_DATA_HOME": "z"})


def test_a_new_home_is_empty_and_makes_nothing(tmp_path):
    """Looking at a home that does not exist does not create it."""
    home = Home(tmp_path / "home")
    assert (None, (), ()) == (home.identity(), home.games(), home.invitations())
    assert [] == os.listdir(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="modes are not kept there")
def test_only_the_owner_can_read(tmp_path):
    """Folders are 0700 and files 0600, whatever the umask says."""
    before = os.umask(0)
    try:
        home = Home(tmp_path / "home")
        home.save_identity(b"{}")
        home.new_game(GID).save(Change(log=b"x", vault=b"y", park=(b"z",)))
    finally:
        os.umask(before)
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "home").rglob("*") if path.is_file()}
    assert {0o600} == modes
    assert {0o700} == {path.stat().st_mode & 0o777 for path in tmp_path.rglob("*") if path.is_dir()}


@given(st.text(max_size=70))
def test_no_name_but_our_own_digits_becomes_a_path(name):
    """Whatever is asked for, a name that is not hexadecimal is refused before any path is made of it."""
    if 16 <= len(name) <= 64 and set(name) <= set("0123456789abcdef"):
        return
    home = Home(Path("/nonexistent/pbem"))
    for ask in (home.game, home.invitation, home.new_game, home.new_invitation):
        with pytest.raises(UsageError) as caught:
            ask(name)
        assert "bad-id" == caught.value.code


def test_another_process_is_kept_out(tmp_path):
    """While one process holds the home another is told who holds it; afterwards it gets in."""
    code = (
        "import sys; from pathlib import Path; from pbem.store.home import Home\n"
        "from pbem.bytes.errors import ConflictError\n"
        "try:\n    Home(Path(sys.argv[1]), wait=0.1).save_identity(b'theirs', replace=True)\n"
        "except ConflictError as error:\n    print(error.code, error)\n"
    )
    root = Path(__file__).parents[2]

    def other():
        command = [sys.executable, "-c", code, str(tmp_path)]
        return subprocess.run(
            command, capture_output=True, text=True, cwd=root, check=True, timeout=60
        ).stdout

    home = Home(tmp_path)
    with home.lock(), home.lock():
        said = other()
    assert said.startswith("locked ")
    assert f"(process {os.getpid()})" in said
    assert "" == other()
    assert b"theirs" == home.identity()


def test_threads_take_turns(tmp_path):
    """Two threads of one process read and write in turn: no addition is lost."""
    home = Home(tmp_path)
    game = home.new_game(GID)

    def add(name):
        for number in range(10):
            with home.lock():
                game.save(Change(facts={**game.facts(), f"{name}{number}": number}))

    threads = [threading.Thread(target=add, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 20 == len(game.facts())


def test_a_draft_belongs_to_a_head(tmp_path):
    """Unsigned entries are there for the head they continue, and void once the log has moved on."""
    game = Home(tmp_path).new_game(GID)
    game.save(Change(draft=Draft(head="aa", lines=(b"{}", b"[]"))))
    assert (b"{}", b"[]") == game.draft("aa")
    assert () == game.draft("bb")
    game.save(Change(draft=Draft(head="aa", lines=())))
    assert () == game.draft("aa")


def test_what_was_sent_is_not_replaced(tmp_path):
    """The same turn may be stored again under its number, another one not."""
    game = Home(tmp_path).new_game(GID)
    game.save(Change(sent=(Sent(n=3, turn=b"a"),)))
    game.save(Change(sent=(Sent(n=3, turn=b"a", mail=b"m"),)))
    with pytest.raises(ConflictError) as caught:
        game.save(Change(sent=(Sent(n=3, turn=b"b"),), log=b"with it"))
    assert "already-sent" == caught.value.code
    assert (Sent(n=3, turn=b"a", mail=b"m"), None, (3,)) == (game.sent(3), game.sent(4), game.sent_numbers())
    assert b"" == game.log()


def test_a_flood_of_early_turns_is_refused(tmp_path):
    """The waiting room has an end, and says so."""
    game = Home(tmp_path).new_game(GID)
    with pytest.raises(ConflictError) as caught:
        game.save(Change(park=tuple(str(n).encode() for n in range(MAX_KEPT + 1))))
    assert "too-many-parked" == caught.value.code
    assert () == game.parked()


def test_evidence_is_kept_with_its_reason(tmp_path):
    """A refused turn is kept with code and sentence; the newest ones are dropped when there is no room."""
    game = Home(tmp_path).new_game(GID)
    bad = Refused(data=b"bad", code="bad-head", message="Die Köpfe stimmen nicht.")
    game.save(Change(refuse=(bad,)))
    game.save(Change(refuse=(bad,)))
    assert (bad,) == game.refused()
    flood = tuple(Refused(data=str(n).encode(), code="c", message="m") for n in range(MAX_KEPT + 50))
    game.save(Change(refuse=flood))
    assert MAX_KEPT == len(game.refused())


def test_seen_only_grows(tmp_path):
    """Content hashes add up; what is no hash is refused."""
    game = Home(tmp_path).new_game(GID)
    game.save(Change(seen=("a" * 64,)))
    game.save(Change(seen=("b" * 64, "a" * 64)))
    assert {"a" * 64, "b" * 64} == game.seen()
    with pytest.raises(ValueError, match="not a content hash"):
        game.save(Change(seen=("../etc/passwd",)))


def test_damage_has_a_sentence(tmp_path):
    """A file of the store that somebody edited is named; what is there twice or can be had again is no error."""
    game = Home(tmp_path).new_game(GID)
    game.save(Change(facts={"a": 1}, seen=("a" * 64,)))
    (game.path / "game.json").write_bytes(b'{"a"')
    (game.path / "seen").write_bytes(b"\xff\x00 nonsense")
    assert ({"a": 1}, frozenset()) == (game.facts(), game.seen())
    for name in ("game-again.json", "journal"):
        (game.path / name).write_bytes(b"")
        with pytest.raises(PbemError, match=name.split("-", maxsplit=1)[0]):
            game.facts()


def test_the_clock_of_a_log_starts_when_another_log_is_stored(tmp_path, monkeypatch):
    game = Home(tmp_path / "home").new_game(GID)
    assert game.since() is None
    days = [datetime(2026, 1, day, tzinfo=UTC) for day in range(1, 9)]
    monkeypatch.setattr("pbem.store.game.clock", iter(days).__next__)
    game.save(Change(log=b"a", facts={}))
    assert days[0] == game.since()
    game.save(Change(log=b"a", draft=Draft(head="aa", lines=(b"{}",))))
    game.save(Change(facts={"since": "never"}, sent=(Sent(n=1, turn=b"t"),)))
    assert days[0] == game.since()
    game.save(Change(log=b"ab"))
    assert days[1] == game.since()
    game.save(Change(log=b"a"))
    assert days[2] == game.since()
    game.save(Change(log=b"abc", since=days[7]))
    assert days[7] == game.since()
    for damaged in (b"yesterday", b"2026-01-01", b"\xff"):
        (game.path / "since").write_bytes(damaged)
        assert game.since() is None


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    place = tmp_path / "turn.pbem"
    os.mkfifo(place)
    return place


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize(
    "words", [["verify"], ["import"], ["replay"], ["open"], ["backup", "restore"], ["audit"]]
)
def test_a_pipe_without_a_writer_is_refused_at_once(words: list[str], pipe: Path, tmp_path: Path) -> None:
    home = ["--home", str(tmp_path / "home")]
    CliRunner().invoke(main, [*home, "identity", "new", "Ann", "--no-password"])
    found = CliRunner().invoke(main, [*home, *words, str(pipe)])
    assert found.exit_code not in (0, 1)
    assert 1 <= len(found.output.strip().splitlines()) <= 3


@pytest.mark.parametrize("place", [Path("/dev/zero"), Path("/dev/null"), Path("/")])
def test_no_device_and_no_folder_is_read(place: Path) -> None:
    with pytest.raises(OSError, match="no file"):
        regular(place)
