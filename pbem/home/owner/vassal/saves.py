"""Where counters lie when a game begins: in the stacks that a module lists, and in the saved games that it brings."""

from __future__ import annotations

import io
import lzma
from collections.abc import Iterator

from attrs import frozen

from pbem.bytes.errors import DataError
from pbem.home.owner.vassal import archive
from pbem.home.owner.vassal.traits import split

_HEAD, _ESCAPE = b"!VCSK", "\x1b"
_XZ = b"\xfd7zXZ\x00"
MOST = 32 * 1024 * 1024
_NEST = 40


@frozen(kw_only=True)
class Laid:
    """A counter at its place: its number in the module, and where it lies, in pixels of its map (or board)."""

    gpid: str
    on: str
    x: int
    y: int


def pieces_in(data: bytes) -> Iterator[Laid]:
    """The counters of a saved game (``.vsav``); nothing where it cannot be read."""
    text = _unlocked(data)
    for command in _commands(text):
        # +/id/type/state: the state has one part a trait, one in another; the innermost says where the piece lies.
        if not command.startswith("+/"):
            continue
        parts = split(command, "/")
        state = parts[3] if len(parts) > 3 else ""
        for _ in range(_NEST):
            _, *inner = split(state, "\t", 2)
            if not inner:
                break
            state = inner[0]
        fields = split(state, ";")
        if len(fields) > 3 and fields[3] and _whole(fields[1]) and _whole(fields[2]):
            yield Laid(gpid=fields[3], on=fields[0], x=int(fields[1]), y=int(fields[2]))


def _whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and len(text) < 8


def _unlocked(data: bytes) -> str:
    """The commands of a saved game: hex of letters that were mixed with one byte, packed or not."""
    try:
        found = archive.opened(io.BytesIO(data), "save").read("savedGame", MOST)
        if found is not None and found.startswith(_XZ):
            found = lzma.LZMADecompressor(memlimit=4 * MOST).decompress(found, MOST)
        if found is None or not found.startswith(_HEAD):
            return ""
        mixed = bytes.fromhex(found[len(_HEAD) :].decode("ascii"))
    except (ValueError, lzma.LZMAError, DataError):
        return ""
    return bytes(each ^ mixed[0] for each in mixed[1:]).decode("utf-8", "replace") if mixed else ""


def _commands(text: str, depth: int = 0) -> Iterator[str]:
    """Every command, those in others too: one begins where an ESC stands, in another where a backslash stands before it."""
    waiting, n = [(text, depth)], 0
    while waiting and n < archive.MOST_PARTS * 10:
        n += 1
        some, deep = waiting.pop()
        parts = split(some, _ESCAPE)
        if len(parts) == 1:
            yield some
        elif deep < _NEST:
            waiting.extend((each, deep + 1) for each in reversed(parts))
