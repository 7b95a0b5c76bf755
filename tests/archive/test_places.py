"""Bad places: each is named, bounded, and stops nothing."""

import os
import tarfile
import zipfile
from pathlib import Path

import pytest

from pbem.archive import places
from pbem.archive.places import items
from pbem.bytes.errors import UsageError

pytestmark = pytest.mark.wider

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
