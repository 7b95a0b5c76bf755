"""The files of ``packed/``: a log as it comes by mail, whole, cut, joined, doubled and changed (schemas/log.md, turn files).

The streams are written here bit by bit, so that they are the same bytes wherever they are made.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from log_games import deal
from second_verifier import Json
from writer import log_of

MAGIC = b"\x89PBEM1\r\n\x1a\n"
_HEADER = b"\x78\x01"
_PIECE = 700
_FIRST_LONG = 144
"""The first letter that has nine bits in the fixed code (RFC 1951, 3.2.6)."""


class _Bits:
    """Bits into bytes, the lowest first; codes stand with their highest bit first."""

    def __init__(self) -> None:
        self.bits: list[int] = []

    def number(self, value: int, count: int) -> None:
        self.bits += [value >> n & 1 for n in range(count)]

    def code(self, value: int, count: int) -> None:
        self.bits += [value >> n & 1 for n in reversed(range(count))]

    def whole(self) -> bytes:
        padded = [*self.bits, *[0] * (-len(self.bits) % 8)]
        return bytes(
            sum(bit << n for n, bit in enumerate(padded[at : at + 8])) for at in range(0, len(padded), 8)
        )


def _letters(data: bytes, *, last: bool = True, then: tuple[tuple[int, int], ...] = ()) -> bytes:
    """One block of the fixed code, nothing in it said by what stood before; ``then``: codes and their sizes behind it."""
    out = _Bits()
    out.number(last, 1)
    out.number(1, 2)
    for byte in data:
        short = byte < _FIRST_LONG
        out.code(0x30 + byte if short else 0x190 + byte - _FIRST_LONG, 8 if short else 9)
    for value, count in then or ((0, 7),):
        out.code(value, count)
    return out.whole()


def _stored(data: bytes, *, last: bool = True) -> bytes:
    """Blocks of bytes as they are; with ``last`` the stream ends with them."""
    out = b""
    for at in range(0, len(data), _PIECE):
        part = data[at : at + _PIECE]
        size = len(part).to_bytes(2, "little")
        out += bytes([last and at + _PIECE >= len(data)]) + size + bytes(each ^ 0xFF for each in size) + part
    return out


def _sum(data: bytes) -> bytes:
    return zlib.adler32(data).to_bytes(4, "big")


def packed_vectors() -> Iterator[tuple[str, dict[str, Json]]]:
    """Name and content of every file in ``packed/``."""
    log: bytes = log_of(*deal().lines)
    lines = log.splitlines(keepends=True)
    half = b"".join(
        lines[: [n for n, line in enumerate(lines) if b'"k":"sig"' in line][3] + 1]
    )  # two bundles
    body, stored = _letters(log), _stored(log)
    whole = MAGIC + _HEADER + body + _sum(log)
    other = log.replace(b'"unit"', b'"Unit"')
    made: tuple[tuple[str, str, int, bytes], ...] = (
        ("ok-letters", "ok", 4, whole),
        ("ok-stored", "ok", 4, MAGIC + _HEADER + stored + _sum(log)),
        ("ok-smaller-window", "ok", 4, MAGIC + b"\x18\x19" + body + _sum(log)),
        ("cut-in-the-third-bundle", "truncated", 2, whole[: len(MAGIC) + 2 + len(half) + 100]),
        ("cut-before-the-last-letter", "truncated", 3, whole[: len(MAGIC) + 2 + len(log)]),
        ("cut-before-the-checksum", "truncated", 4, whole[:-4]),
        ("cut-in-the-checksum", "truncated", 4, whole[:-1]),
        ("cut-in-the-magic", "truncated", 0, whole[:6]),
        ("cut-behind-the-magic", "truncated", 0, MAGIC),
        (
            "stored-and-cut",
            "truncated",
            2,
            MAGIC + _HEADER + stored[: len(half) + 5 * (len(half) // _PIECE + 1) + 20],
        ),
        ("checksum-of-another-log", "damaged", 4, MAGIC + _HEADER + body + _sum(other)),
        ("cut-in-a-wrong-checksum", "truncated", 4, MAGIC + _HEADER + body + _sum(other)[:2]),
        ("no-such-block", "damaged", 2, MAGIC + _HEADER + _stored(half, last=False) + b"\x07" + body),
        ("no-such-length", "damaged", 2, MAGIC + _HEADER + _letters(half, then=((0xC6, 8),)) + bytes(9)),
        (
            "back-beyond-the-start",
            "damaged",
            0,
            MAGIC + _HEADER + _letters(b"{", then=((1, 7), (4, 5))) + bytes(9),
        ),
        (
            "stored-sizes-differ",
            "damaged",
            2,
            MAGIC + _HEADER + _stored(half, last=False) + b"\x01\x05\x00\x00\x00hello",
        ),
        ("header-with-a-dictionary", "damaged", 0, MAGIC + b"\x78\x20" + body + _sum(log)),
        ("header-of-another-method", "damaged", 0, MAGIC + b"\x79\x1b" + body + _sum(log)),
        ("something-behind-it", "trailing", 4, whole + b"x"),
        ("its-checksum-behind-it", "trailing", 4, whole + _sum(log)),
        ("joined", "trailing", 4, whole + whole[len(MAGIC) :]),
        ("doubled", "trailing", 4, whole + whole),
        ("line-ends-changed", "mangled", 0, whole.replace(b"\r\n", b"\n", 1)),
        ("top-bit-gone", "mangled", 0, bytes([whole[0] & 0x7F]) + whole[1:]),
        ("newer-format", "version", 0, whole.replace(b"PBEM1", b"PBEM2", 1)),
        ("something-else", "not-a-turn", 0, b"PK\x03\x04" + log),
    )
    for name, expect, valid, data in made:
        yield name, {"expect": expect, "valid_bundles": valid, "input_hex": data.hex()}


__all__ = ["packed_vectors"]
