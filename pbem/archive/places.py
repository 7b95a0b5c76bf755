"""What lies in an archive: files in folders, in tar and zip files and in mailboxes, here or at any fsspec address.

Everything is read here, one file at a time and each within ``MOST`` bytes; who judges needs no way to the place. What cannot
be read is named and passed over. An archive within an archive is not opened.
"""

from __future__ import annotations

import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import IO, TypeVar

import fsspec
from attrs import field, frozen

from pbem.bytes.container import MAGIC
from pbem.bytes.errors import UsageError
from pbem.mail import sources
from pbem.port.messages import Message

MOST = 16 * 1024 * 1024
"""Bytes of one file: a log has at most half as many."""
MEMBERS = 1_000_000
"""Files in one tar or zip."""

_HEADS = (MAGIC, b'{"')
_SUFFIXES = frozenset({".pbem", ".eml", ".txt", ".asc", ".mbox", ".mbx", ".msg", ".html", ".htm"})
_HEAD = 512
_ZIP, _TAR_AT, _TAR, _FROM = b"PK\x03\x04", 257, b"ustar", b"From "
_Member = TypeVar("_Member")
_PACKED_TAR = (".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")


@frozen(kw_only=True)
class Item:
    """One file: its name in the archive, and its bytes or why there are none."""

    name: str
    data: bytes = field(default=b"", repr=False)
    problem: str = ""


def items(place: str) -> Iterator[Item]:
    """Every file at ``place`` that may hold a log, a paper or a mail, in the order of names.

    Raises UsageError ``no-place`` when there is nothing to be read there at all.
    """
    try:
        system, root = fsspec.core.url_to_fs(place)
        found = [root] if system.isfile(root) else sorted(system.find(root))
    except (OSError, ValueError, ImportError) as error:
        raise UsageError(
            "no-place", Message("{place} cannot be read: {error}.", place=place, error=error)
        ) from error
    if not found:
        raise UsageError(
            "no-place",
            Message("There is no file at {place}.", place=place),
            hint=Message("Name a folder, an archive or an address."),
        )
    for path in found:
        name = str(path)[len(root) :].lstrip("/") or PurePosixPath(str(path)).name
        try:
            with system.open(path, "rb") as file:
                yield from _file(file, name)
        except (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, zlib.error, RuntimeError) as error:
            yield Item(name=name, problem=Message("cannot be read: {error}", error=error))


def _file(file: IO[bytes], name: str) -> Iterator[Item]:
    """What one file holds: itself, its members, or its mails."""
    head = file.read(_HEAD)
    file.seek(0)
    if head.startswith(_ZIP):
        yield from _zip(file, name)
    elif head[_TAR_AT:].startswith(_TAR) or name.lower().endswith(_PACKED_TAR):
        yield from _tar(file, name)
    elif head.startswith(_FROM):
        yield from _mails(file, name)
    elif _may_hold(name, head):
        yield _read(file, name)


def _zip(file: IO[bytes], name: str) -> Iterator[Item]:
    with zipfile.ZipFile(file) as archive:
        for info in _bounded(archive.infolist(), name):
            if isinstance(info, Item):
                yield info
            elif not info.is_dir():
                with archive.open(info) as member:
                    yield from _member(member, f"{name}!{info.filename}")


def _tar(file: IO[bytes], name: str) -> Iterator[Item]:
    with tarfile.open(fileobj=file, mode="r|*") as archive:
        for info in _bounded(archive, name):
            if isinstance(info, Item):
                yield info
            elif info.isfile() and (member := archive.extractfile(info)) is not None:
                yield from _member(member, f"{name}!{info.name}")


def _bounded(members: Iterable[_Member], name: str) -> Iterator[_Member | Item]:
    for count, member in enumerate(members):
        if count >= MEMBERS:
            yield Item(
                name=name,
                problem=Message(
                    "has more than {members} files; those behind were passed over", members=MEMBERS
                ),
            )
            return
        yield member


def _member(file: IO[bytes], name: str) -> Iterator[Item]:
    head = file.read(_HEAD)
    if head.startswith((_ZIP, _FROM)) or head[_TAR_AT:].startswith(_TAR):
        yield Item(name=name, problem=Message("is an archive in an archive: unpack the outer one"))
    elif _may_hold(name, head):
        yield _read(file, name, head)


def _mails(file: IO[bytes], name: str) -> Iterator[Item]:
    for number, letter in enumerate(sources.letters(file, name), 1):
        problem = "" if letter.problem is None else letter.problem.message
        yield Item(name=f"{name}!mail {number}", data=letter.data, problem=problem)


def _read(file: IO[bytes], name: str, head: bytes = b"") -> Item:
    data = head + file.read(MOST + 1 - len(head))
    if len(data) > MOST:
        return Item(name=name, problem=Message("has more than {most} bytes", most=MOST))
    return Item(name=name, data=data)


def _may_hold(name: str, head: bytes) -> bool:
    return head.startswith(_HEADS) or b"PBEM1" in head[:16] or PurePosixPath(name).suffix.lower() in _SUFFIXES
