"""What went wrong is said as it is, with the documented exit code, and looking at a game needs no writing."""

import contextlib
import importlib
import os
import pkgutil
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from home.table import Player, Two, decide, play

from pbem import cli, home

_NOBODY = 65534


@pytest.fixture
def read_only(table: Two) -> Iterator[Player]:
    """A home of Ann's that this process may read and not write."""
    ann, ben = table
    play(ann, ben, 3)
    place = Path(tempfile.mkdtemp(prefix="pbem-read-only-"))
    place.chmod(0o755)
    shutil.copytree(ann.path, place / "ann")
    for path in (place / "ann", *(place / "ann").rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    looker = Player("Ann", place)
    for command in ("status", "orders", "games", "map --text", "odds", "verify"):  # reads what is read once
        ann(*command.split())
    for package in (cli, home):  # modules are loaded by who may read them
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            with contextlib.suppress(ModuleNotFoundError):  # of an extra that is not installed
                importlib.import_module(module.name)
    root = os.geteuid() == 0
    if root:
        os.seteuid(_NOBODY)
    yield looker
    if root:
        os.seteuid(0)
    for path in (place / "ann", *(place / "ann").rglob("*")):
        path.chmod(0o755)
    shutil.rmtree(place)


def test_a_home_that_cannot_be_written_can_be_looked_at(read_only: Player) -> None:
    for command in ("status", "games", "map --text", "verify", "replay", "status waiting"):
        read_only(*command.split()).says(0)


def test_nothing_is_given_or_sent_in_a_home_that_cannot_be_written_and_that_is_said(
    read_only: Player,
) -> None:
    for command in ("do go 2", "undo", "send"):
        said = read_only(*command.split())
        assert said.code in (1, 2, 5), (command, said)
        assert "something unexpected" not in said.err
    read_only("games", read_only.home.games()[0].name).says(
        1, "can be looked at (pbem status, pbem map), and no more."
    )


def test_a_picture_is_written_in_a_format_that_its_name_says(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    ann("map", "-o", tmp_path / "now.jpg").says(2, "Name it OUT.svg or OUT.png.")
    assert not (tmp_path / "now.jpg").exists()


def test_a_place_that_cannot_be_written_is_no_word_about_signing(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    for words in (("map", "-o"), ("backup",)):
        said = ann(*words, tmp_path / "no" / "such.svg")
        assert (1, True, False) == (said.code, "cannot be written" in said.err, "signed" in said.err), said
    decide(ann)
    before = ann.folder.log()
    ann("send", "--out", tmp_path / "no" / "such.pbem").says(1, "cannot be written", no="stored")
    assert ann.folder.log() == before


def test_a_take_back_to_nowhere_is_a_slip_and_one_that_is_offered_shows_where_it_leads(table: Two) -> None:
    mover, waiter = table
    play(mover, waiter, 2)
    said = mover("offer", "takeback", "--to", 9999)
    assert (2, "Error: ") == (said.code, said.err[:7]), said
    assert 0 == mover("offer", "takeback", "--to", 1).code
    offer = mover.sent()
    for door in ("verify", "open"):
        said = waiter(door, offer)
        assert "It offers to go back to where the game stood after entry 1" in said.sentences, said
        assert f"Next: pbem import {offer}" in said.sentences, said
    assert 0 == waiter("import", offer).code
    said = waiter("offer", "takeback")
    assert "offers to go back to entry 1: turn " in said.out
    assert said.out == mover("offer", "takeback").out, "who offers it sees the same"
    assert "pbem offer takeback --accept" in waiter("status").out
    waiter("offer", "takeback", "--decline")
    assert 2 == waiter("offer", "takeback").code


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("click", "Stopped. Nothing was changed.\n"),
        ("cattrs", "Stopped. Nothing was changed after the last message above.\n"),
    ],
)
def test_a_program_that_is_stopped_while_it_loads_shows_no_traceback(
    tmp_path: Path, module: str, said: str
) -> None:
    """In the middle of its imports, of the program or of a command: a module that is not there yet raises as Ctrl-C does."""
    (tmp_path / f"{module}.py").write_text("raise KeyboardInterrupt\n")
    root = Path(__file__).resolve().parents[2]
    found = subprocess.run(
        [sys.executable, "-m", "pbem", "status"],
        env={
            "PYTHONPATH": os.pathsep.join((str(tmp_path), str(root), str(root / "rules"))),
            "PBEM_HOME": str(tmp_path),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert (130, said) == (found.returncode, found.stderr.lstrip("\n"))
    assert signal.SIGINT + 128 == found.returncode


def test_an_mbox_of_ordinary_mails_is_no_trouble(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    decide(ann)
    ann("send", "--eml", tmp_path / "turn.eml", "--to", "ben@example.org", "--from", "ann@example.org")
    plain = (
        "From x@example.org Mon Jan  1 00:00:00 2026\nFrom: x@example.org\nSubject: Hello\n\nJust a word.\n\n"
    )
    turn = (tmp_path / "turn.eml").read_text().replace("\r\n", "\n")
    box = tmp_path / "box.mbox"
    box.write_text(plain * 3 + "From a@example.org Mon Jan  1 00:00:00 2026\n" + turn + "\n")
    said = ben("import", box).says(0, "verified")
    assert "Not read" not in said.err
    box.write_text(plain * 3)
    ben("import", box).says(0, "There was no turn in it.")
