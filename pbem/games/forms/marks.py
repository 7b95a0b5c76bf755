"""What a pack says of single facts: which it gives, and of which its writer is not sure.

A doubt is a comment on the line of the value: ``cs = 7  # ?``, with words behind it or without. It travels with the pack and
changes no data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from pbem.bytes.canon import Json
from pbem.bytes.records import field, frozen
from pbem.bytes.toml_lines import Path
from pbem.games.forms.form import Codec
from pbem.games.forms.walking import Found, is_row_list, steps_of
from pbem.games.overlay import Entry
from pbem.games.packs.pack import Pack, PackFile

_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
_DOUBT = re.compile(r"#\s*\?")


@frozen(kw_only=True, slots=False)
class Marks:
    """The entries of a pack, so that each fact finds its own."""

    own: Mapping[str, Json] = field(repr=False)
    entries: Sequence[Entry] = field(repr=False)
    pack: Pack | None = field(repr=False)

    @cached_property
    def kept(self) -> Mapping[Path, tuple[int, ...]]:
        """Which rows of ours are left in each list of tables out of which the pack takes some."""
        found: dict[Path, list[int]] = {}
        for each in self.entries:
            ours = _at(dict(self.own), each.path)
            if each.after is None and isinstance(ours, list) and is_row_list(ours):
                left = found.setdefault(each.path, list(range(len(ours))))
                gone = next((n for n in left if _has(ours[n], each.before)), None)
                if gone is not None:
                    left.remove(gone)
        return {path: tuple(left) for path, left in found.items()}

    def counted(self, path: Path) -> Path:
        """A path in the merged tables with the rows of lists counted as ours are; new ones follow ours."""
        for place, left in self.kept.items():
            n = path[len(place)] if path[: len(place)] == place and len(path) > len(place) else None
            if isinstance(n, int):
                ours = _at(dict(self.own), place)
                many = len(ours) if isinstance(ours, list) else 0
                row = left[n] if n < len(left) else many + n - len(left)
                return (*place, row, *path[len(place) + 1 :])
        return path

    @cached_property
    def _by_path(self) -> dict[Path, Entry]:
        """The entry that gives each path: a value, a whole table, an element or a step by its own name."""
        found: dict[Path, Entry] = {}
        for each in self.entries:
            for path in self._paths(each):
                found[path] = each
        return found

    def _paths(self, entry: Entry) -> Iterator[Path]:
        if entry.after is None:
            if isinstance(_at(dict(self.own), entry.path), list) and isinstance(entry.before, str):
                yield from (self._inside(entry.path, entry.before))
            else:
                yield self.counted(entry.path)
        elif entry.element and isinstance(entry.after, str):
            yield from self._inside(entry.path[:-1], entry.after)
        else:
            yield self.counted(entry.path)

    def _inside(self, path: Path, text: str) -> Iterator[Path]:
        """An element of a list without order, or the steps of a stretch of road."""
        yield (*path, text)
        yield from ((*path, step) for step in steps_of([text]))

    def entry_of(self, path: Path) -> Entry | None:
        """The entry that gives what stands at ``path``; None when the pack gives nothing there."""
        for end in range(len(path), 0, -1):
            if (found := self._by_path.get(path[:end])) is not None:
                return found
        return None

    def given(self, fact: Found) -> tuple[int, Entry | None]:
        """How many facts of a cell the pack gives, and by which entry."""
        entry = self.entry_of(fact.path)
        if entry is not None:
            return fact.facts, entry
        if fact.codec is Codec.VALUE and isinstance(fact.value, list):  # elements of a list that is one cell
            each = [self._by_path.get((*fact.path, str(one))) for one in fact.value]
            some = [one for one in each if one is not None]
            return len(some), next(iter(some), None)
        return 0, None

    def unsure(self, fact: Found, entry: Entry) -> bool:
        """Whether a doubt stands on the line on which the pack has the fact."""
        if self.pack is None:
            return False
        file = next((each for each in self.pack.files if each.name == entry.file), None)
        if file is None:
            return False
        deeper = fact.path[len(entry.path) :] if fact.path[: len(entry.path)] == entry.path else ()
        line = int(file.at((*entry.source, *deeper)).rpartition(":")[2])
        return line in self._doubts(file)

    def _doubts(self, file: PackFile) -> frozenset[int]:
        return self._all_doubts.get(file.name, frozenset())

    @cached_property
    def _all_doubts(self) -> Mapping[str, frozenset[int]]:
        files = self.pack.files if self.pack is not None else ()
        return {
            each.name: frozenset(
                n
                for n, line in enumerate(each.data.decode().split("\n"), 1)
                if _DOUBT.search(_STRINGS.sub('""', line))
            )
            for each in files
        }


def _at(value: Json, path: Path) -> Json:
    for part in path:
        if isinstance(value, dict) and isinstance(part, str):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value


def _has(row: Json, pattern: Json) -> bool:
    if isinstance(row, dict) and isinstance(pattern, dict):
        return all(key in row and row[key] == each for key, each in pattern.items())
    return row == pattern
