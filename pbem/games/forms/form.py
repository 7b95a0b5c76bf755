"""A form, its cells, and what may stand in them."""

from __future__ import annotations

import re
from enum import Enum
from typing import cast

from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.bytes.toml_lines import Path
from pbem.games.overlay import numbers_in

_RATINGS = re.compile(r"[0-9]{1,3}(?:-[0-9]{1,3})*")
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_YES = ("yes", "true", "sí", "si")
"""As it is typed in English and in Spanish."""
JOIN = "; "


class State(Enum):
    """Whose value a cell has. Only ``OURS`` is still to be typed."""

    OURS = "ours"
    AS_PRINTED = "as printed"
    TYPED = "typed"
    UNSURE = "unsure"


class Codec(Enum):
    """How a cell stands in the tables: as a value, as a letter of a row, in a list without order, as a step of a road."""

    VALUE = "value"
    LETTER = "letter"
    ELEMENT = "element"
    STEP = "step"


@frozen(kw_only=True)
class Kind:
    """What may stand in a cell.

    ``name`` is ``flag``, ``number``, ``decimal``, ``text``, ``letter``, ``ratings`` (numbers of a counter as it prints them,
    ``5-4-4``) or ``list`` (texts, with ``;`` between them). ``least`` and ``most`` bound each number, ``words`` are what
    cells alike have.
    """

    name: str
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()


@frozen(kw_only=True)
class Cell:
    """One fact: the table in which it stands, its row and column there, what stands there and what stood there in ours.

    ``path`` leads to it in the tables; rows of a list are counted as ours are. ``tail`` is what of the path follows the row.
    None is nothing: a key that the pack takes away, or that ours lacks. ``source`` says where the value comes from,
    ``facts`` how many there are in it (0 for the key that only names its row), ``given`` how many of them are typed.
    """

    path: Path
    codec: Codec
    table: Path
    row: str
    tail: Path
    kind: Kind
    value: Json
    ours: Json
    state: State
    source: str
    facts: int
    given: int

    @property
    def column(self) -> str:
        """The name of the column: ``back.cs``; "" when the table has only one."""
        return column_of(self.tail)

    @property
    def address(self) -> str:
        """``units.units/16/1/back.cs``: the same in every pack and language."""
        parts = (column_of(self.table), self.row, self.column)
        return "/".join(filter(None, parts))

    @property
    def text(self) -> str:
        """The value as it is typed."""
        return shown(self.value, self.kind)


@frozen(kw_only=True)
class Form:
    """One printed thing: its id, its title, the word for its shape, and its cells in the order of the tables."""

    id: str
    title: str
    shape: str
    cells: tuple[Cell, ...]

    @property
    def facts(self) -> int:
        """How many facts are printed on it."""
        return sum(each.facts for each in self.cells)

    @property
    def given(self) -> int:
        """How many of them are typed or marked as printed, sure or not."""
        return sum(each.given for each in self.cells)

    @property
    def unsure(self) -> int:
        """How many cells were typed with a mark of doubt."""
        return sum(each.state is State.UNSURE for each in self.cells)


def column_of(tail: Path) -> str:
    """A path inside a row as the name of a column; places are counted from 1."""
    return ".".join(str(each + 1) if isinstance(each, int) else each for each in tail)


def shown(value: Json, kind: Kind) -> str:
    """A value as it is typed into a cell."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list():
            return ("-" if kind.name == "ratings" else JOIN).join(map(str, value))
    return str(value)


def parsed(text: str, kind: Kind) -> Json:
    """What a typed text means in a cell. Raises ValueError when it cannot stand there; bounds are not looked at."""
    match kind.name:
        case "flag":
            if text.lower() not in (*_YES, "no", "false"):
                raise ValueError(text)
            return text.lower() in _YES
        case "number":
            return int(_matched(_NUMBER, text))
        case "decimal":
            return cast(
                "Json", float(_matched(_DECIMAL, text))
            )  # tables of TOML hold numbers with a point, too
        case "ratings":
            return [int(each) for each in _matched(_RATINGS, text).split("-")]
        case "list":
            return [each.strip() for each in text.split(JOIN.strip())] if text else []
        case "letter":
            if len(text) != 1:
                raise ValueError(text)
    return text


def _matched(pattern: re.Pattern[str], text: str) -> str:
    if pattern.fullmatch(text) is None:
        raise ValueError(text)
    return text


def out_of_bounds(value: Json, kind: Kind) -> int | float | None:
    """The first number in a value that lies outside its bounds; None when all lie inside."""
    if kind.least is None or kind.most is None:
        return None
    for _, each in numbers_in(value, ()):
        if not kind.least <= each <= kind.most:
            return each
    return None
