"""Same bytes, one verdict: no text on a log that two programs with different editions of Unicode read as two."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from pbem.bytes import text

ROOT = Path(__file__).resolve().parents[2]


def test_the_list_is_that_of_the_specification_and_every_character_of_it_is_known_here() -> None:
    shipped = (ROOT / "pbem/bytes/text.txt").read_bytes()
    assert (ROOT / "schemas" / "text.txt").read_bytes() == shipped
    first, last = text._ranges()
    for one, other in zip(first, last, strict=True):
        for code in range(one, other + 1):
            kind = unicodedata.category(chr(code))
            assert kind[0] in "LMNPS" or code == 0x20, (hex(code), kind)
