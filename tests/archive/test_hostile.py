"""Packed files and folders made to hurt: bounded in memory and time, named, and nothing behind them is lost.

Findings of the attacks: a pax header of gigabytes, members that end the run, pipes and links, names that are no UTF-8.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import random
import struct
import tarfile
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from pbem.archive import packed
from pbem.archive.asking import chart, question
from pbem.archive.places import items
from pbem.archive.questions import QUESTIONS
from pbem.archive.work import cluster

from .test_asking import archive as recorded
from .test_asking import game

pytestmark = [pytest.mark.wider, pytest.mark.filterwarnings("default")]

LOG = b'{"x":1}'
MEBI = 1024 * 1024
ONE = 24
"""MiB: what is made ready for the bytes of one file (`places.MOST`), and little more."""


def problems(place: Path) -> dict[str, str]:
    return {each.name: each.problem for each in items(str(place))}


def header(name: str, size: int, kind: bytes = tarfile.REGTYPE) -> bytes:
    """One block of a tar file, as its writer likes."""
    info = tarfile.TarInfo(name)
    info.size, info.type = size, kind
    return info.tobuf(tarfile.USTAR_FORMAT)


def member(name: str, data: bytes) -> bytes:
    return header(name, len(data)) + data + b"\0" * (-len(data) % 512)


def long_header(size: int) -> bytes:
    """A tar file packed with gzip: a pax header of so many bytes that are almost nothing packed, then a log."""
    made = io.BytesIO()
    with gzip.GzipFile(fileobj=made, mode="wb", compresslevel=9) as out:
        out.write(header("pax", size, tarfile.XHDTYPE))
        for _ in range(size // MEBI):
            out.write(b"0" * MEBI)
        out.write(member("behind.pbem", LOG) + b"\0" * 1024)
    return made.getvalue()


def measured(place: Path) -> tuple[dict[str, str], float, float]:
    """What was found at a place, the MiB that it took at most, and the seconds of this process."""
    tracemalloc.start()
    began = time.process_time()
    found = problems(place)
    spent = time.process_time() - began
    most = tracemalloc.get_traced_memory()[1] / MEBI
    tracemalloc.stop()
    return found, most, spent


def test_a_long_pax_header_is_passed_over_and_the_member_behind_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.tar.gz").write_bytes(long_header(200 * MEBI))
    found, most, _ = measured(tmp_path)
    assert f"has a header of {200 * MEBI:,} bytes" == found["a.tar.gz!pax"]
    assert "" == found["a.tar.gz!behind.pbem"]
    assert most < ONE


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XGLTYPE])
def test_every_kind_of_long_header_is_bounded(kind: bytes, tmp_path: Path) -> None:
    size = 64 * MEBI
    data = header("long", size, kind) + b"0" * size + member("behind.pbem", LOG) + b"\0" * 1024
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(data))
    found, most, _ = measured(tmp_path)
    assert "" == found["a.tar.gz!behind.pbem"]
    assert "bytes" in found["a.tar.gz!long"]
    assert most < ONE


def test_a_few_bytes_that_unpack_to_gigabytes_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "LEAST", MEBI)
    data = member("zeros.bin", b"\0" * (40 * MEBI)) + member("behind.pbem", LOG) + b"\0" * 1024
    for name, pack in (("a.tar.gz", gzip.compress), ("b.tar.xz", lzma.compress)):
        (tmp_path / name).write_bytes(pack(data))
    (tmp_path / "c.pbem").write_bytes(LOG)
    found, most, _ = measured(tmp_path)
    said = f"unpacks to more than {packed.RATIO} times its size; it was left there"
    assert {"a.tar.gz": said, "b.tar.xz": said, "c.pbem": ""} == found
    assert most < ONE


def test_a_zip_whose_members_share_their_bytes_is_left(tmp_path: Path) -> None:
    """A thousand names for one member: the second ends it, on every Python (some refuse each of them by themselves)."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("0000.pbem", LOG + b" " * (2 * MEBI))
        first = out.infolist()[0]
        for _ in range(1000):
            again = zipfile.ZipInfo("0000.pbem")
            for field in ("compress_type", "CRC", "compress_size", "file_size", "header_offset"):
                setattr(again, field, getattr(first, field))
            out.filelist.append(again)
    (tmp_path / "a.zip").write_bytes(made.getvalue())
    assert len(made.getvalue()) < 100_000
    found = list(items(str(tmp_path)))
    assert len(found) == 2
    assert found[-1].problem == "two of its files share their bytes; it was left there"


