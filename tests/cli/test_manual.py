"""``pbem manual``: every page in both languages, as wide as the reader's window."""

from __future__ import annotations

import re

import pytest
from home.table import pbem

from pbem.cli.manual import pages
from pbem.cli.manual_text import rendered
from tests.lists import tried_with

EACH = [(code, topic) for code in ("en", "es") for topic in pages(code)]
_TYPED = re.compile(r"`[^`]*`|\S{40,}")


@tried_with(("code", "topic"), EACH)
@tried_with("width", [60, 80, 110])
def test_a_page_is_no_wider_than_the_window_and_keeps_every_word(code: str, topic: str, width: int) -> None:
    text = pages(code)[topic].read_text(encoding="utf-8")
    found = rendered(text, width)
    lines = [line for line in found.split("\n") if not line.startswith("    ")]
    assert [] == [line for line in lines if len(re.sub(r"\x1b\[\d*m", "", line)) > max(width, 70)]
    assert [] == [line for line in lines if re.search(r"\]\(|\*\*\w|^\||^#|<!--", line)]
    told = re.sub(r"\W+", "", found)
    for word in set(re.findall(r"\w{5,}", re.sub(r"<!--.*?-->|\]\([^)]*\)", "", text, flags=re.DOTALL))):
        assert word.replace("_", "") in told.replace("_", "")


def test_a_table_stands_in_columns_where_it_fits_and_else_says_each_cell_under_its_title() -> None:
    page = "# Title\n\n| a | b |\n|---|---|\n| one | two words |\n"
    assert "a    b\n---  ---------\none  two words\n" in rendered(page, 80)
    wide = "| a | b | c |\n|---|---|---|\n| " + " | ".join(letter * 22 for letter in "xyz") + " |\n"
    assert f"- {'x' * 22}: b: {'y' * 22}; c:\n  {'z' * 22}\n" == rendered(wide, 60)


def test_commands_stand_as_they_are_typed_and_links_say_how_to_go_on() -> None:
    page = "See [trouble](trouble.md#a), [a page](https://x.example/) and [text](../a.txt).\n\n```\npbem   do x\n```\n"
    said = "See trouble (`pbem manual trouble`), a page (https://x.example/) and text.\n\n    pbem   do x\n"
    assert said == rendered(page, 100)
    assert "1 [1 to 4] a_b\n" == rendered(r"1 \[1 to 4] a\_b", 100)


def test_the_window_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in ("50", "100"):
        monkeypatch.setenv("COLUMNS", columns)
        text = pbem("manual", "start").out.split("\n")
        longest = max(len(line) for line in text if not line.startswith("    "))
        assert int(columns) - 15 < longest <= int(columns)
