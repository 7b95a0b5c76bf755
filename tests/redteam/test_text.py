"""Same bytes, one verdict: no text on a log that two programs with different editions of Unicode read as two."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from pbem.bytes import canon, text
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError
from tests.lists import tried_with

ROOT = Path(__file__).resolve().parents[2]
LATER = "\U000105d2\u0307"
"""A letter of a later edition of Unicode, which composes with the mark there, and nowhere before."""


def refused(value: dict[str, Json]) -> str:
    line = canon.encode_value(value)
    with pytest.raises(FormatError) as found:
        canon.decode(line)
    return found.value.code


@pytest.mark.parametrize("key", ["who", "text"])
def test_a_letter_that_only_later_editions_know_is_refused_in_names_and_notes(key: str) -> None:
    assert "not-text" == refused({key: LATER})


@pytest.mark.parametrize("value", ["Orn\u00e9", "\u00df", "\u200b", LATER, "\u4e2d"])
def test_no_letter_beyond_ascii_stands_anywhere_else(value: str) -> None:
    for line in ({"why": value}, {"a": [value]}, {"a": {"text": value}}, {"who": {"who": value}}):
        assert "not-ascii" == refused(line)


@tried_with(
    "sign", ["\u200b", "\u200d", "\u2060", "\ufeff", "\xad", "\u202e", "ㅤ", "️", "\xa0", "⠀", "￼", "𖿤", "𝅙"]
)
def test_a_sign_that_shows_nothing_stands_in_no_name_and_no_note(sign: str) -> None:
    assert "not-text" == refused({"who": f"Ann{sign}"})


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
