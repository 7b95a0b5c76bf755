"""One process at a time per home folder."""

from __future__ import annotations

import errno
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.bytes.errors import ConflictError
from pbem.port.messages import Message

WAIT = 3.0
"""So many seconds a lock is waited for, unless its maker says otherwise; with 0 a lock that is held is said at once."""
_PAUSE = 0.05
_NONE = -1
_UNWRITABLE = (errno.EACCES, errno.EPERM, errno.EROFS)


class Lock:
    """A lock on a file, held by one process; within that process it may be taken again by the same thread.

    The operating system frees it when the process ends, however it ends: a lock is never stale.
    """

    def __init__(self, path: Path, *, wait: float | None = None) -> None:
        """``path`` is a file made for this purpose; ``wait`` is in seconds (None: :data:`WAIT`)."""
        self._path = path
        self._wait = wait
        self._thread = threading.RLock()
        self._depth = 0
        self._handle = -1

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock for the time of a ``with`` block;

        ConflictError ``locked`` when another process keeps it.
        """
        with self._thread:
            if self._depth == 0:
                self._handle = self._acquire()
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                if self._depth == 0 and self._handle != _NONE:
                    os.close(self._handle)

    def _acquire(self) -> int:
        try:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            if error.errno not in _UNWRITABLE:
                raise
            return self._acquire_to_look()
        try:
            self._wait_for(handle)
            os.lseek(handle, 0, os.SEEK_SET)
            os.ftruncate(handle, 0)
            os.write(handle, f"{os.getpid()}\n".encode())
        except BaseException:
            os.close(handle)
            raise
        return handle

    def _acquire_to_look(self) -> int:
        """Where nothing may be written one can still look, and keep writers out meanwhile where the lock can be read."""
        try:
            handle = os.open(self._path, os.O_RDONLY)
        except OSError:
            return _NONE
        try:
            self._wait_for(handle)
        except BaseException:
            os.close(handle)
            raise
        return handle

    def _wait_for(self, handle: int) -> None:
        end = time.monotonic() + (WAIT if self._wait is None else self._wait)
        while not _try_lock(handle):
            if time.monotonic() >= end:
                raise ConflictError.of(
                    "locked",
                    "Another pbem{holder} is using {parent}.",
                    holder=self._holder(),
                    parent=self._path.parent,
                    hint="Wait until it has finished, or end it.",
                )
            time.sleep(_PAUSE)

    def _holder(self) -> str:
        try:
            text = self._path.read_text(encoding="ascii")[:20].strip()
        except (OSError, UnicodeDecodeError):
            return ""
        return Message(" (process {text})", text=text) if text.isdecimal() else ""


if sys.platform == "win32":
    import msvcrt

    _FAR = 0x40000000  # a byte beyond the text, so that the holder's number stays readable

    def _try_lock(handle: int) -> bool:
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
