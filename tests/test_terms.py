"""The Spanish of messages uses the terms of each game's table, which are those of its Spanish rules."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.lists import tried_with
from tests.tools import catalogues

ROOT = Path(__file__).resolve().parents[1]
TABLES = [ROOT / "pbem/locale/terms.toml", *sorted((ROOT / "rules/pbem_rules").glob("*/locale/terms.toml"))]
PAGES = [
    "pbem/table/static/words.js",
    "pbem/view/page/words.js",
    *(f"pbem/manual/es/{each.name}" for each in sorted((ROOT / "pbem/manual/es").glob("*.md"))),
]
_TYPED = re.compile(r"\{[^}]*\}|\bpbem(?: [a-z-]+)+|--[a-z-]+")


def messages(table: Path) -> Iterator[tuple[str, str]]:
    """Every message of a catalogue with its Spanish; of those with a number both forms together."""
    with catalogues.place(table.parents[1]).open("rb") as source:
        for each in read_po(source):
            if each.id:
                yield tuple(
                    " / ".join([text] if isinstance(text, str) else text) for text in (each.id, each.string)
                )


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


def test_what_a_reader_fills_in_is_named_in_their_language() -> None:
    english = re.compile(r"\b(?:FILE|PATH|FOLDER|DIR|NAME|GAME|SCENARIO|HOST|KEY|UNIT|ORDER|COMMAND)\b")
    assert [] == [spanish for _, spanish in messages(TABLES[0]) if english.search(spanish)]


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.parents[1].name)
def test_no_message_has_a_word_that_the_glossary_forbids(table: Path) -> None:
    never = tomllib.loads(table.read_text("utf-8"))["never"]
    assert [] == [*forbidden(never, (spanish for _, spanish in messages(table)))]


@tried_with("name", PAGES)
def test_no_page_and_no_manual_has_one_either(name: str) -> None:
    never = tomllib.loads(TABLES[0].read_text("utf-8"))["never"]
    text = (ROOT / name).read_text("utf-8")
    spanish = text.partition("  es: {")[2] if name.endswith(".js") else text
    assert [] == [*forbidden(never, spanish.splitlines())]


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.parents[1].name)
def test_a_forbidden_word_is_found(table: Path) -> None:
    never = tomllib.loads(table.read_text("utf-8"))["never"]
    assert [*never] == [word for word, _ in forbidden(never, [f"{word.capitalize()}." for word in never])]


def forbidden(never: Mapping[str, str], texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each text with a word that it may not have, behind that word."""
    for text in texts:
        for word in never:
            if re.search(rf"\b{re.escape(word)}\b", _TYPED.sub(" ", text), re.IGNORECASE):
                yield word, text


def test_every_game_has_its_table() -> None:
    games = [path.parent.name for path in (ROOT / "rules/pbem_rules").glob("*/ruleset.toml")]
    assert sorted(games) == [path.parents[1].name for path in TABLES[1:]]
