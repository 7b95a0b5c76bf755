"""Bad places: each is named, bounded, and stops nothing."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from pbem.archive import places
from pbem.archive.places import items
from pbem.bytes.errors import UsageError

pytestmark = pytest.mark.wider


def problems(place: Path) -> dict[str, str]:
    return {each.name: each.problem for each in items(str(place))}


def test_a_place_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file at"):
        list(items(str(tmp_path / "nowhere")))
    with pytest.raises(UsageError, match="cannot be read"):
        list(items("nonsense://club/games"))


def test_damaged_archives_are_named_and_the_next_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04" + b"\0" * 60)
    (tmp_path / "b.tar.gz").write_bytes(b"\x1f\x8b\x08\x00" + b"\0" * 60)
    (tmp_path / "c.pbem").write_bytes(b'{"x":1}')
    found = problems(tmp_path)
    assert found["a.zip"].startswith("cannot be read")
    assert found["b.tar.gz"].startswith("cannot be read")
    assert "" == found["c.pbem"]


def test_a_broken_archive_gives_what_comes_before_the_break(tmp_path: Path) -> None:
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:gz") as made:
        for name in ("one.pbem", "two.pbem"):
            info = tarfile.TarInfo(name)
            info.size = 400_000
            made.addfile(info, io.BytesIO(b'{"' + bytes(n % 251 for n in range(399_998))))
    data = whole.getvalue()
    (tmp_path / "cut.tar.gz").write_bytes(data[: len(data) * 3 // 4])
    found = problems(tmp_path)
    assert "" == found["cut.tar.gz!one.pbem"]
    assert found["cut.tar.gz"].startswith("cannot be read")


def test_what_unpacks_without_end_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "MOST", 100_000)
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("bomb.pbem", b'{"' + b"0" * 50_000_000)
        made.writestr("next.pbem", b'{"x":1}')
    found = problems(tmp_path)
    assert {"bomb.zip!bomb.pbem": "has more than 100000 bytes", "bomb.zip!next.pbem": ""} == found


def test_an_archive_in_an_archive_and_too_many_files_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as made:
        made.writestr("x.pbem", b'{"x":1}')
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as made:
        made.writestr("inner.zip", inner.getvalue())
        for n in range(5):
            made.writestr(f"{n}.pbem", b'{"x":1}')
    monkeypatch.setattr(places, "MEMBERS", 3)
    found = problems(tmp_path)
    assert "archive in an archive" in found["outer.zip!inner.zip"]
    assert "more than 3 files" in found["outer.zip"]
    assert "outer.zip!1.pbem" in found
    assert "outer.zip!2.pbem" not in found
