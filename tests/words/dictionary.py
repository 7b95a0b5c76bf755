"""Which words of a Spanish text are English: by the words of both languages that the catalogues and the pages have.

A word is English when English sentences of the program have it and no Spanish one does; so a term that nobody translated
is found whatever it is. What stands in the Spanish text on purpose is in ``ALLOWED``, with the reason.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from pbem.games import registry
from tests.tools import catalogues

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    ("pbem/table/static/words.js", "  en: {", "  es: {"), ("pbem/table/static/lobby_words.js", "  en: {", "  es: {"),
    ("pbem/view/page/words.js", "  en: {", "  es: {"), ("pbem/site/static/words.js", "const EN", "const ES"),
)  # fmt: skip
"""Pages with words of their own, and where each language begins."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_TYPED = re.compile(
    r"`[^`]*`|\"[^\"]*\"|\{[^}]*\}|\bpbem(?: [a-z-]+)+|--[a-z-]+|\S+\.(?:pbem|toml|svg|png|csv|eml|html)\b"
)
_SOURCES = re.compile(r"GeoNames|Area map:|public domain|A reconstruction, not|by hand|CC BY")
"""Whose data a map is made of, in the words of the licence."""
_REASONS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
ALLOWED: Mapping[str, str] = {word: why for why, said in _REASONS.items() for word in said.split()}
"""Words that stand in Spanish texts as they are, each with its reason."""


def words(text: str) -> Iterator[str]:
    """The words of a text, small; without what somebody types."""
    return (each.lower() for each in _WORD.findall(_TYPED.sub(" ", text)))


def _said() -> Iterator[tuple[str, str]]:
    """Every text of the program in English, with its Spanish."""
    for package, _ in catalogues.packages():
        with catalogues.place(package).open("rb") as source:
            for each in read_po(source):
                if each.id:
                    yield tuple(
                        " ".join([text] if isinstance(text, str) else text) for text in (each.id, each.string)
                    )
    for name, english, spanish in PAGES:
        _, rest = (ROOT / name).read_text("utf-8").split(english, 1)
        yield tuple(
            " ".join(re.findall(r"\"([^\"]*)\"|`([^`]*)`", part) and _spoken(part))
            for part in rest.split(spanish, 1)
        )


def _spoken(part: str) -> list[str]:
    return [one or two for one, two in re.findall(r"\"([^\"]*)\"|`([^`]*)`", part)]


def _printed(value: object) -> Iterator[tuple[str, str]]:
    """The keys of tables, and what is called a name in them."""
    match value:
        case dict():
            for key, inner in value.items():
                yield "key", key
                if key == "name" and isinstance(inner, str):
                    yield "name", inner
                yield from _printed(inner)
        case list():
            for inner in value:
                yield from _printed(inner)


@cache
def _data() -> tuple[tuple[str, str], ...]:
    files = (ROOT / "rules/pbem_rules").glob("*/data/*.toml")
    return tuple(found for file in files for found in _printed(tomllib.loads(file.read_text("utf-8"))))


@cache
def printed() -> frozenset[str]:
    """The words in names of areas, works, formations, units and cards, which are the same in every language."""
    return frozenset(word for what, name in _data() if what == "name" for word in words(name))


@cache
def units() -> re.Pattern[str]:
    """The names of counters, which are typed as well: a slash in them is no sign of an id."""
    names = {name for what, name in _data() if what == "key" and "/" in name and not name.islower()}
    return re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))


@cache
def english_only() -> frozenset[str]:
    """Words that only English sentences have; orders and their parts are typed, and Spanish help names them."""
    orders = {
        part
        for info in registry.installed()
        for kind in registry.load(info.name).rules.actions.kinds
        for part in kind.split("-")
    }
    pairs = list(_said())
    spanish = {word for _, text in pairs for word in words(text)} - (orders - {"no", "carpet", "claim"})
    return frozenset(word for text, _ in pairs for word in words(text)) - spanish


def foreign(text: str, *, allowed: Mapping[str, str] = ALLOWED) -> list[str]:
    """Lines of a text with an English word, the word in front."""
    found = []
    for line in text.splitlines():
        if not _SOURCES.search(line) and (
            left := [
                word
                for word in words(line)
                if word in english_only() and word not in allowed and word not in printed()
            ]
        ):
            found.append(f"{' '.join(left)}: {line[:160]}")
    return found


def sentences() -> Iterator[str]:
    """What the program says in English in six words or more."""
    return (text for text, _ in _said() if len(text) < 400 and len([*words(text)]) >= 6)
