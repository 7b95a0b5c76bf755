"""Other files, offers and turns through every door: what they are, and what comes next."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from home.table import Player, play

from pbem.home.kept_papers import game_over
from pbem.log import parse_log
from pbem.table import play as page
from pbem.table import side_entries
from pbem.table.open_home import Room

from .papers import Two, capsule, resignation

pytestmark = pytest.mark.wider


@pytest.mark.parametrize("command", ["replay", "audit"])
def test_what_is_no_log_says_what_it_is_and_names_verify(table: Two, command: str) -> None:
    paper = capsule(*table)
    said = paper.reader(command, paper.file)
    assert (2, True, True) == (
        said.code,
        "a capsule: one disputed step" in said.err,
        "pbem verify" in said.err,
    ), said


def test_a_map_of_a_capsule_is_the_position_before_its_step(table: Two) -> None:
    paper = capsule(*table)
    drawn = paper.file.with_suffix(".svg")
    said = paper.reader("map", paper.file, "-o", drawn)
    assert (0, True) == (said.code, drawn.read_text().startswith("<svg")), said


def test_a_tampered_log_leaves_spectate_with_the_code_of_verify_and_recheck_says_tampered(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 4)
    data = (ann.folder.path / "log.pbem").read_bytes()
    log = parse_log(data)
    last = log.bundles[-1].encode()
    at = data.index(last) + last.index(b'"sig":"') + 9
    bent = ann.place / "bent.pbem"
    bent.write_bytes(data[:at] + (b"A" if data[at : at + 1] != b"A" else b"B") + data[at + 1 :])
    codes = {ann("verify", bent).code, ann("spectate", bent, "--out", ann.place / "w.pbem").code}
    assert codes == {3}
    said = ann("recheck", bent)
    assert (3, True) == (said.code, "tampered with" in said.out), said
    assert "differs" not in said.out


def test_a_backup_writes_over_no_other_file_unasked_and_words_can_be_given(table: Two) -> None:
    ann, _ = table
    letter = ann.place / "letter.txt"
    letter.write_text("dear diary")
    said = ann("backup", letter)
    assert (2, True) == (said.code, "--force" in said.err), said
    assert "dear diary" == letter.read_text()
    place = ann.place / "ann.backup"
    assert ann("backup", place).code == ann("backup", place).code == 0
    words = [each for each in ann("backup", "--words").out.split() if not each.isdigit()]
    assert len(words) == 24
    (ann.place / "words.txt").write_text(" ".join(words))
    for n, given in enumerate((("--words", *words), ("--words-file", ann.place / "words.txt"))):
        home = Player(f"again{n}", ann.place)
        assert home("restore", place, *given, "--no-password").code == 0
    assert ann("backup", letter, "--force").code == 0


def test_a_backup_holds_the_papers_too(table: Two) -> None:
    ann, ben = table
    ann("import", resignation(ann, ben).file)
    assert ann("backup", ann.place / "ann.backup").code == 0
    again = Player("again", ann.place)
    assert again("restore", ann.place / "ann.backup").code == 0
    assert "over on paper" in again("status").out


@pytest.mark.parametrize("words", [("agree", "--winner", "green"), ("new", "tiny", "--side", "green")])
def test_a_side_that_there_is_not_is_answered_with_those_that_there_are(
    table: Two, words: tuple[str, ...]
) -> None:
    said = table[0](*words)
    assert (2, True) == (said.code, "Sides: red, blue." in said.err), said


def once(ann: Player, ben: Player, *words: object) -> tuple[Player, Player]:
    """Play until whoever holds the pen can type a command; they, and the other."""
    for _ in range(12):
        mover, waiter = (ann, ben) if '"mine": true' in ann("status", "--json").out else (ben, ann)
        if mover(*words).code == 0:
            return mover, waiter
        play(ann, ben, 1)
    raise AssertionError(f"nobody can type {words}")


def offered_back(ann: Player, ben: Player) -> tuple[Player, Player, Path]:
    """Who has offered to go back, who gets it, and the turn file with the offer."""
    play(ann, ben, 2)
    mover, waiter = once(ann, ben, "takeback", "--to", "2")
    return mover, waiter, mover.sent()


@pytest.mark.parametrize("door", ["verify", "open", "import"])
def test_an_offer_to_go_back_says_what_it_is_who_signed_it_and_what_comes_next(table: Two, door: str) -> None:
    mover, waiter, file = offered_back(*table)
    said = waiter(door, file)
    assert said.code == 0, said
    for words in (
        "It offers to go back to where the game stood after entry 2",
        f"{mover.name} (",
        "you can agree",
    ):
        assert words in said.sentences, said
    step = "pbem takeback --accept" if door == "import" else f"Next: pbem import {file}"
    assert step in said.sentences, said
    assert waiter("import", file).code == 0
    assert "pbem takeback --accept" in waiter("status").out
    assert "already" in waiter("verify", file).out


def test_renewed_keys_are_told_at_every_door(table: Two) -> None:
    ann, ben = table
    mover, waiter = once(ann, ben, "keys", "renew")
    file = mover.sent("--partial")
    for door in ("verify", "open"):
        assert f"It renews the keys of {mover.name} (" in waiter(door, file).out
    assert f"renews the keys of {mover.name} (" in waiter("import", file).sentences


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
