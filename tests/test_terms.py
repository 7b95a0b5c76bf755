"""The Spanish of messages uses the terms of each game's table, which are those of its Spanish rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.tools import catalogues

ROOT = Path(__file__).resolve().parents[1]
TABLES = [ROOT / "pbem/locale/terms.toml", *sorted((ROOT / "rules/pbem_rules").glob("*/locale/terms.toml"))]
_TYPED = re.compile(r"\{[^}]*\}|\bpbem(?: [a-z-]+)+|--[a-z-]+")


def messages(table: Path) -> Iterator[tuple[str, str]]:
    """Every message of a catalogue with its Spanish; of those with a number both forms together."""
    with catalogues.place(table.parents[1]).open("rb") as source:
        for each in read_po(source):
            if each.id:
                yield tuple(
                    " / ".join([text] if isinstance(text, str) else text) for text in (each.id, each.string)
                )  # type: ignore[misc]  # two texts


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.parents[1].name)
def test_messages_use_the_terms_of_the_table(table: Path) -> None:
    read = tomllib.loads(table.read_text("utf-8"))
    otherwise = []
    for term, spoken in read["terms"].items():
        word = re.compile(rf"\b{re.escape(term)}s?\b", re.IGNORECASE)
        for english, spanish in messages(table):
            about = word.search(_TYPED.sub(" ", english)) and english not in read.get("apart", {})
            if about and not any(each.casefold() in spanish.casefold() for each in spoken):
                otherwise.append((term, english, spanish))
    assert [] == otherwise


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.parents[1].name)
def test_every_term_stands_in_some_message(table: Path) -> None:
    english = " ".join(text for text, _ in messages(table)).casefold()
    terms = tomllib.loads(table.read_text("utf-8"))["terms"]
    assert [] == [term for term in terms if term.casefold() not in english]


def test_every_game_has_its_table() -> None:
    games = [path.parent.name for path in (ROOT / "rules/pbem_rules").glob("*/ruleset.toml")]
    assert sorted(games) == [path.parents[1].name for path in TABLES[1:]]
