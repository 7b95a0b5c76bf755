"""Orders as they were typed, whatever typed them: word processors, mail programs and Windows change the signs in them.

What is understood here has one meaning only. Names keep their letters, and what a player writes to the other is left alone.
"""

from __future__ import annotations

import codecs

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as that of UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ANSI = "cp1252"
"""What Windows writes where it is not told otherwise, in Western Europe and the Americas."""
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02", '"'),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00a0\u1680\u202f\u205f\u3000", " "),
        **dict.fromkeys(map(chr, range(0x2000, 0x200B)), " "),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff", None),
        "\u037e": ";",
        "\u2044": "/",
    }
)


def plain(text: str) -> str:
    """``text`` with straight quotes, hyphens for dashes, common blanks, and without what cannot be seen."""
    return text if text.isascii() else text.translate(_SIGNS)


def decoded(data: bytes) -> str:
    """The text of a file of orders: UTF-8, UTF-16 with a mark or without, UTF-32 with one, else as Windows writes it.

    Raises ValueError for bytes that are no text.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name)
    if b"\0" in data[:200]:
        return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode(_ANSI)
