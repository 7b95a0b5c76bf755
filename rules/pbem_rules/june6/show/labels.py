"""Where the values of a row come from, for a page: the label of the row, and those of the values that have another."""

from __future__ import annotations

from collections.abc import Collection

from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.show.text import Sheet, words
from pbem_rules.kernel.tables import Cited, Table, root


def row(
    sheet: Sheet, data: Data, path: str, *, only: Collection[str] = (), without: Collection[str] = ()
) -> str:
    """The label of the values at and below a path (``charts.terrain.city``), or of some of its keys, with notes.

    What the row says of itself comes first, then the keys that come from elsewhere: ``reconstructed [1]; published [2]:
    defence``.
    """
    kept = [
        (cited, [key for key in keys if _wanted(key, only, without)])
        for cited, keys in data.sources.labels.groups(path)
    ]
    found = [(cite(sheet, data, path, cited), keys) for cited, keys in kept if keys]
    if not found:
        return ""
    others = (f"{said}: {', '.join(map(_words, keys))}" for said, keys in found[1:])
    return "; ".join((found[0][0], *others))


def value(sheet: Sheet, data: Data, path: str, own: str) -> str:
    """The label of one value, or list, where it is not ``own``, the label of its table as it was said."""
    found = row(sheet, data, path)
    return "" if found == own else found


def cite(sheet: Sheet, data: Data, path: str, cited: Cited) -> str:
    """A label with the note of its source; a short source stands in the file's ``[sources]``."""
    return sheet.cite(
        cited.provenance, spelled(root(data.tables[path.partition(".")[0]], path), cited.source)
    )


def spelled(file: Table, source: str) -> str:
    """The words behind a short source; the source itself when it is none."""
    known = file.table("sources") if "sources" in file else None
    return known.text(source) if known is not None and source in known else source


def _wanted(key: str, only: Collection[str], without: Collection[str]) -> bool:
    head = key.partition(".")[0]
    return head not in without and (not only or head in only)


def _words(key: str) -> str:
    """A key for people; the places of a list are rows."""
    head, _, rest = key.partition(".")
    if head.isdecimal():
        return f"row {head}" + (f" {_words(rest)}" if rest else "")
    return " ".join([words(head), *([_words(rest)] if rest else [])])
