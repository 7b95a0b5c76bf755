"""What a mail server sends, within bounds: bytes and lines for each question, and one clock for the whole connection.

The libraries bound a line and the wait for the next byte, and nothing else: a server that sends short lines without end,
or one byte now and then, would hold the program for ever.
"""

from __future__ import annotations

import io
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from pbem.bytes.records import define, field
from pbem.port.messages import Message

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

SECONDS = 30.0
"""The longest wait for the next byte."""
SESSION_SECONDS = 600.0
"""The longest connection. What was read until then is stored, and the next one goes on from there."""
MAX_WORDS = 2 * 1024 * 1024
"""The most bytes of an answer that is no mail: the numbers of some 200,000 mails."""
MAX_LINES = 2000
"""The most lines of one answer: ten for each mail of a batch."""
Clock = Callable[[], float]


class _Timed(io.RawIOBase):
    """The bytes of a socket until the clock says stop."""

    def __init__(self, sock: socket.socket, until: float, clock: Clock) -> None:
        super().__init__()
        self._sock, self._until, self._clock = sock, until, clock

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        left = self._until - self._clock()
        if left <= 0:
            raise TimeoutError(
                Message("the connection took too long; what was read is kept, ask again to go on")
            )
        self._sock.settimeout(min(SECONDS, left))
        return self._sock.recv_into(buffer)


@define
class Wire:
    """Lines and bytes from a server. ``until`` is the moment on ``clock`` (seconds) at which the connection ends."""

    until: float
    clock: Clock = time.monotonic
    size: int = field(default=MAX_WORDS, init=False)
    lines: int = field(default=MAX_LINES, init=False)
    _sock: socket.socket | None = field(default=None, init=False)
    _file: io.BufferedReader | None = field(default=None, init=False)

    @classmethod
    def for_seconds(cls, seconds: float) -> Wire:
        """A wire that ends so many seconds from now."""
        return cls(until=time.monotonic() + seconds)

    def allow(self, size: int = MAX_WORDS, lines: int = MAX_LINES) -> None:
        """The bounds of the answer to the next question."""
        self.size, self.lines = size, lines

    def read(self, sock: socket.socket, size: int) -> bytes:
        """So many bytes, fewer only at the end. Raises OSError for more than is allowed."""
        self._spend(size, 0)
        return self._reader(sock).read(size)

    def readline(self, sock: socket.socket, limit: int) -> bytes:
        """A line, or its first ``limit`` bytes. Raises OSError for more than is allowed."""
        line = self._reader(sock).readline(min(limit, self.size + 1))
        self._spend(len(line), 1)
        return line

    def _spend(self, size: int, lines: int) -> None:
        if size < 0 or size > self.size or lines > self.lines:
            raise OSError(Message("it sends more than any answer may have"))
        self.size -= size
        self.lines -= lines

    def _reader(self, sock: socket.socket) -> io.BufferedReader:
        """What was read ahead belongs to one socket: under TLS nothing counts that came before it."""
        if self._file is None or self._sock is not sock:
            self._sock, self._file = sock, io.BufferedReader(_Timed(sock, self.until, self.clock))
        return self._file
