"""A file of an archive is judged as pbem verify judges it, and what is kept of it is true; a bad place stops nothing."""

import json
import os
import tarfile
import time
import zipfile
from pathlib import Path

import pytest
from home.table import pbem, use_tiny

from pbem.archive import judging, places
from pbem.archive.places import items
from pbem.bytes.errors import UsageError

from .conftest import PEGASUS

pytestmark = pytest.mark.wider

JUDGE = "0" * 64


def test_every_file_gets_the_verdict_of_verify(small, tmp_path, monkeypatch):
    use_tiny(monkeypatch)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    for name, data in {**small, "pegasus.pbem": PEGASUS.read_bytes()}.items():
        file = tmp_path / name
        file.write_bytes(data)
        said = pbem("verify", "--json", file)
        told = json.loads(said.out)
        found = judging.judged(data, JUDGE)
        fault = told.get("error") or {}
        code = fault.get("code", "") if "paper" not in told else told["code"]
        assert (told["verdict"], code, said.code) == (found.verdict, found.code, found.exit_code), name


def test_what_is_kept_of_a_game_is_what_happened_in_it() -> None:
    found = judging.judged(PEGASUS.read_bytes(), JUDGE)
    assert ("log", "verified", "pegasus", "beginner") == (
        found.kind,
        found.verdict,
        found.game,
        found.scenario,
    )
    assert (490, 246, 13) == (found.entries, found.turn_files, found.turns)
    assert found.winner in (found.a_side, "german")
    assert sum(found.faces_a) > 1000
    assert 6 == len(found.faces_a)
    assert "9.1" not in found.paragraphs or found.paragraphs.count("9.1") > 0
    assert found.opening.startswith("A: move")
    assert 64 == len(found.gid) == len(found.a_key)


def test_a_file_that_takes_too_long_is_given_up_and_named() -> None:
    start = time.monotonic()
    found = judging.judged(PEGASUS.read_bytes(), JUDGE, seconds=0.05)
    assert ("unread", "too-long", 1) == (found.verdict, found.code, found.exit_code)
    assert time.monotonic() - start < 20
    assert "verified" == judging.judged(PEGASUS.read_bytes(), JUDGE).verdict


def test_what_crashes_the_program_is_named_and_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: bytes) -> bytes:
        raise RecursionError

    monkeypatch.setattr("pbem.home.viewing.logs.data_in", broken)
    found = judging.judged(b"{", JUDGE)
    assert ("unread", "crash") == (found.verdict, found.code)
    assert "RecursionError" in found.said


def test_the_judge_is_the_program_with_its_rules_and_data(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = judging.judge_id()
    assert ours == judging.judge_id()
    monkeypatch.setattr("pbem.archive.judging.installed_version", lambda: "0.0.0")
    assert ours != judging.judge_id()


def test_everything_in_every_kind_of_place_is_found_once_in_order(archive, small):
    found = {each.name: each for each in items(str(archive))}
    assert {f"deep/er/{name}" for name in small} < set(found)
    assert {"mails.mbox!mail 1", "mails.mbox!mail 3"} < set(found)
    assert "photo.jpg" not in found
    assert list(found) == sorted(found, key=lambda name: name.partition("!")[0])
    assert ["old.tar.gz", "old.zip"] == [each.name for each in found.values() if each.problem]


LOG = b'{"x":1}'


def problems(place: Path) -> dict[str, str]:
    return {each.name: each.problem for each in items(str(place))}


def test_a_place_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file at"):
        list(items(str(tmp_path / "nowhere")))
    with pytest.raises(UsageError, match="cannot be read"):
        list(items("nonsense://club/games"))


def test_a_packed_archive_is_named_and_never_opened(tmp_path: Path) -> None:
    """Whatever it would unpack to, and whatever its name says."""
    with zipfile.ZipFile(tmp_path / "a.pbem", "w") as made:
        made.writestr("x.pbem", LOG)
    for name, mode in (("b.tar.gz", "w:gz"), ("c.old", "w")):
        with tarfile.open(tmp_path / name, mode) as packed:
            packed.add(tmp_path / "a.pbem", "x.pbem")
    (tmp_path / "d.pbem").write_bytes(LOG)
    said = "is a packed archive: unpack it, and name the folder"
    assert {"a.pbem": said, "b.tar.gz": said, "c.old": said, "d.pbem": ""} == problems(tmp_path)


def test_a_file_beyond_the_bound_is_named_and_the_next_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "MOST", 100_000)
    (tmp_path / "a.pbem").write_bytes(b'{"' + b"0" * 100_000)
    (tmp_path / "b.pbem").write_bytes(LOG)
    assert {"a.pbem": "has more than 100000 bytes", "b.pbem": ""} == problems(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in this system's folders")
def test_pipes_and_links_are_left_alone_and_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.pbem")
    (tmp_path / "b.pbem").symlink_to("/dev/zero")
    (tmp_path / "c.pbem").write_bytes(LOG)
    said = "is a link, a pipe or a device, and was left alone"
    assert {"a.pbem": said, "b.pbem": said, "c.pbem": ""} == problems(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_a_name_that_is_no_text_is_written_with_escapes(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe.pbem")).write_bytes(LOG)
    (name,) = problems(tmp_path)
    assert "\\xff\\xfe.pbem" == name