def test_a_zip_file_is_left_when_its_members_together_unpack_to_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "LEAST", MEBI)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as made:
        for n in range(8):
            made.writestr(f"{n}.pbem", LOG + b" " * (MEBI // 2))
    found = list(items(str(tmp_path)))
    assert found[0].problem == ""
    assert len(found) < 8
    assert found[-1].problem.startswith("unpacks to more")


def test_a_dictionary_of_gigabytes_is_not_made(tmp_path: Path) -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 29}]
    data = lzma.compress(member("a.pbem", LOG) + b"\0" * 1024, format=lzma.FORMAT_XZ, filters=filters)
    (tmp_path / "a.tar.xz").write_bytes(data)
    assert problems(tmp_path)["a.tar.xz"].startswith("cannot be read")


def test_a_member_packed_in_another_way_is_named_and_the_next_is_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr("lzma.pbem", LOG, zipfile.ZIP_LZMA)
        made.writestr("next.pbem", LOG, zipfile.ZIP_DEFLATED)
    found = problems(tmp_path)
    assert "use deflate" in found["a.zip!lzma.pbem"]
    assert "" == found["a.zip!next.pbem"]


def test_a_member_that_is_damaged_or_locked_stops_no_other(tmp_path: Path) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
        for name in ("a.pbem", "b.pbem", "c.pbem"):
            out.writestr(name, LOG * 100)
    data = bytearray(made.getvalue())
    data[40] ^= 0xFF  # within the packed bytes of the first
    locked = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 1)
    data[locked + 8] |= 1  # the second needs a password, says the directory
    (tmp_path / "a.zip").write_bytes(data)
    found = problems(tmp_path)
    assert {"a.zip!a.pbem", "a.zip!b.pbem"} == {name for name, said in found.items() if said}
    assert "" == found["a.zip!c.pbem"]


@pytest.mark.parametrize("way", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
@pytest.mark.parametrize("at", [2, 30, 60])
def test_a_damaged_member_hides_nothing_that_stands_behind_it_however_it_is_packed(
    way: int, at: int, tmp_path: Path
) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", way) as out:
        for name in ("a.pbem", "b.pbem"):
            out.writestr(name, LOG + random.Random(name).randbytes(4_000))
    data = bytearray(made.getvalue())
    start = data.index(b"a.pbem") + len(b"a.pbem")
    data[start + at : start + at + 8] = bytes(each ^ 0xFF for each in data[start + at : start + at + 8])
    (tmp_path / "a.zip").write_bytes(data)
    found = problems(tmp_path)
    assert found["a.zip!a.pbem"] != ""
    assert "" == found["a.zip!b.pbem"]


def test_a_directory_that_says_it_is_long_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "DIRECTORY", 1000)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        for n in range(100):
            made.writestr(f"{n}.pbem", LOG)
    assert problems(tmp_path)["a.zip"].startswith("has a directory of")


def sparse_pax() -> bytes:
    """A file with holes by a pax header: version 1.0, whose list lies in front of the data."""
    pairs = (("GNU.sparse.major", "1"), ("GNU.sparse.minor", "0"), ("GNU.sparse.realsize", "7"))
    told = b"".join(_record(key, value) for key, value in pairs)
    return header("pax", len(told), tarfile.XHDTYPE) + told.ljust(512, b"\0") + member("a.pbem", b"9" * 4096)


def _record(key: str, value: str) -> bytes:
    body = f" {key}={value}\n".encode()
    size = len(body) + len(str(len(body) + 2))
    return str(size).encode() + body


