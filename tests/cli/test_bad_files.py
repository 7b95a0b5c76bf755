"""Files that are missing, cut, changed, foreign or huge: one clear sentence, and nothing half applied."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from home.table import Player, decide, sit_down

from cli.spoiling import copy, everything, seen, turn, written
from pbem.bytes import container

Two = tuple[Player, Player]


def test_a_missing_file_is_named(table: Two, tmp_path: Path) -> None:
    ann, nobody = table[0], Player("Nobody", tmp_path)
    for command in ("import", "verify", "join", "start", "open", "replay", "restore", "compare", "watch"):
        said = (nobody if command == "restore" else ann)(command, tmp_path / "none.pbem")
        assert (2, True, False) == (said.code, "none.pbem" in said.err, "rejected" in said.sentences), command


def test_a_truncated_turn_changes_nothing_and_says_so(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    data, before, cut = turn(ann).read_bytes(), everything(ben), tmp_path / "cut.pbem"
    for keep in (0, 5, 12, 40, -1):
        cut.write_bytes(data[:keep])
        said = ben("import", cut)
        assert said.code in (3, 7), said
        assert re.search("cut off|no turn file|does not unpack", said.err), said
        assert before == everything(ben)


def test_an_edited_turn_changes_nothing_and_names_the_entry(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    lines = container.unpack(turn(ann).read_bytes())
    before = everything(ben)
    said = ben("import", written(tmp_path / "edited.pbem", lines.replace(b'"k":"start"', b'"k":"stark"')))
    assert (3, True) == (
        said.code,
        "Rejected at entry 0 (turn file 1, in the name of Ann, red): " in said.err,
    )
    assert "ask for it once more" in said.err
    assert [] == sorted(set(everything(ben)) - set(before) - {seen(ben)})


def test_a_bit_flipped_in_the_packed_bytes_is_damage_with_a_name(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    data = bytearray(turn(ann).read_bytes())
    data[len(data) // 2] ^= 4
    (tmp_path / "flipped.pbem").write_bytes(data)
    said = ben("import", tmp_path / "flipped.pbem")
    assert (3, True) == (said.code, "changed on the way" in said.err or "cut off" in said.err)


def test_turns_out_of_order_are_parked_and_join_when_the_gap_is_filled(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    decide(ann)
    first = ann.sent()
    ben_two = Player("Ben", tmp_path / "elsewhere")
    copy(ben, ben_two)
    ben_two("import", first)
    second = turn(ben_two)
    ann("import", second)
    decide(ann)
    decide(ann)
    third = ann.sent()
    # This home of Ben's has neither the first turn nor his own answer to it.
    said = ben("import", third)
    assert (6, True) == (said.code, "Waiting for entries" in said.err)
    assert "waits for an earlier one" in ben("status").out
    said = ben("import", second, first)
    assert 0 == said.code, said
    assert "entries 3-" in said.err
    assert ben_two("import", third).code == 0
    assert ben_two.folder.log() == ben.folder.log()
    assert () == ben.folder.parked()


def test_a_turn_of_a_foreign_game_is_named_and_left_alone(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    (tmp_path / "other").mkdir()
    cleo, _ = sit_down(tmp_path / "other")
    before = everything(ann)
    said = ann("import", turn(cleo))
    assert (3, True) == (said.code, "which is not in this home" in said.err)
    assert before == everything(ann)


def test_an_oversized_file_is_refused_before_it_is_read(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    big = tmp_path / "big.pbem"
    with big.open("wb") as file:
        file.write(container.MAGIC)
        file.truncate(6 * 1024 * 1024)
    said = ann("import", big)
    assert (True, True) == (said.code in (3, 7), "5242880" in said.err), said


def test_a_turn_that_unpacks_without_end_is_refused(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    bomb = tmp_path / "bomb.pbem"
    bomb.write_bytes(container.MAGIC + zlib.compress(b"{" + b" " * 40_000_000))
    said = ann("import", bomb)
    assert (3, True) == (said.code, "unpacks to more" in said.err)


def test_a_mail_without_a_turn_is_a_sentence_with_the_next_step(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    mail = tmp_path / "hello.eml"
    mail.write_bytes(b"From: ben@example.org\r\nSubject: hello\r\n\r\nSee you on Sunday.\r\n")
    said = ann("import", mail)
    assert (7, True) == (said.code, "There is no turn file in this mail." in said.err)
