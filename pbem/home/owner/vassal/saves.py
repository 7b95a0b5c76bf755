"""Where counters lie when a game begins: in the stacks that a module lists, and in the saved games that it brings."""

from __future__ import annotations

import io
import lzma
from collections.abc import Iterator

from pbem.bytes.errors import DataError
from pbem.bytes.records import frozen
from pbem.home.owner.vassal import archive
from pbem.home.owner.vassal import work as costs
from pbem.home.owner.vassal.traits import split
from pbem.home.owner.vassal.work import Work

_HEAD, _ESCAPE = b"!VCSK", "\x1b"
_XZ = b"\xfd7zXZ\x00"
MOST = 16 * 1024 * 1024
_NEST = 40


@frozen(kw_only=True)
class Laid:
    """A counter at its place: its number in the module, and where it lies, in pixels of its map (or board)."""

    gpid: str
    on: str
    x: int
    y: int


def pieces_in(data: bytes, work: Work) -> Iterator[Laid]:
    """The counters of a saved game (``.vsav``); nothing where it cannot be read. Raises DataError ``module-work``."""
    text = _unlocked(data, work)
    for command in _commands(text, work):
        # +/id/type/state: the state has one part a trait, one in another; the innermost says where the piece lies.
        if not command.startswith("+/"):
            continue
        parts = split(command, "/", work)
        state = parts[3] if len(parts) > 3 else ""
        for _ in range(_NEST):
            _, *inner = split(state, "\t", work, 2)
            if not inner:
                break
            state = inner[0]
        fields = split(state, ";", work)
        if len(fields) > 3 and fields[3] and _whole(fields[1]) and _whole(fields[2]):
            work.spend(costs.PIECES)
            yield Laid(gpid=fields[3], on=fields[0], x=int(fields[1]), y=int(fields[2]))


def _whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and len(text) < 8


def _unlocked(data: bytes, work: Work) -> str:
    """The commands of a saved game: hex of letters that were mixed with one byte, packed or not."""
    try:
        packed = archive.opened(io.BytesIO(data), "save", work)
    except DataError:
        if work.spent_out:
            raise
        return ""
    found = packed.read("savedGame", MOST)
    try:
        if found is not None and found.startswith(_XZ):
            work.spend(costs.BYTES, MOST)
            found = lzma.LZMADecompressor(memlimit=4 * MOST).decompress(found, MOST)
        if found is None or not found.startswith(_HEAD):
            return ""
        mixed = bytes.fromhex(found[len(_HEAD) :].decode("ascii"))
    except (ValueError, lzma.LZMAError):
        return ""
    key = bytes(each ^ mixed[0] for each in range(256)) if mixed else b""
    return mixed[1:].translate(key).decode("utf-8", "replace") if mixed else ""


def _commands(text: str, work: Work) -> Iterator[str]:
    """Every command, those in others too: one begins where an ESC stands, in another where a backslash stands before it."""
    waiting = [(text, 0)]
    while waiting:
        some, deep = waiting.pop()
        parts = split(some, _ESCAPE, work)
        if len(parts) == 1:
            yield some
        elif deep < _NEST:
            waiting.extend((each, deep + 1) for each in reversed(parts))
