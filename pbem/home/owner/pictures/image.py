"""What a picture is: its kind by its first bytes, and its size, without unpacking it."""

from __future__ import annotations

import io

import imagesize

from pbem.bytes.errors import DataError
from pbem.bytes.records import frozen

MOST_BYTES = 96 * 1024 * 1024
MOST_SIDE = 24_000
MOST_PIXELS = 250_000_000
_HEADS = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF87a", "gif"), (b"GIF89a", "gif"))


@frozen(kw_only=True)
class Image:
    """A picture: ``kind`` (png, jpeg, gif, webp), ``width`` and ``height`` in pixels."""

    kind: str
    width: int
    height: int


def kind_of(data: bytes) -> str:
    """The kind of a picture by its first bytes; "" for anything else."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    return next((kind for head, kind in _HEADS if data.startswith(head)), "")


def measured(data: bytes, name: str) -> Image:
    """The kind and size of a picture called ``name``. Raises DataError ``no-picture``, ``picture-size``."""
    kind = kind_of(data)
    width, height = _size(data) if kind else (-1, -1)
    if width < 1 or height < 1:
        raise DataError.of(
            "no-picture",
            "{name} is no picture that can be shown.",
            name=name[:80],
            hint="Take PNG, JPEG, GIF or WebP.",
        )
    if len(data) > MOST_BYTES or max(width, height) > MOST_SIDE or width * height > MOST_PIXELS:
        raise DataError.of(
            "picture-size",
            "{name} is too large: {width} by {height} pixels.",
            name=name[:80],
            width=width,
            height=height,
            side=MOST_SIDE,
            pixels=MOST_PIXELS // 1_000_000,
            bytes=MOST_BYTES // 1024 // 1024,
            hint="At most {side} pixels a side, {pixels} million in all and {bytes} MB: scan it with fewer dots an inch.",
        )
    return Image(kind=kind, width=width, height=height)


def _size(data: bytes) -> tuple[int, int]:
    """Width and height as the head says; -1 where it cannot be read."""
    try:
        width, height = imagesize.get(io.BytesIO(data))
    except (
        Exception
    ):  # a library of others reads what a stranger wrote: whatever goes wrong, it is no picture
        return -1, -1
    return int(width), int(height)
