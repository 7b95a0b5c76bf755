"""Where every value of a game's data comes from, value by value, so that they are counted and shown one by one.

A table says it with ``provenance`` and ``source``, for its values and for the tables inside it; one inside that has a label
of its own says it for itself. A list under the name of a label (``published = ["side", "die.3"]``) says it for single
values of its table: paths with dots, the places of a list counted from 1. A path to a table or a list stands for all in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from pbem_rules.kernel.tables import PROVENANCES, Cited, Table, wrong

_WORDS = frozenset({"provenance", "source", "note", "name", "title", "attribution"})
"""Keys that say something about values and are none."""


@frozen(kw_only=True)
class Value:
    """One value: its path below the table that was asked for, and where it comes from."""

    path: tuple[str, ...]
    cited: Cited


def values(table: Table, default: Cited | None = None) -> Iterator[Value]:
    """Every value of a table, in the order of the file.

    ``default`` holds where the table has no label. Raises DataError for a value without any label. A single label that leads
    nowhere says nothing: a data pack may have shortened a list.
    """
    own = "provenance" in table
    cited = table.cited(default) if own else default
    single = _single(table)
    for key in table.values:
        if key not in _WORDS and not (own and key in PROVENANCES):
            yield from _below(table.values[key], (key,), table.path(key), cited, single)


def _single(table: Table) -> dict[tuple[str, ...], str]:
    """The single labels of a table by path."""
    labels = PROVENANCES if "provenance" in table else ()
    return {tuple(name.split(".")): label for label in labels for name in table.texts(label)}


def _below(
    value: object,
    path: tuple[str, ...],
    at: str,
    cited: Cited | None,
    single: Mapping[tuple[str, ...], str],
) -> Iterator[Value]:
    """The values at a path; ``single`` are the labels of the nearest labelled table, by path below it."""
    if path in single:
        cited = Cited(provenance=single[path], source=cited.source if cited else "")
    if isinstance(value, dict):
        table = Table(values=value, at=at)
        if "provenance" in table:
            yield from (Value(path=(*path, *each.path), cited=each.cited) for each in values(table, cited))
            return
        inner = [(key, each, table.path(key)) for key, each in value.items() if key not in _WORDS]
    elif isinstance(value, list):
        inner = [(str(n), each, f"{at}[{n}]") for n, each in enumerate(value, 1)]
    elif cited is None:
        raise wrong(at, "has no provenance")
    else:
        yield Value(path=path, cited=cited)
        return
    for key, each, where in inner:
        yield from _below(each, (*path, key), where, cited, single)


def counted(found: Iterable[Value]) -> dict[str, int]:
    """How many values have each label, the best label first, with those that none has."""
    counts = Counter(each.cited.provenance for each in found)
    return {label: counts[label] for label in PROVENANCES}


def told(counts: Mapping[str, int]) -> str:
    """Counts in words: ``13 values: 2 published, 11 inferred``."""
    several = [f"{number} {label}" for label, number in counts.items() if number]
    total = sum(counts.values())
    return f"{total} {'value' if total == 1 else 'values'}: {', '.join(several)}"
