"""The characters that people's words on a log may have: those of one edition of Unicode, shipped with the program.

The list is that of ``schemas/text.txt``. A Python, a browser and a program of ten years from now have other editions and
would normalize what is assigned later in different ways; what is assigned already never changes.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import cache

from pbem.bytes.errors import FormatError


@cache
def _ranges() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """First and last code points of the ranges, each ascending."""
    from importlib.resources import files  # noqa: PLC0415  # loads thirty modules, and few words need it

    lines = files(__package__).joinpath("text.txt").read_text(encoding="ascii").splitlines()
    pairs = [line.partition("-") for line in lines if not line.startswith("#")]
    return tuple(int(first, 16) for first, _, _ in pairs), tuple(
        int(last or first, 16) for first, _, last in pairs
    )


def strange(words: str) -> str:
    """The first character that a text may not have; "" when there is none."""
    if words.isascii() and words.isprintable():
        return ""
    first, last = _ranges()
    for char in words:
        at = bisect_right(first, ord(char)) - 1
        if at < 0 or ord(char) > last[at]:
            return char
    return ""


def check_text(words: str) -> None:
    """Raises FormatError ``not-text`` for a character outside the list, ``nfd`` for words that are not in form C."""
    _check_characters(words)
    if not unicodedata.is_normalized("NFC", words):
        raise FormatError.of("nfd", "A string is not in Unicode normalization form C.")


def _check_characters(words: str) -> None:
    if char := strange(words):
        raise FormatError.of(
            "not-text",
            "The character U+{number:04X} may not stand in a name or a note.",
            number=ord(char),
            hint="Letters, digits and signs that can be seen are allowed, and the space.",
        )


def composed(words: str) -> str:
    """The words in form C, as they are written on a log. Raises FormatError ``not-text``."""
    _check_characters(words)
    return unicodedata.normalize("NFC", words)


def shown(words: object, instead: str = "?") -> str:
    """A text, or a path, that is safe to print: names of files may hold anything, escape sequences for a terminal too."""
    return "".join(char if char.isprintable() else instead for char in str(words))
