"""A home that is a copy of another signs nothing before its player has said that it is the one; reading stays possible."""

import shutil
from pathlib import Path

import pytest

from pbem.store.home import Home

from .table import Player, Two, begin, decide, play, use_tiny


def copy_of(ann: Player, name: str = "copy") -> Player:
    shutil.copytree(ann.path, ann.place / name)
    return Player(name.capitalize(), ann.place)


def drafted(ann: Player) -> None:
    for order in ("go 1", "mode hit"):
        assert 0 == ann("do", order).code


def test_a_copied_folder_reads_and_signs_nothing(table: Two) -> None:
    ann, ben = table
    files = play(ann, ben, 2)
    drafted(ann)
    copy = copy_of(ann)
    assert copy.home.is_copy()
    assert not ann.home.is_copy()
    copy("send", "--out", ann.place / "second.pbem").says(6, "is a copy of your home", "pbem backup moved")
    assert not (ann.place / "second.pbem").exists()
    assert "pbem backup moved" in copy("status").out
    assert 0 == copy("orders").code or "not" in copy("orders").err
    assert 0 == copy("import", *files).code


def test_a_folder_that_is_moved_on_its_disk_asks_nothing(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 2)
    ann.path.rename(ann.place / "elsewhere")
    moved = Player("Elsewhere", ann.place)
    play(moved, ben, 2)
    assert moved.folder.log() == ben.folder.log()
    assert "nothing is to be done" in moved("backup", "moved").sentences


def test_every_running_game_has_to_be_brought_up_to_date(table: Two) -> None:
    """Mails of one game say nothing of another; the player may say expressly that nothing was signed since."""
    ann, ben = table
    files = play(ann, ben, 2)
    begin(ann, ben)
    copy = copy_of(ann)
    assert 0 == copy("import", *files).code
    copy("backup", "moved").says(6, "for 1 of 2 running games", "--nothing-since")
    said = copy("backup", "moved", "--nothing-since")
    assert (0, False) == (said.code, copy.home.is_copy()), said


def test_a_restored_home_repeats_its_warning_until_it_is_settled(table: Two, tmp_path: Path) -> None:
    """Every status says that the folder may be old, how far the game goes in it, and that nothing has come since."""
    ann, ben = table
    files = play(ann, ben, 2)
    assert 0 == ann("backup", tmp_path / "ann.backup").code
    while decide(ann):
        pass
    sent = ann.sent()
    new = Player("New", tmp_path)
    assert 0 == new("backup", "restore", tmp_path / "ann.backup").code
    for _ in range(2):
        said = new("status").out
        assert "may be older than what you have signed" in said
        assert "Nothing has been brought in for this game since" in said
        assert "It ends with turn file 2, your own last one is 1" in said
    for command in (("end", "resign", "--yes"), ("end", "agree", "--draw"), ("seat", "renew")):
        said_no = new(*command)
        assert (6, True) == (said_no.code, "is a copy of your home" in said_no.err), (command, said_no)
    assert 0 == new("import", *files, sent).code
    assert "Nothing has been brought in" not in new("status").out
    new("backup", "moved").says(0, "your own last one is 3")
    assert "copy of your home" not in new("status").out
    assert new.folder.log() == ann.folder.log()


def test_a_second_machine_that_plays_on_beside_the_first_is_told_as_an_accident(
    table: Two, tmp_path: Path
) -> None:
    """Both sign: the paper proves two versions, says that an old copy does that too, and what both can do."""
    ann, ben = table
    play(ann, ben, 2)
    assert 0 == ann("backup", tmp_path / "ann.backup").code
    new = Player("New", tmp_path)
    assert 0 == new("backup", "restore", tmp_path / "ann.backup").code
    assert 0 == new("backup", "moved", "--nothing-since").code
    assert 0 == ann("do", "go 1").code
    assert 0 == new("do", "go 2").code
    assert 0 == ben("import", ann.sent("--partial")).code
    ben("import", new.sent("--partial")).says(6, "an old copy of a game put back")
    paper = next(iter(sorted(ben.home.evidence.glob("evidence-[0-9]*.pbem"))))
    across, accused = ben("verify", paper).out, ann("verify", paper).out
    assert "nobody can tell that from cheating" in across
    assert "Ask Ann (red) how it came about before you judge" in across
    assert "You (red) signed two versions" in accused
    assert "If you put back an old copy of your game, tell Ben (blue)" in accused
    for told in (across, accused):
        assert "pbem dispute settle" in told
        assert "head " not in told
        assert "key " + "a" not in told
    assert "signed with key" in ben("verify", paper, "--details").out


def test_a_copy_begins_no_second_game_from_one_invitation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keys of an invitation are for one game: what is disclosed in one would foretell the dice of the other."""
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    ann, ben = Player("Ann", tmp_path), Player("Ben", tmp_path)
    for player in (ann, ben):
        player("identity", "new", player.name, "--no-password")
    ann("invite", "tiny", "--out", tmp_path / "invitation.pbem")
    ben("accept", tmp_path / "invitation.pbem", "--out", tmp_path / "acceptance.pbem")
    copy = copy_of(ann)
    copy("accept", tmp_path / "acceptance.pbem").says(6, "pbem backup moved")
    assert 0 == ann("accept", tmp_path / "acceptance.pbem").code


def test_what_was_imported_into_the_original_does_not_count_for_the_copy(table: Two) -> None:
    ann, ben = table
    files = play(ann, ben, 2)
    copy = copy_of(ann)
    assert 0 == copy("import", *files).code
    again = copy_of(copy, "again")
    assert 6 == again("backup", "moved").code
    assert 0 == copy("backup", "moved").code


def test_a_home_whose_marker_is_gone_is_a_copy(table: Two) -> None:
    ann, _ = table
    (ann.path / "here").unlink()
    assert Home(ann.path).is_copy()
    assert not Home(ann.place / "nobody").is_copy()
