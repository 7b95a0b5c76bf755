"""What was typed, change after change, in one file that only grows.

A line is the first 16 hex digits of the SHA-256 of its body, a tab, the body as JSON, and a newline. A line that was cut off
at the end, as by a power cut, was never told to anybody as kept: it is passed over, and goes with the next change.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.records import frozen
from pbem.store import atomic

NAME = "typed"
MOST = 32 * 1024 * 1024
_DIGITS = 16


@frozen(kw_only=True)
class Entry:
    """One cell as it was typed: its address, its text (None: ours again), and whether its writer is not sure of it."""

    address: str
    text: str | None
    unsure: bool = False


Change = tuple[Entry, ...]
"""What was typed or pasted at once, and is taken back at once."""


def read(folder: Path) -> tuple[Change, ...]:
    """The changes that hold, in their order: what was taken back is not among them. Raises DataError ``copy-damaged``."""
    held: list[Change] = []
    for change in _changes(folder / NAME, _lines(folder)):
        if change:
            held.append(change)
        elif held:
            held.pop()
    return tuple(held)


def add(folder: Path, change: Sequence[Entry]) -> None:
    """Keep a change; an empty one takes the last one back. Hold the lock. Raises DataError when the file is full."""
    body = canon.encode_value([[each.address, each.text, each.unsure] for each in change])
    line = _digest(body) + b"\t" + body + b"\n"
    lines = _lines(folder)
    whole = sum(len(each) + 1 for each in lines)
    if whole + len(line) > MOST:
        raise DataError.of("copy-full", "What was typed is larger than {most} bytes.", most=MOST)
    atomic.make_folder(folder)
    handle = os.open(folder / NAME, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
    try:
        os.ftruncate(handle, whole)
        os.lseek(handle, whole, os.SEEK_SET)
        atomic.write_all(handle, line)
    finally:
        os.close(handle)
    atomic.sync_folder(folder)


def _lines(folder: Path) -> list[bytes]:
    """The whole lines; a last one that is cut off or spoilt is left out."""
    data = atomic.read_bytes(folder / NAME, MOST) or b""
    *lines, _cut = data.split(b"\n")
    if lines and not _sound(lines[-1]):
        lines.pop()
    return lines


def _changes(file: Path, lines: Sequence[bytes]) -> Iterator[Change]:
    for n, line in enumerate(lines, 1):
        if not _sound(line):
            raise _damaged(file, n)
        try:
            cells = canon.parse_json(line[_DIGITS + 1 :])
        except ValueError:
            raise _damaged(file, n) from None
        yield tuple(_entry(each, file, n) for each in (cells if isinstance(cells, list) else [None]))


def _entry(cell: Json, file: Path, n: int) -> Entry:
    match cell:
        case [str(address), str() | None as text, bool(unsure)]:
            return Entry(address=address, text=text, unsure=unsure)
    raise _damaged(file, n)


def _sound(line: bytes) -> bool:
    return line[: _DIGITS + 1] == _digest(line[_DIGITS + 1 :]) + b"\t"


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest()[:_DIGITS].encode()


def _damaged(file: Path, n: int) -> DataError:
    return DataError.of(
        "copy-damaged",
        "Line {n} of {file} is damaged.",
        n=n,
        file=file,
        hint="Put a backup of this file back, or remove the lines from there on: those before hold.",
    )
