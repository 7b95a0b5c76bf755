"""What lies in an archive: files in folders and in mailboxes, here or at any fsspec address.

Everything is read here, one file at a time and each within ``MOST`` bytes; who judges needs no way to the place. What cannot
be read is named and passed over, and so is a tar or zip file: who trusts it unpacks it first.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import IO

import fsspec

from pbem.bytes.container import MAGIC
from pbem.bytes.errors import PbemError, UsageError
from pbem.bytes.records import field, frozen
from pbem.mail import sources
from pbem.port.messages import Message

MOST = 16 * 1024 * 1024
"""Bytes of one file: a log has at most half as many."""

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
        raise UsageError.of(
            "no-place", "{place} cannot be read: {error}.", place=place, error=error
        ) from error
    if not found:
        raise UsageError.of(
            "no-place",
            "There is no file at {place}.",
            place=place,
            hint="Name a folder, a mailbox or an address.",
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
    """What one file holds: itself, or its mails."""
    head = file.read(_HEAD)
    file.seek(0)
    if head.startswith(_ZIP) or head[_TAR_AT:].startswith(_TAR) or name.lower().endswith(_PACKED_TAR):
        yield Item(name=name, problem=Message("is a packed archive: unpack it, and name the folder"))
    elif head.startswith(_FROM):
        yield from _mails(file, name)
    elif head.startswith(_HEADS) or b"PBEM1" in head[:16] or PurePosixPath(name).suffix.lower() in _SUFFIXES:
        yield _read(file, name)


def _mails(file: IO[bytes], name: str) -> Iterator[Item]:
    for number, letter in enumerate(sources.letters(file, name), 1):
        problem = "" if letter.problem is None else letter.problem.message
        yield Item(name=f"{name}!mail {number}", data=letter.data, problem=problem)


def _read(file: IO[bytes], name: str) -> Item:
    data = file.read(MOST + 1)
    if len(data) > MOST:
        return Item(name=name, problem=Message("has more than {most} bytes", most=MOST))
    return Item(name=name, data=data)
