"""Other files, offers and turns through every door: what they are, and what comes next."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime

import pytest
from home.table import Player, Two, play

from pbem.home.kept_papers import game_over
from pbem.log import parse_log
from pbem.table import play as page
from pbem.table import side_entries
from pbem.table.open_home import Room

from .papers import resignation

pytestmark = pytest.mark.wider


@pytest.mark.parametrize("command", ["replay", "audit"])
def test_what_is_no_log_says_what_it_is_and_names_verify(table: Two, command: str) -> None:
    paper = resignation(*table)
    paper.reader(command, paper.file).says(2, "how a game ended", "pbem verify")


def test_a_tampered_log_leaves_spectate_with_the_code_of_verify_and_recheck_says_tampered(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 4)
    data = (ann.folder.path / "log.pbem").read_bytes()
    log = parse_log(data)
    last = log.bundles[-1].encode()
    at = data.index(last) + last.index(b'"sig":"') + 9
    bent = ann.place / "bent.pbem"
    bent.write_bytes(data[:at] + (b"A" if data[at : at + 1] != b"A" else b"B") + data[at + 1 :])
    codes = {ann("verify", bent).code, ann("replay", "spectate", bent, "--out", ann.place / "w.pbem").code}
    assert codes == {3}
    said = ann("verify", "recheck", bent).says(3, "tampered with")
    assert "differs" not in said.out


def test_a_backup_writes_over_no_other_file_unasked(table: Two) -> None:
    ann, letter = table[0], table[0].place / "letter.txt"
    letter.write_text("dear diary")
    said = ann("backup", letter)
    assert (2, True, "dear diary") == (said.code, "--force" in said.err, letter.read_text()), said
    assert 0 == ann("backup", letter, "--force").code == ann("backup", letter).code


@pytest.mark.parametrize(
    "words", [("end", "agree", "--winner", "green"), ("invite", "tiny", "--side", "green")]
)
def test_a_side_that_there_is_not_is_answered_with_those_that_there_are(
    table: Two, words: tuple[str, ...]
) -> None:
    table[0](*words).says(2, "Sides: red, blue.")


def test_a_turn_that_comes_again_reminds_of_what_is_owed(table: Two) -> None:
    ann, ben = table
    (*_, last) = play(ann, ben, 3)
    sender, owing = (ann, ben) if '"mine": false' in ann("status", "--json").out else (ben, ann)
    said = owing("import", last)
    assert f"{sender.name} (" in said.sentences
    assert "waits for your answer to it" in said.sentences, said
    assert "Next: " in said.sentences
    assert "you have not answered it yet" in owing("verify", last).out


def test_a_turn_file_that_is_early_is_no_forgery(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 1)
    late = Player("Ben", ann.place / "late")
    late.place.mkdir()
    shutil.copytree(ben.path, late.path)
    files = play(ann, ben, 4)
    said = late("verify", files[-1])
    assert (6, False) == (said.code, "rejected" in said.out), said
    assert "cannot be checked here" in said.out
    assert "Next: Import the earlier turns first" in said.out


def test_the_table_keeps_a_paper_when_the_player_says_so_and_knows_it_afterwards(table: Two) -> None:
    ann, ben = table
    paper = resignation(ann, ben)
    room = Room(home=ann.home, environ={}, clock=lambda: datetime.now(UTC), password="")
    found = page.upload(room, paper.file.read_bytes(), "paper")
    assert isinstance(found, dict)
    assert isinstance(found["paper"], dict)
    assert found["paper"]["keep"] is True
    assert () == ann.folder.papers()
    page.ANSWERS["accept"](room, {})
    assert len(ann.folder.papers()) == 1
    beside = side_entries.kept(room.folder(), room.home, room.session())
    assert "Ben (blue) resigned: you win." == beside["over"]
    with room.home.lock():
        game_over.play_on(room.folder())
    assert "" == side_entries.kept(room.folder(), room.home, room.session())["over"]
