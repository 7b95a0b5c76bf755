"""One slip of the pen in a data pack, and how the tables are gone through in search of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.bytes.toml_lines import Path
from pbem.games.overlay.words import LABELS
from pbem.port.messages import Message

_LOOK = Message("Look at the printed one again; if it is so, leave it.")


@frozen(kw_only=True)
class Mistake:
    """One place of the merged tables that looks wrong. ``bad``: it cannot be printed so, and the pack is not used."""

    path: Path
    text: str
    hint: str = _LOOK
    bad: bool = False


def rules_of(rules: Mapping[str, Json], word: str) -> Iterator[tuple[Path, Json]]:
    """The patterns under a word of the game's ``[slips]``, each with what is said of it."""
    table = rules.get(word)
    for key, each in table.items() if isinstance(table, dict) else ():
        yield tuple(key.split(".")), each


def values_at(value: Json, pattern: Path, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Everything at a pattern with its path; ``*`` and ``#`` stand for any key or index."""
    if not pattern:
        yield path, value
        return
    head, rest = pattern[0], pattern[1:]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        if (head in ("*", "#") or head == key) and key not in LABELS:
            yield from values_at(each, rest, (*path, key))


def names_at(value: Json, pattern: Path) -> Iterator[tuple[Path, str]]:
    """The names at a pattern: keys of a table, elements of a list, or a text."""
    for path, each in values_at(value, pattern):
        if isinstance(each, dict):
            yield from (((*path, key), key) for key in each if key not in LABELS)
        elif isinstance(each, list):
            yield from (((*path, n), one) for n, one in enumerate(each) if isinstance(one, str))
        elif isinstance(each, str):
            yield path, each
