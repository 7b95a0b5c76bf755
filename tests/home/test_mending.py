"""A damaged log: its whole turn files are kept, the rest comes from the other side, and nothing is signed twice."""

import shutil
from pathlib import Path

import pytest

from pbem.bytes.errors import ConflictError
from pbem.home import games, mending
from pbem.home.identity import unlock
from pbem.replay.table import state_digest

from .table import Player, Two, decide, play

SAMPLES = 10


@pytest.fixture
def ahead(table: Two) -> tuple[Player, Player, Path]:
    """Ann, with two turn files of hers in the log and orders that are not sent; Ben; and the log as Ben has it."""
    ann, ben = table
    play(ann, ben, 5)
    if '"mine": true' not in ann("status", "--json").out:
        play(ann, ben, 1)
    decide(ann)
    theirs = ann.place / "ben-log.pbem"
    shutil.copy(ben.folder.path / "log.pbem", theirs)
    return ann, ben, theirs


def test_a_log_cut_anywhere_is_as_before_once_the_opponents_log_has_come(ahead):
    ann, _, theirs = ahead
    path, whole = ann.folder.path / "log.pbem", ann.folder.log()
    key = unlock(ann.home, "")
    before = games.open_session(ann.folder, key)
    assert before.draft
    ends = [n + 1 for n, byte in enumerate(whole) if byte == 10]
    for cut in sorted({0, *ends[:-1:4], *range(0, len(whole), len(whole) // SAMPLES)}):
        path.write_bytes(whole[:cut])
        ann("import", theirs).says(0)
        now = games.open_session(ann.folder, key)
        assert whole == path.read_bytes(), cut
        assert state_digest(before.position) == state_digest(now.position), cut
        assert (before.draft, before.vault) == (now.draft, now.vault), cut
    for gap in range(600, len(whole) - 50, len(whole) // SAMPLES):
        path.write_bytes(whole[:gap] + bytes(40) + whole[gap + 40 :])
        ann("import", theirs).says(0, "its log was damaged")
        assert before == games.open_session(ann.folder, key), gap
    laid = {each.read_bytes() for each in (path.parent / "damaged").iterdir()}
    assert whole[: len(whole) // SAMPLES] in laid


def test_nothing_is_signed_before_the_log_is_as_long_as_the_record_says(ahead):
    ann, ben, theirs = ahead
    path, whole = ann.folder.path / "log.pbem", ann.folder.log()
    shutil.rmtree(path.parent / "outbox")  # as in a home that was put back
    acceptance = ann.place / "acceptance.pbem"
    path.write_bytes(b"")
    ann("status").says(3, "is damaged", "pbem import PATH...")
    first = next(ben.place.glob("ben-0*.pbem"))
    ann("import", first).says(3, "its first lines are lost", "out of the home of Ben")
    assert b"" == path.read_bytes()
    ann("import", acceptance, "--dry-run").says(6, "its log was empty")
    assert b"" == path.read_bytes()
    ann("import", acceptance).says(6, "its log was empty", "Ben has it", "Nothing is signed")
    for words in (("do", "pick bold,calm"), ("send", "--out", ann.place / "second.pbem")):
        said = ann(*words)
        assert said.code in (5, 6) or "Nothing is sent yet" in said.err, said
    assert not (ann.place / "second.pbem").exists()
    with pytest.raises(ConflictError, match="signed before"):
        games.open_session(ann.folder, unlock(ann.home, ""))._check_complete()
    ann("import", theirs).says(0)
    assert whole == path.read_bytes()
    ann("status").says(0)


def test_own_turn_files_come_out_of_the_outbox_and_whole_ones_from_behind_the_damage(ahead):
    ann, _, _ = ahead
    path, whole = ann.folder.path / "log.pbem", ann.folder.log()
    ours = next(n for n, each in enumerate(games.look(ann.folder).log.bundles) if each.header.by == "A")
    bundle = games.look(ann.folder).log.bundles[ours].encode()
    at = whole.index(bundle)
    path.write_bytes(whole[: at + 30] + b"\n" + whole[at + 60 :])
    found = mending.damage(ann.folder)
    assert found.whole == len(games_in(whole)) - 1
    ann("import", path.parent / "outbox").says(0, "none that you have signed is missing")
    assert whole == path.read_bytes()


def test_one_broken_game_keeps_nobody_from_the_others(table: Two) -> None:
    ann, ben = table
    assert ann("invite", "tiny", "--out", ann.place / "two.pbem").code == 0
    assert ben("accept", ann.place / "two.pbem", "--out", ann.place / "two-yes.pbem").code == 0
    assert ann("accept", ann.place / "two-yes.pbem").code == 0
    one, two = ann.home.games()
    (one.path / "log.pbem").write_bytes(b"")
    ann("status").says(3, two.name, f"Game {one.name}", "is damaged")
    both = [ann.place / name for name in ("acceptance.pbem", "two-yes.pbem")]
    for name in ("game.json", "game-again.json"):
        (one.path / name).write_bytes(b"")
    for _ in range(2):  # broken, and gone
        for words in (["status"], ["games"], ["send", "--game", one.name], ["import", *both]):
            ann(*words).says(1, one.name, "its game.json is damaged or gone", "pbem backup restore FILE")
        ann("setup", "doctor").says(1, one.name, "cannot be made again: ")
        for path in one.path.glob("game*.json"):
            path.unlink()


def test_one_broken_game_of_three_keeps_no_other_out_of_a_backup(table: Two) -> None:
    ann, ben = table
    for name in ("two", "three"):
        assert ann("invite", "tiny", "--out", ann.place / f"{name}.pbem").code == 0
        assert ben("accept", ann.place / f"{name}.pbem", "--out", ann.place / f"{name}-yes.pbem").code == 0
        assert ann("accept", ann.place / f"{name}-yes.pbem").code == 0
    whole = {each.name: each.log() for each in ann.home.games()}
    broken = ann.home.games()[1].path
    file = ann.place / "ann.backup"
    cut = whole[broken.name][:900]
    (broken / "log.pbem").write_bytes(cut)
    (broken / "draft.jsonl").write_bytes(b'{"he')
    ann("backup", file).says(3, ": 3 games.", f"Game {broken.name}", "in the backup as it is")
    ann("setup", "doctor").says(1, no="lacks what cannot")
    again = Player("Again", ann.place)
    again("backup", "restore", file).says(3, f"{broken.name[:8]} does not hold")
    assert {**whole, broken.name: cut} == {each.name: each.log() for each in again.home.games()}
    shutil.rmtree(again.path)
    for name in ("game.json", "game-again.json"):
        (broken / name).write_bytes(b"[")
    ann("backup", file).says(6, f"Left out: games/{broken.name}", "may still be whole", "--force")
    ann("backup", file, "--force").says(3, ": 2 games.", f"Left out: games/{broken.name}")
    again("backup", "restore", file).says(0)
    assert whole == {each.name: each.log() for each in again.home.games()} | {broken.name: whole[broken.name]}


def games_in(whole: bytes) -> list[bytes]:
    """The header lines of a log."""
    return [each for each in whole.split(b"\n") if b'"k":"hdr"' in each]
