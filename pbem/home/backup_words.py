"""32 bytes as 24 words on paper and back, as in BIP-39: 11 bits a word, the last 8 bits a checksum.

The 2,048 words (``paper_words.txt``) are the English list of BIP-39, from python-mnemonic, MIT licence, copyright 2013-2016
Pavol Rusnak. No two begin with the same four letters, so four are enough.
"""

from __future__ import annotations

import difflib
import hashlib
from functools import cache
from importlib.resources import files

from pbem.bytes.errors import UsageError
from pbem.port.messages import Message

COUNT = 24
_BITS = 11
_ENOUGH = 4


@cache
def _words() -> tuple[str, ...]:
    return tuple(files("pbem.home").joinpath("paper_words.txt").read_text("ascii").split())


def to_words(secret: bytes) -> tuple[str, ...]:
    """The words of 32 bytes."""
    if len(secret) != 32:
        raise ValueError("32 bytes are written as 24 words")
    number = int.from_bytes(secret + hashlib.sha256(secret).digest()[:1], "big")
    known = _words()
    return tuple(known[number >> (_BITS * place) & 2047] for place in reversed(range(COUNT)))


def from_words(text: str) -> bytes:
    """The 32 bytes again; case, numbering and punctuation do not count, and four letters of a word are enough.

    UsageError ``words`` naming the word that is none (and the nearest that is), their number, or the checksum.
    """
    given = [word for word in "".join(c.lower() if c.isalpha() else " " for c in text).split() if word]
    known = _words()
    places = {word[:_ENOUGH]: index for index, word in enumerate(known)}
    number = 0
    for count, word in enumerate(given, 1):
        place = places.get(word[:_ENOUGH])
        if place is None or not known[place].startswith(word[: max(_ENOUGH, len(known[place]))]):
            near = difflib.get_close_matches(word, known, 1)
            hint = (
                Message("Did you write {near!r}?", near=near[0])
                if near
                else Message("Look at the paper once more.")
            )
            raise UsageError(
                "words",
                Message("Word {count}, {word!r}, is not on the list.", count=count, word=word[:20]),
                hint=hint,
            )
        number = number << _BITS | place
    if len(given) != COUNT:
        raise UsageError.of(
            "words", "There are {len} words; {count} belong together.", len=len(given), count=COUNT
        )
    data = number.to_bytes(33, "big")
    if hashlib.sha256(data[:32]).digest()[0] != data[32]:
        raise UsageError.of(
            "words",
            "Each word is on the list, but they do not belong together.",
            hint="One of them is another word of the list, or two have changed places.",
        )
    return data[:32]
