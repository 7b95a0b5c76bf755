"""Files that are missing, cut, changed, foreign or huge: one clear sentence, and nothing half applied."""

from datetime import UTC, datetime
from errno import ENOSPC
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from attrs import evolve
from home.table import Player, Two, play, sit_down
from lists import held

from cli.spoiling import everything, seen, turn, written
from pbem.bytes import container
from pbem.bytes.container import armour
from pbem.home.acting.mail_places import Maildirs
from pbem.home.identity import unlock
from pbem.log import scan_log
from pbem.store import atomic
from pbem.store.game import Change
from pbem.table import looking

NOW = datetime(2026, 6, 6, tzinfo=UTC)


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
    assert (True, 1, True) == (said.code in (3, 7), said.err.count("big.pbem"), "5 MB" in said.err), said


def raw(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def zipped(data: bytes, locked: int = 0) -> bytes:
    """A zip with one file, with the bit of a password where ``locked``."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("a", data)
    whole = packed.getvalue()
    listed = whole.index(b"PK\x01\x02") + 8
    return whole[:listed] + bytes([whole[listed] | locked]) + whole[listed + 1 :]


def test_what_holds_no_turn_says_what_it_is_and_what_to_do(table: Two, tmp_path: Path) -> None:
    ann, cut = table[0], turn(table[0]).read_bytes()[:-9]
    letters = armour(turn(ann).read_bytes(), {}).splitlines()
    hello = b"From: ben@example.org\r\nSubject: hello\r\n\r\n"

    kinds: dict[str, tuple[bytes, int, *tuple[str, ...]]] = {
        "empty": (b"", 7, "It is empty.", "once more"),
        "locked zip": (zipped(b"secret", locked=1), 7, "a zip with a password", "Unpack it"),
        "other zip": (zipped(b"hello"), 7, "no turn file is in it"),
        "zip bomb": (zipped(bytes(6 * 1024 * 1024)), 7, "larger than any turn"),
        "cut zip": (zipped(b"hello")[:40], 7, "cut off or damaged", "once more"),
        "7z": (b"7z\xbc\xaf\x27\x1c....", 7, "a 7z archive", "Unpack it"),
        "rar": (b"Rar!\x1a\x07\0....", 7, "a rar archive", "Unpack it"),
        "PDF": (b"%PDF-1.7 ...", 7, "It is a PDF"),
        "picture": (b"\x89PNG\r\n\x1a\n...", 7, "It is a picture"),
        "telephone's": (b"\0\0\0\x18ftypheic....", 7, "a picture or a film"),
        "PGP": (b"-----BEGIN PGP MESSAGE-----\n\nhQEM", 7, "It is encrypted", "save the attachment"),
        "backup": (b"pbem-backup-1\n{}", 7, "the backup of a home", "pbem backup restore"),
        "text": (b"See you on Sunday.", 7, "There is no turn file in it."),
        "mail": (hello + b"See you on Sunday.\r\n", 7, "There is no turn file in this mail."),
        "mailed PDF": (hello + b"%PDF-1.7 ...\r\n", 7, "no turn file in this mail", "It is a PDF"),
        "cut turn": (cut, 3, "file: The file is cut off at the end.", "once more"),
        "line dropped": ("\n".join(letters[:3] + letters[4:]).encode(), 3, "a letter or a line", "once more"),
    }
    held(kinds, lambda kind: ann("import", raw(tmp_path / "file", kind[0])).says(*kind[1:]))
    ann("accept", raw(tmp_path / "cut.pbem", cut)).says(3, "cut.pbem: The file is cut off", "once more")


def test_folders_in_a_folder_are_gone_into_and_what_is_left_is_named(table: Two, tmp_path: Path) -> None:
    deep = tmp_path / "mails" / "a" / "b"
    (deep / "c" / "d" / "too-deep").mkdir(parents=True)
    raw(deep / "turn.pbem", turn(table[0]).read_bytes())
    raw(tmp_path / "mails" / "locked.zip", zipped(b"secret", locked=1))
    table[1]("import", tmp_path / "mails").says(
        0, "2 files or folders were not looked into", "locked.zip", "Turn file 1"
    )


def test_what_a_terminal_obeys_in_a_name_is_not_repeated_to_it(tmp_path: Path) -> None:
    """Click says words as they were typed: a file's name could change the title of the window, or hide a line."""
    nobody = Player("Nobody", tmp_path)
    for words in (("verify", "\x1b]0;mine\x07.pbem"), ("--\x1b[2Jx",), ("status", "\x1b[31mx"), ("\x9b2J",)):
        said = nobody(*words)
        assert (2, False) == (said.code, any(sign in said.sentences for sign in "\x1b\x07\x9b")), words


def test_a_file_that_is_something_else_is_called_what_it_is(table: Two, tmp_path: Path) -> None:
    """A line of the format, a forged file and a new game were spoken of, where a player had taken the wrong file."""
    ann, ben = table
    ann("accept", turn(ann)).says(2, "holds turns of a game that has begun", "pbem import")
    (tmp_path / "folder").mkdir()
    for command, why in (("verify", "no files in"), ("open", "is a folder")):
        ann(command, tmp_path / "folder").says(2, why, no="Do not rely")
        ann(command, raw(tmp_path / "none.pbem", b"")).says(3, "The file is empty.")
    ann("accept", raw(tmp_path / "log.pbem", ben.folder.log())).says(
        0, "has begun before", no=("begins", "written already")
    )
    ann("invite", "tiny", "--out", tmp_path / "own.pbem").says(0)
    own = (tmp_path / "own.pbem").read_bytes()
    said = [looking.look(each.home, own, "own.pbem", "en", tmp_path / "scratch").said for each in table]
    assert ["This is your own", "An invitation"] == [said[0][:16], said[1][:13]]


def test_a_full_disk_is_named_with_the_file_and_what_to_do(table, tmp_path, monkeypatch):
    ann, ben = table
    came, before = turn(ann), everything(ben)

    def full(*_: object, **__: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(atomic, "write_all", full)
        disk.setattr(Path, "write_bytes", full)
        ben("import", came).says(1, f"there is no room left ({ben.path}", "Make room there", "half-done")
        ben("setup", "doctor").says(1, "cannot be written", "Make room there")
    assert before == everything(ben)
    ben("import", came).says(0, "Turn file 1")


def test_the_log_of_another_game_is_damage_and_not_the_game(table: Two, tmp_path: Path) -> None:
    """It was shown, checked and kept as the game in whose folder it lay."""
    ann, ben = table
    came = turn(ann)
    (tmp_path / "other").mkdir()
    cleo, _ = sit_down(tmp_path / "other")
    ours = ben.folder.path / "log.pbem"
    begun = raw(tmp_path / "log.pbem", ours.read_bytes())
    ours.write_bytes(cleo.folder.log())
    ben("status").says(3, "It is the log of another game.", "pbem import")
    ben("import", begun, came).says(0, "its log was damaged", "0 whole turn files", "Turn file 1 of Ann")


def test_where_several_turns_are_lost_the_own_one_is_named(table: Two) -> None:
    """It was the next number, which may be a turn of the other side."""
    ann, ben = table
    play(ann, ben, 3)
    log, _ = scan_log(ann.folder.log())
    ann.folder.save(Change(log=evolve(log, bundles=log.bundles[:1]).encode()))
    ann("status").says(0, "Your own turn file 3 has been signed")


def test_a_program_that_acts_reads_a_file_again_that_was_not_yet_whole(table: Two, tmp_path: Path) -> None:
    """It was known by its name: a turn that was being saved, or came once more under its name, was never read."""
    ann, ben = table
    whole, place = turn(ann).read_bytes(), tmp_path / "came"
    place.mkdir()
    post, who = Maildirs(address="ben@example.org", places=(place,)), unlock(ben.home, "")
    raw(place / "t.pbem", whole[:-9])
    first = post.fetch(ben.home, who, NOW, read=frozenset())
    raw(place / "t.pbem", whole)
    second = post.fetch(ben.home, who, NOW, read=frozenset(first.read))
    third = post.fetch(ben.home, who, NOW, read=frozenset(second.read))
    assert ([0, 1, 0], 1) == ([len(each.found.games) for each in (first, second, third)], len(second.read))
