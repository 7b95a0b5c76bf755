"""Where a value of ours comes from: the label that stands nearest to it in the tables, as ``reconstructed: SOURCE``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.records import define, field
from pbem.bytes.toml_lines import Path
from pbem.games.overlay.words import LISTED, texts


@define
class Sources:
    """The labels of a game's own tables; each table is looked at once."""

    tables: Mapping[str, Json]
    _said: dict[Path, tuple[str, tuple[tuple[Path, str], ...]]] = field(factory=dict)

    def of(self, path: Path) -> str:
        """The label of the value at ``path``; "" where nothing says it."""
        value: Json = dict(self.tables)
        found = ""
        for n, part in enumerate(path):
            if isinstance(value, dict):
                found = self._label(value, path[:n], path[n:]) or found
                value = value.get(part) if isinstance(part, str) else None
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                value = value[part]
            else:
                break
        return found

    def _label(self, table: dict[str, Json], at: Path, rest: Path) -> str:
        """What a table says of a path below it: a list of labels, which names it, before the label of the whole."""
        if at not in self._said:
            said = table.get("provenance")
            words = said if isinstance(said, dict) else table
            self._said[at] = (_whole(words), tuple(_listed(words)))
        whole, listed = self._said[at]
        best = max(
            (each for each in listed if _leads(each[0], rest)), key=lambda each: len(each[0]), default=None
        )
        return best[1] if best is not None else whole


def _whole(table: Mapping[str, Json]) -> str:
    label, source = table.get("provenance"), table.get("source")
    if not isinstance(label, str):
        return ""
    return f"{label}: {source}" if source else label


def _listed(table: Mapping[str, Json]) -> Iterator[tuple[Path, str]]:
    for label in LISTED:
        for text in texts(table.get(label)):
            path, _, source = text.partition(": ")
            yield tuple(path.split(".")), f"{label}: {source}" if source else label


def _leads(pattern: Path, path: Path) -> bool:
    """Whether a listed path, with places counted from 1, leads to a path or to what encloses it."""
    return len(pattern) <= len(path) and all(
        one in ("*", str(two + 1) if isinstance(two, int) else two)
        for one, two in zip(pattern, path, strict=False)
    )
