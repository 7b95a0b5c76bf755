"""Notes and bookmarks: in the home and its backup, exchanged with the replay page, and in nothing that leaves."""

import base64
import json
import os
from collections.abc import Callable
from random import Random

import pytest
from js.node import run

from pbem.bytes.errors import FormatError
from pbem.home import games, identity
from pbem.home.viewing import bookmarks
from tests.lists import tried_with

from .table import Player, Two, play

OWN = "Only my eyes: \u00bfy el puente? \U0001f600"


def marks(player: Player) -> dict[int, str]:
    return bookmarks.read(player.folder, identity.unlock(player.home, ""))


@pytest.fixture
def table(table: Two) -> Two:
    """The same with some entries signed."""
    play(*table, 2)
    return table


def test_notes_are_put_on_entries_listed_and_removed(table: Two) -> None:
    ann, last = table[0], bookmarks.signed(games.look(table[0].folder).log) - 1
    ann("replay", "mark", OWN).says(0, f"Noted on entry {last}.")
    ann("replay", "mark", 0).says(0)
    ann("replay", "mark", last + 1, "x").says(2, f"Signed entries: 0 to {last}.")
    ann("replay", "mark", "y" * 2001).says(2, "at most 2000 letters")
    ann("replay", "mark", "--drop", 0, "--out", "f").says(2, "one thing at a time")
    ann("replay", "mark").says(0, f"    0\n    {last}  {OWN}\n", "2 notes on this game.")
    ann("replay", "mark", "--drop", 0).says(0)
    ann("replay", "mark", "--drop", 0).says(2, "There is no note on entry 0.")
    assert {last: OWN} == marks(ann)
    (ann.folder.path / "notes.box").write_bytes(b"spoilt")
    ann("replay", "mark").says(3, "The notes on this game cannot be read.")


def test_a_backup_has_them_and_nothing_that_leaves_or_a_page_without_does(table: Two) -> None:
    ann, ben = table
    ann("replay", "mark", 0, OWN).says(0)
    before = {*ann.place.iterdir()}
    play(ann, ben, 3)
    ann("replay", "--html", ann.place / "bare.html", "--report", ann.place / "report.md").says(0)
    ann("replay", "spectate", "--turn-files", 0)
    ann("backup", ann.place / "backup.pbem").says(0)
    ann("replay", "--html", ann.place / "mine.html", "--with-notes").says(0)
    files = {each.name: each for each in ann.place.rglob("*") if each.is_file() and each not in before}
    read = bookmarks.written({0: OWN}, games.look(ann.folder).log)
    held = [name for name, each in files.items() if any(form in each.read_bytes() for form in forms(read))]
    assert ["mine.html"] == held
    assert {each.name for each in ann.folder.path.rglob("*.pbem")} <= {*files}
    ann("verify", "page", ann.place / "mine.html").says(0, "the same as this program makes")
    back = Player("Cat", ann.place)
    back("backup", "restore", ann.place / "backup.pbem").says(0)
    assert {0: OWN} == marks(back)


def forms(file: bytes) -> list[bytes]:
    """A note as it may stand in bytes that leave: plain, escaped, and the file that a page holds."""
    return [OWN.encode(), json.dumps(OWN)[1:-1].encode(), base64.b64encode(file)]


def test_page_and_home_write_the_same_bytes_and_read_each_other_s(table: Two) -> None:
    log = games.look(table[0].folder).log
    notes = {0: OWN, 1: 'a "b"\\\n\t\x00\x7f', 2: "", 3: "\U0001f600" * 1001}
    case = {"do": "notes", "game": log.gid.hex(), "set": [*map(list, notes.items())]}
    (made,) = run("films.js", [case])
    assert isinstance(made, dict)
    file = str(made["file"]).encode()
    found = bookmarks.parsed(file, log.gid.hex(), 4)
    assert {**notes, 3: "\U0001f600" * 1000} == found
    assert file == bookmarks.written(found, log)
    (read,) = run("films.js", [{**case, "set": [], "read": file.decode()}])
    assert ("", made["all"]) == (read["said"], read["all"])


def _file(**but: object) -> Callable[[str], object]:
    return lambda gid: {"pbem-notes": 1, "game": gid, "notes": [{"entry": 0, "text": "x"}], **but}


_NOTE = {"entry": 0, "text": ""}


@tried_with(
    ("code", "made"),
    [
        ("bad-notes", lambda _: None),
        ("bad-notes", lambda _: "x" * 4_000_000),
        *(("bad-notes", _file(**{"pbem-notes": each})) for each in (2, True, "1")),
        *(("bad-notes", _file(notes=[each])) for each in (None, {"entry": 0}, {**_NOTE, "by": 1})),
        *(("bad-notes", _file(notes=[{**_NOTE, "entry": each}])) for each in (-1, True, 0.5, "0")),
        *(("bad-notes", _file(notes=[{**_NOTE, "text": each}])) for each in (None, 5, "\U0001f600" * 1001)),
        ("bad-notes", _file(notes=[_NOTE, _NOTE])),
        ("bad-notes", _file(notes=[{**_NOTE, "entry": n} for n in range(1001)])),
        ("bad-notes", _file(more=1)),
        ("other-game", _file(game="ab" * 32)),
        ("no-entry", _file(notes=[{**_NOTE, "entry": 10**6}])),
    ],
)
def test_a_file_that_is_no_notes_of_this_game_is_refused_whole(table, code, made):
    ann, log = table[0], games.look(table[0].folder).log
    with pytest.raises(FormatError) as error:
        bookmarks.take(
            ann.folder, identity.unlock(ann.home, ""), log, json.dumps(made(log.gid.hex())).encode()
        )
    assert (code, {}) == (error.value.code, marks(ann))


def test_what_two_machines_noted_is_joined_by_entry_and_a_file_taken_in_twice_changes_nothing(
    table: Two,
) -> None:
    ann, rng = table[0], Random(7)
    words = ("", "bridge", "the bridge", "wait", "\u00fc" * 1500, "\U0001f600" * 700)
    for _ in range(60):
        one, two = ({n: rng.choice(words) for n in range(rng.randrange(4))} for _ in "ab")
        both = bookmarks.joined(one, two)
        assert (
            both == bookmarks.joined(two, one) == bookmarks.joined(both, two) == bookmarks.joined(both, one)
        )
        assert all(max(one.get(n, ""), two.get(n, ""), key=len) in both[n] for n in {*one, *two})
    ann("replay", "mark", 0, "bridge").says(0)
    box = ann.folder.path / "notes.box"
    beside = box.with_name("notes.sync-conflict-20261129-120000-ABCDEFG.box")
    os.replace(box, beside)
    ann("replay", "mark", "--out", "notes.json").says(0)
    beside.write_bytes(beside.read_bytes())
    kept = beside.read_bytes()
    ann("replay", "mark", 0, "the other").says(0)
    assert not beside.exists()
    beside.write_bytes(kept)
    assert {0: "the other\nbridge"} == marks(ann)
    ann("replay", "mark", "--take", "notes.json").says(0)
    assert ({0: "the other\nbridge"}, False) == (marks(ann), beside.exists())
