"""Names in a sheet of standing orders: wider words that stand for many names, and the name that was meant.

Whatever the game: a list or a table of names may hold words for several (a formation, a type of unit, a place on the map).
They are written out into plain names before a sheet is asked anything: what is sealed on a log has plain names alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import TypeAlias

from pbem.bytes.canon import Json

Meaning: TypeAlias = Callable[[str], tuple[int, tuple[str, ...]]]
"""What a word stands for: how wide it is (0 a plain name, more for wider words), and the plain names; none if unknown."""


def folded(word: str) -> str:
    """A word without case and accents, for comparing."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))


def nearest(word: str, known: Iterable[str]) -> str:
    """`` Did you mean "X"?`` for the known name that is closest; empty when none is close."""
    by_fold: dict[str, str] = {}
    for name in known:
        by_fold.setdefault(folded(name), name)
    found = get_close_matches(folded(word), by_fold, n=1, cutoff=0.75)
    return f' Did you mean "{by_fold[found[0]]}"?' if found else ""


def written_out(value: Json, meaning: Meaning) -> Json:
    """A list, or a table by name, with every wider word written out; in a table the narrower word prevails.

    What nobody knows stays as it is.
    """
    if isinstance(value, list):
        names = [name for word in value for name in _names(word, meaning)]
        return list(dict.fromkeys(names)) if all(isinstance(each, str) for each in names) else value
    if isinstance(value, dict):
        wide = sorted(value.items(), key=lambda item: -meaning(item[0])[0])
        return {str(name): what for word, what in wide for name in _names(word, meaning)}
    return value


def _names(word: Json, meaning: Meaning) -> tuple[Json, ...]:
    found = meaning(word)[1] if isinstance(word, str) else ()
    return found or (word,)
