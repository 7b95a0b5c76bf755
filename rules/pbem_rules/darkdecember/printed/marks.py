"""How values are written in the tables: movement points, turns, faces of a die, faces of a counter."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated

from pbem_rules.kernel.tables import ReadBy, Table, Within, wrong

PART = 30
"""Thirtieths in a movement point."""
FACES = 6
_POINTS = re.compile(r"[0-9]{1,2}(/[1-9])?")
_HALVES = ("AM", "PM", "every")


def _parts(table: Table, key: str) -> int:
    """Movement points such as 2 or 1/3, in thirtieths."""
    text = table.text(key)
    if _POINTS.fullmatch(text) is None or (Fraction(text) * PART).denominator != 1:
        raise wrong(table.path(key), f"{text!r} is not a number of points, such as 2, 1/2, 1/3 or 1/5")
    return int(Fraction(text) * PART)


def _faces(table: Table, key: str) -> tuple[int, ...]:
    found = table.integers(key, FACES, least=1)
    if len(set(found)) != len(found):
        raise wrong(table.path(key), "expected different faces from 1 to 6")
    return found


def _letters(row: Table, key: str) -> tuple[str, ...]:
    """The areas of entry of a counter, printed like ``X, Y`` (I6.4)."""
    return tuple(each.strip() for each in row.text(key).split(","))


Digit = Annotated[int, Within(9)]
Level = Annotated[int, Within(7)]
Thirtieths = Annotated[int, ReadBy(_parts)]
Turn = Annotated[int, ReadBy("turn")]
"""The number of the turn that is named, by the calendar."""
Faces = Annotated[tuple[int, ...], ReadBy(_faces)]
Letters = Annotated[tuple[str, ...], ReadBy(_letters)]
Frost = Annotated[int, ReadBy(lambda table, key: table.within(key, 7) * PART)]
Mornings = Annotated[bool, ReadBy(lambda table, key: table.one_of(key, _HALVES) != "PM")]
Afternoons = Annotated[bool, ReadBy(lambda table, key: table.one_of(key, _HALVES) != "AM")]
