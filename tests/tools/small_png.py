"""A picture with few colours: a browser chooses the palette, and the file is written here."""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path

from tests.table.browser import Page

LARGEST = 98_000
"""So many bytes a picture may have."""
WIDEST = 1008
"""So many pixels wide a picture is at most; a wider one is made smaller."""
_COLOURS = (48, 16, 8, 5)
_ACCENTS = ["c2185b", "e5a900", "1d4f8c", "a31d28", "2b2a26", "8fb4c9", "b8ce96", "5d6b66", "d9c48f"]
"""Colours of the page that are seldom and say something: they are kept whatever the rest is."""

_QUANTIZED = Path(__file__).with_name("small_png.js").read_text("utf-8").strip()


def small_png(page: Page, png: bytes) -> bytes:
    """The same picture with as many colours as :data:`LARGEST` bytes take. ``page`` is a page that nobody looks at."""
    found = b""
    for colours in _COLOURS:
        answer = page.eval(
            f"{_QUANTIZED}('{base64.b64encode(png).decode()}', {colours}, {_ACCENTS}, {WIDEST})"
        )
        assert isinstance(answer, list)
        wide, high, palette, pixels = answer
        assert isinstance(wide, int)
        assert isinstance(high, int)
        assert isinstance(palette, list)
        rows = base64.b64decode(str(pixels))
        flat = bytes(int(str(each)) for colour in palette if isinstance(colour, list) for each in colour)
        found = _written(wide, high, flat, rows)
        if len(found) <= LARGEST:
            break
    return found


def _written(wide: int, high: int, palette: bytes, pixels: bytes) -> bytes:
    """An indexed PNG; 4 bits a pixel where 16 colours are enough."""
    few = len(palette) <= 3 * 16
    rows = bytearray()
    for y in range(high):
        row = pixels[y * wide : (y + 1) * wide]
        if few:
            row += b"\0" * (wide % 2)
            row = bytes(row[n] << 4 | row[n + 1] for n in range(0, len(row), 2))
        rows += b"\0" + row
    header = struct.pack(">IIBBBBB", wide, high, 4 if few else 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
