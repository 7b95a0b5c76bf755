"""How values are written in the tables: tables for a die, numbers, the word "all"."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Generic, TypeVar

from pbem.bytes.records import frozen
from pbem_rules.kernel.tables import ReadBy, Table, Within, wrong

T = TypeVar("T")
ALL = 1_000_000
"""What "all" is in the data files: more than there ever are."""


@frozen(kw_only=True)
class DieTable(Generic[T]):
    """A table for one die: ``tops`` are the highest faces of its rows, rising; beyond either end the end row counts."""

    tops: tuple[int, ...]
    values: tuple[T, ...]

    def __getitem__(self, face: int) -> T:
        for top, value in zip(self.tops, self.values, strict=True):
            if face <= top:
                return value
        return self.values[-1]


def _die_table(read: Callable[[Table, str], T], table: Table, key: str) -> DieTable[T]:
    """The rows of a six-sided die: keys are the highest faces, rising, the last one 6."""
    rows = table.table(key)
    keys = rows.keys()
    if not all(each.isdecimal() for each in keys):
        raise wrong(table.path(key), "has a key that is not a face")
    tops = tuple(int(each) for each in keys)
    if not tops or list(tops) != sorted(set(tops)) or tops[0] < 1 or tops[-1] != 6:
        raise wrong(table.path(key), "must rise to 6")
    return DieTable(tops=tops, values=tuple(read(rows, each) for each in keys))


def _number_or_all(table: Table, key: str) -> int:
    """A number, or as text "all" or a number (a pack lays text over text)."""
    value = table.values.get(key)
    if not isinstance(value, str):
        return table.integer(key)
    if value != "all" and not value.isdecimal():
        raise wrong(table.path(key), f"{value!r} is neither a number nor all")
    return ALL if value == "all" else int(value)


Count = Annotated[int, Within(99)]
Cost = Annotated[int, Within(99, least=1)]
NumberOrAll = Annotated[int, ReadBy(_number_or_all)]
DieWords = Annotated[DieTable[str], ReadBy(partial(_die_table, Table.text))]
DieNumbers = Annotated[DieTable[int], ReadBy(partial(_die_table, Table.integer))]
DieLosses = Annotated[DieTable[int], ReadBy(partial(_die_table, _number_or_all))]
