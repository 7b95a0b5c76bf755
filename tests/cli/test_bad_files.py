"""Files that are missing, cut, changed, foreign or huge: one clear sentence, and nothing half applied."""

from __future__ import annotations

from pathlib import Path

from home.table import Player, Two, sit_down

from cli.spoiling import everything, seen, turn, written
from pbem.bytes import container


def test_a_missing_file_is_named(table: Two, tmp_path: Path) -> None:
    ann, nobody = table[0], Player("Nobody", tmp_path)
    for command in (
        "import",
        "verify",
        "accept",
        "open",
        "replay",
        "backup restore",
        "challenge compare",
        "watch",
    ):
        (nobody if command == "backup restore" else ann)(*command.split(), tmp_path / "none.pbem").says(
            2, "none.pbem", no="rejected"
        )


def test_an_edited_turn_changes_nothing_and_names_the_entry(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    lines = container.unpack(turn(ann).read_bytes())
    before = everything(ben)
    ben("import", written(tmp_path / "edited.pbem", lines.replace(b'"k":"start"', b'"k":"stark"'))).says(
        3, "Rejected at entry 0 (turn file 1, in the name of Ann, red): ", "ask for it once more"
    )
    assert [] == sorted(set(everything(ben)) - set(before) - {seen(ben)})


def test_a_turn_of_a_foreign_game_is_named_and_left_alone(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    (tmp_path / "other").mkdir()
    cleo, _ = sit_down(tmp_path / "other")
    before = everything(ann)
    ann("import", turn(cleo)).says(3, "which is not in this home")
    assert before == everything(ann)


def test_an_oversized_file_is_refused_before_it_is_read(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    big = tmp_path / "big.pbem"
    with big.open("wb") as file:
        file.write(container.MAGIC)
        file.truncate(6 * 1024 * 1024)
    said = ann("import", big)
    assert (True, True) == (said.code in (3, 7), "5242880" in said.err), said


def test_a_mail_without_a_turn_is_a_sentence_with_the_next_step(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    mail = tmp_path / "hello.eml"
    mail.write_bytes(b"From: ben@example.org\r\nSubject: hello\r\n\r\nSee you on Sunday.\r\n")
    ann("import", mail).says(7, "There is no turn file in this mail.")


def test_what_a_terminal_obeys_in_a_name_is_not_repeated_to_it(tmp_path: Path) -> None:
    """Click says words as they were typed: a file's name could change the title of the window, or hide a line."""
    nobody = Player("Nobody", tmp_path)
    for words in (("verify", "\x1b]0;mine\x07.pbem"), ("--\x1b[2Jx",), ("status", "\x1b[31mx"), ("\x9b2J",)):
        said = nobody(*words)
        assert (2, False) == (said.code, any(sign in said.sentences for sign in "\x1b\x07\x9b")), words
