"""From tables to single facts: values, letters of rows, elements of lists, steps of roads, each with its place in a grid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pbem.bytes.canon import Json
from pbem.bytes.records import evolve, field, frozen
from pbem.bytes.toml_lines import Path
from pbem.games.forms.form import Codec, column_of
from pbem.games.overlay import TYPED, Shape
from pbem.games.overlay.differences import naming
from pbem.games.overlay.places import hex_of
from pbem.games.overlay.words import LABELS

_MANY = 12
_PLACE = re.compile(r"[A-Z]*[0-9]{4}(?:[/-][A-Z]*[0-9]{4})?")


@frozen(kw_only=True)
class Found:
    """One fact of the tables, before it is compared with ours."""

    path: Path
    codec: Codec
    table: Path
    row: str
    tail: Path
    value: Json
    names_row: bool = False

    @property
    def facts(self) -> int:
        """How many facts are in it."""
        if self.names_row:
            return 0
        return max(1, len(self.value)) if isinstance(self.value, list) else 1


def walked(tables: Mapping[str, Json], shape: Shape) -> Iterator[Found]:
    """Every fact that a printed game can correct, in the order of the tables."""
    for name, each in tables.items():
        if name != TYPED:
            yield from _Walk(shape=shape).below(each, (name,))


def _rows_of(table: dict[str, Json]) -> bool:
    """Whether the keys of a table name rows of one kind: tables that have a value of the same name, or many values alike."""
    inner = [each for key, each in table.items() if key not in LABELS]
    if len(inner) >= _MANY and {type(each) for each in inner} in ({str}, {int}):
        return True
    if len(inner) < 2 or not all(isinstance(each, dict) for each in inner):
        return False
    keys = (
        {key for key, v in each.items() if not isinstance(v, dict)}
        for each in inner
        if isinstance(each, dict)
    )
    return bool(set.intersection(*keys) - LABELS)


def is_row_list(value: Json) -> bool:
    """Whether a list is one of tables."""
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) and each for each in value)


@frozen(kw_only=True)
class _Walk:
    shape: Shape
    filled: set[Path] = field(factory=set)

    def below(self, value: Json, path: Path) -> Iterator[Found]:
        if self.shape.is_unprinted(path):
            return
        match value:
            case dict():
                if self.shape.is_filled(path) or _rows_of(value):
                    self.filled.add(path)
                for key, each in value.items():
                    if key not in LABELS:
                        yield from self.below(each, (*path, key))
            case list() if is_row_list(value):
                named = naming(value)
                for n, each in enumerate(value):
                    assert isinstance(each, dict)
                    for found in self.below(each, (*path, n)):
                        yield _naming(found, named) if len(named) == 1 else found
            case list():
                yield from self.elements(value, path)
            case _:
                yield self.found(path, value)

    def elements(self, value: list[Json], path: Path) -> Iterator[Found]:
        """The elements of a list that is not one of tables."""
        shape = self.shape
        if shape.is_letters(path):
            for n, row in enumerate(value):
                for at, letter in enumerate(str(row)):
                    there = (*path, n, at)
                    yield Found(
                        path=there, codec=Codec.LETTER, table=path, row=hex_of(there), tail=(), value=letter
                    )
        elif shape.is_course(path):
            for step in steps_of(value):
                yield Found(path=(*path, step), codec=Codec.STEP, table=path, row=step, tail=(), value=True)
        elif shape.is_ordered(path):
            if _ratings(value) and any(isinstance(each, int) for each in path[-1:]):
                yield self.found(path, value)
                return
            for n, each in enumerate(value):
                yield from self.below(each, (*path, n))
        elif value and all(isinstance(each, str) and _PLACE.fullmatch(each) for each in value):
            for each in dict.fromkeys(map(str, value)):
                yield Found(
                    path=(*path, each), codec=Codec.ELEMENT, table=path, row=each, tail=(), value=True
                )
        else:
            yield self.found(path, value)

    def found(self, path: Path, value: Json) -> Found:
        """A value with its place: table, row and column."""
        at = self._row_at(path)
        return Found(
            path=path,
            codec=Codec.VALUE,
            table=path[:at],
            row=column_of(path[at : at + 1]),
            tail=path[at + 1 :],
            value=value,
        )

    def _row_at(self, path: Path) -> int:
        """Which part of a path names the row: the place in a list of tables, else the last key in tables alike."""
        key = len(path) - 1
        while key > 0 and isinstance(path[key], int):
            key -= 1
        inner = next((n for n in range(1, key) if isinstance(path[n], int)), None)
        if inner is not None:  # a row of a list of tables: lists of values have no keys below them
            return inner
        for n in range(key, 0, -1):
            if path[:n] in self.filled:
                return n
        return key + 1 if len(path) - key > 2 else key


def _naming(found: Found, named: Sequence[str]) -> Found:
    if found.tail != tuple(named):
        return found
    return evolve(found, names_row=True)


def _ratings(value: list[Json]) -> bool:
    return bool(value) and all(
        isinstance(each, int) and not isinstance(each, bool) and each >= 0 for each in value
    )


def steps_of(courses: Sequence[Json]) -> Iterator[str]:
    """The steps of roads from hex to hex, each once: ``A2034/A2133``, the lower name first."""
    seen: set[str] = set()
    for each in courses:
        hexes = str(each).split()
        for one, two in pairwise(hexes):
            step = "/".join(sorted((one, two)))
            if step not in seen:
                seen.add(step)
                yield step
