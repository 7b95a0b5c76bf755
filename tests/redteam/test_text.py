"""Same bytes, one verdict: no text on a log that two programs with different editions of Unicode read as two."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from pbem.bytes import canon, text

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "words", ["Zo\u00eb", "\u0141ukasz", "\u4e2d\u6587", "\u05d0", "42 \u20ac", "\u00bfQu\u00e9?"]
)
def test_what_people_write_stays(words: str) -> None:
    assert {"who": words} == canon.decode(canon.encode({"who": words}))


def test_the_list_is_that_of_the_specification_and_every_character_of_it_is_known_here() -> None:
    shipped = (ROOT / "pbem/bytes/text.txt").read_bytes()
    assert (ROOT / "schemas" / "text.txt").read_bytes() == shipped
    first, last = text._ranges()
    for one, other in zip(first, last, strict=True):
        for code in range(one, other + 1):
            kind = unicodedata.category(chr(code))
            assert kind[0] in "LMNPS" or code == 0x20, (hex(code), kind)
