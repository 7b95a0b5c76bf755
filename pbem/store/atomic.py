"""Files that are whole or absent, whenever the machine stops.

A file is written beside its place under a temporary name, flushed, renamed over the old one, and the folder
is flushed after it. A reader sees the old bytes or the new bytes; a leftover temporary file means
nothing and is swept away.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pbem.port.messages import Message

_TEMP = re.compile(r"\.[A-Za-z0-9._-]+\.[0-9a-f]{12}\.tmp")


def write_bytes(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replace the file at ``path`` by ``data``; its folder must exist.

    Returns only when the bytes and the name are on the disk. Raises OSError with the old file untouched, or,
    when only the last flush of the folder failed, with the new file in place.
    """
    put(path, data, mode)
    sync_folder(path.parent)


def put(path: Path, data: bytes, mode: int = 0o600, *, flush: bool = True) -> None:
    """As :func:`write_bytes`, but the name is on the disk only after :func:`sync_folder`; without ``flush`` nor are the
    bytes: for a file that can be had again, and is known by a sum of its own.
    """
    temporary = path.with_name(f".{path.name}.{os.urandom(6).hex()}.tmp")
    try:
        with _named(path):
            _write_new(temporary, data, mode, flush=flush)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_end(path: Path, at: int, data: bytes) -> None:
    """Make ``data`` what stands behind the first ``at`` bytes of a file; a file that is shorter stays as it is.

    Not whole or absent by itself: the caller has written elsewhere what the end is to be, and does it again.
    """
    handle = os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0))
    try:
        if os.fstat(handle).st_size >= at:
            os.ftruncate(handle, at)
            os.lseek(handle, at, os.SEEK_SET)
            with _named(path):
                write_all(handle, data)
    finally:
        os.close(handle)


def write_unflushed(path: Path, data: bytes) -> None:
    """A new file, in a folder made for it, that need not outlive the machine before :func:`flush_all`."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.touch(mode=0o600, exist_ok=False)
    with _named(path):
        path.write_bytes(data)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """An OSError names the file: one that a write raises knows none."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def flush_all(folder: Path) -> None:
    """Return when everything in a folder, and in those in it, is on the disk."""
    for path in folder.rglob("*"):
        if path.is_dir():
            sync_folder(path)
        else:
            with path.open("rb+") as file:
                os.fsync(file.fileno())
    sync_folder(folder)


def regular(path: Path) -> BinaryIO:
    """The file, open for reading. OSError when it is none, or a pipe or device: reading one might wait for ever."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, Message("it is a pipe, a device or a folder, and no file"), str(path))
    return path.open("rb")


def read_bytes(path: Path, limit: int) -> bytes | None:
    """The bytes of the file, or None when there is none; OSError when it holds more than ``limit`` bytes."""
    try:
        with regular(path) as file:
            data = file.read(limit + 1)
    except FileNotFoundError:
        return None
    if len(data) > limit:
        raise OSError(Message("{path} holds more than {limit} bytes", path=path, limit=limit))
    return data


def remove(path: Path) -> None:
    """Remove the file when it is there, durably."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
    sync_folder(path.parent)


def make_folder(path: Path) -> None:
    """Create the folder and those above it, readable by the owner alone, durably.

    An existing one stays as it is.
    """
    if path.is_dir():
        return
    make_folder(path.parent)
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        return
    sync_folder(path.parent)


def sweep(folder: Path) -> int:
    """Remove temporary files that an interrupted write left in ``folder``; returns how many.

    Hold the lock.
    """
    leftovers = [path for path in folder.iterdir() if is_leftover(path.name)] if folder.is_dir() else []
    for path in leftovers:
        path.unlink(missing_ok=True)
    return len(leftovers)


def is_leftover(name: str) -> bool:
    """Whether a file of this name is what an interrupted write left: it means nothing."""
    return _TEMP.fullmatch(name) is not None


def sync_folder(folder: Path) -> None:
    """Flush the names in ``folder``; without effect where a folder cannot be opened (Windows)."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write_new(path: Path, data: bytes, mode: int, *, flush: bool) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags, mode)
    try:
        write_all(handle, data, flush=flush)
    finally:
        os.close(handle)


def write_all(handle: int, data: bytes, *, flush: bool = True) -> None:
    """Write all of ``data`` to an open file, and return when it is on the disk."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]
    if flush:
        os.fsync(handle)
