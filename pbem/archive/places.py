"""What lies in an archive: files in folders, in tar and zip files and in mailboxes, here or at any fsspec address.

Everything is read here, one file at a time and each within ``MOST`` bytes; who judges needs no way to the place. What cannot
be read is named and passed over. An archive within an archive is not opened.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import IO

import fsspec
from attrs import field, frozen

from pbem.archive import packed
from pbem.bytes.container import MAGIC
from pbem.bytes.errors import PbemError, UsageError
from pbem.mail import sources
from pbem.port.messages import Message

MOST = 16 * 1024 * 1024
"""Bytes of one file: a log has at most half as many."""
MEMBERS = 1_000_000
"""Files in one tar or zip."""

_MEMBERS_OWN = (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, OSError, EOFError)
"""What a member of a packed file raises that is damaged or locked; the decoder of bzip2 raises OSError and EOFError."""

_HEADS = (MAGIC, b'{"')
_SUFFIXES = frozenset({".pbem", ".eml", ".txt", ".asc", ".mbox", ".mbx", ".msg", ".html", ".htm"})
_HEAD = 512
_ZIP, _TAR_AT, _TAR, _FROM = b"PK\x03\x04", 257, b"ustar", b"From "
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
        system, root, found = _found(place)
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
    for path, kind in found:
        name = _name(path[len(root) :].lstrip("/") or PurePosixPath(path).name)
        if kind != "file":
            yield Item(name=name, problem=Message("is a link, a pipe or a device, and was left alone"))
            continue
        try:
            with system.open(path, "rb") as file:
                yield from _file(file, name)
        except Exception as error:  # of a stranger's file: whatever it is, the others go on
            yield Item(name=name, problem=_unreadable(error))


def _found(place: str) -> tuple[fsspec.AbstractFileSystem, str, list[tuple[str, str]]]:
    """A place, its root, and the paths in it in order, each with what it is: ``file``, or something else."""
    system, root = fsspec.core.url_to_fs(place)
    if system.isfile(root):
        return system, root, [(root, "file")]
    listed = system.find(root, detail=True)
    return system, root, [(str(path), str(listed[path]["type"])) for path in sorted(listed)]


def _name(text: str) -> str:
    """A name as it can be written down: bytes that are not UTF-8 as escapes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _unreadable(error: Exception) -> str:
    if isinstance(error, PbemError):
        return error.message
    return Message("cannot be read: {error}", error=_name(str(error)) or type(error).__name__)


def _file(file: IO[bytes], name: str) -> Iterator[Item]:
    """What one file holds: itself, its members, or its mails."""
    head = file.read(_HEAD)
    file.seek(0)
    if head.startswith(_ZIP):
        yield from _members(packed.of_zip(file), name)
    elif head[_TAR_AT:].startswith(_TAR) or name.lower().endswith(_PACKED_TAR):
        yield from _members(packed.of_tar(file), name)
    elif head.startswith(_FROM):
        yield from _mails(file, name)
    elif _may_hold(name, head):
        yield _read(file, name)


def _members(found: Iterable[tuple[str, packed.Readable | str]], name: str) -> Iterator[Item]:
    """The files in a packed one; a member that cannot be read is named, and those behind it are read."""
    for count, (inner, member) in enumerate(found):
        if count >= MEMBERS:
            more = Message("has more than {members} files; those behind were passed over", members=MEMBERS)
            yield Item(name=name, problem=more)
            return
        full = f"{name}!{_name(inner)}"
        if isinstance(member, str):
            yield Item(name=full, problem=member)
            continue
        try:
            yield from _member(member, full)
        except _MEMBERS_OWN as error:
            yield Item(name=full, problem=_unreadable(error))


def _member(file: packed.Readable, name: str) -> Iterator[Item]:
    head = file.read(_HEAD)
    if head.startswith((_ZIP, _FROM)) or head[_TAR_AT:].startswith(_TAR):
        yield Item(name=name, problem=Message("is an archive in an archive: unpack the outer one"))
    elif _may_hold(name, head):
        yield _read(file, name, head)


def _mails(file: IO[bytes], name: str) -> Iterator[Item]:
    for number, letter in enumerate(sources.letters(file, name), 1):
        problem = "" if letter.problem is None else letter.problem.message
        yield Item(name=f"{name}!mail {number}", data=letter.data, problem=problem)


def _read(file: packed.Readable, name: str, head: bytes = b"") -> Item:
    data = head + file.read(MOST + 1 - len(head))
    if len(data) > MOST:
        return Item(name=name, problem=Message("has more than {most} bytes", most=MOST))
    return Item(name=name, data=data)


def _may_hold(name: str, head: bytes) -> bool:
    return head.startswith(_HEADS) or b"PBEM1" in head[:16] or PurePosixPath(name).suffix.lower() in _SUFFIXES