@pytest.mark.parametrize("made", [sparse_pax, lambda: header("a.pbem", 512, tarfile.GNUTYPE_SPARSE)])
def test_files_with_holes_are_left_and_named(made: Callable[[], bytes], tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(made() + b"\0" * 1024)
    (tmp_path / "b.pbem").write_bytes(LOG)
    found = problems(tmp_path)
    assert "holes" in found["a.tar"]
    assert "" == found["b.pbem"]


def test_a_tower_of_headers_ends_in_a_sentence(tmp_path: Path) -> None:
    told = _record("comment", "x").ljust(512, b"\0")
    tower = (header("pax", len(_record("comment", "x")), tarfile.XHDTYPE) + told) * 5000
    (tmp_path / "a.tar").write_bytes(tower + member("a.pbem", LOG) + b"\0" * 1024)
    (tmp_path / "b.pbem").write_bytes(LOG)
    found = problems(tmp_path)
    assert "" == found["b.pbem"]
    assert found.get("a.tar", "").startswith("cannot be read") or "" == found.get("a.tar!a.pbem")


def test_links_in_a_packed_file_are_passed_over(tmp_path: Path) -> None:
    link = tarfile.TarInfo("etc.pbem")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    pipe = tarfile.TarInfo("pipe.pbem")
    pipe.type = tarfile.FIFOTYPE
    (tmp_path / "a.tar").write_bytes(link.tobuf() + pipe.tobuf() + member("a.pbem", LOG) + b"\0" * 1024)
    assert {"a.tar!a.pbem": ""} == problems(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in this system's folders")
def test_pipes_and_links_are_left_alone_and_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.pbem")
    (tmp_path / "b.pbem").symlink_to("/dev/zero")
    (tmp_path / "c.pbem").write_bytes(LOG)
    found = problems(tmp_path)
    said = "is a link, a pipe or a device, and was left alone"
    assert {"a.pbem": said, "b.pbem": said, "c.pbem": ""} == found


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_a_name_that_is_no_text_is_written_with_escapes(tmp_path: Path) -> None:
    place = os.fsencode(tmp_path)
    with open(place + b"/\xff\xfe.pbem", "wb") as file:
        file.write(LOG)
    with tarfile.open(tmp_path / "b.tar", "w", encoding="latin-1", errors="surrogateescape") as made:
        made.format = tarfile.USTAR_FORMAT
        info = tarfile.TarInfo("\xff.pbem")
        info.size = len(LOG)
        made.addfile(info, io.BytesIO(LOG))
    found = problems(tmp_path)
    assert {"\\xff\\xfe.pbem", "b.tar!\\xff.pbem"} == set(found)
    for name in found:
        name.encode()


def test_an_end_record_that_lies_about_the_directory_is_no_crash(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as made:
        made.writestr("a.pbem", LOG)
    data = bytearray((tmp_path / "a.zip").read_bytes())
    at = data.rindex(b"PK\x05\x06")
    struct.pack_into("<L", data, at + 12, 0xFFFFFFFF)
    (tmp_path / "a.zip").write_bytes(data)
    assert "directory" in problems(tmp_path)["a.zip"]


SCRIPT = '</script><img src=x onerror="document.title=1"><svg onload=1>'


@pytest.mark.parametrize("name", [name for name, each in QUESTIONS.items() if each.x])
def test_a_players_name_is_text_in_a_chart_and_nothing_in_its_page_runs(name: str, tmp_path: Path) -> None:
    """A name, and whatever else of an archive is text, in the picture and in the table below it."""
    texts = {"a_name": SCRIPT, "b_name": SCRIPT, "winner": SCRIPT, "ended": SCRIPT, "opening": SCRIPT}
    more = {"faces_a": (9, 9, 9, 9, 9, 9), "faces_b": (9, 9, 9, 9, 9, 9), "weighed": 9, "luck": 1.0}
    kept = recorded(
        tmp_path, *(game(n, **texts, **more, scenario=SCRIPT, paragraphs=(SCRIPT,)) for n in range(3))
    )
    asked = question(name)
    page = chart(name, asked, kept.answer(asked))
    assert "Content-Security-Policy" in page
    assert "default-src 'none'" in page
    parsed = Elements()
    parsed.feed(page)
    assert not parsed.found & {"script", "img", "iframe", "object", "foreignobject"}
    assert not parsed.running
    assert "<img" not in page
    assert "&lt;/script&gt;" in page


class Elements(HTMLParser):
    """The elements of a page, and the attributes that would run something."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.running: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.running += [key for key, _ in attrs if key.startswith("on")]


def test_the_engines_own_pages_answer_nobody() -> None:
    """The scheduler's and each worker's; whoever has no key of the run gets nothing at any door."""
    with cluster(workers=1) as client:
        told = client.scheduler_info()
        ports = [told["services"].get("dashboard")]
        ports += [each["services"].get("dashboard") for each in told["workers"].values()]
        assert 2 == len(ports)
        for port in ports:
            for page in ("/", "/status", "/health", "/info/main/workers.html", "/metrics"):
                with pytest.raises(HTTPError, match="404"):
                    urlopen(f"http://127.0.0.1:{port}{page}")
            with urlopen(f"http://127.0.0.1:{port}/sitemap.json") as listed:
                assert {"paths": ["/sitemap.json"]} == json.load(listed)
