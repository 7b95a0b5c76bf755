"""Values of a class out of a table whose keys are the names of the class's fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import attrs
from attrs import AttrsInstance

from pbem_rules.kernel.tables import Table

T = TypeVar("T", bound=AttrsInstance)


def _text(table: Table, key: str, default: object) -> object:
    return table.text(key, default if isinstance(default, str) else None)


def _number(table: Table, key: str, default: object) -> object:
    return table.integer(key, default if isinstance(default, int) else None)


def _flag(table: Table, key: str, default: object) -> object:
    return table.flag(key, default=default if isinstance(default, bool) else None)


_READ: dict[object, Callable[[Table, str, object], object]] = {
    str: _text,
    int: _number,
    bool: _flag,
    tuple[str, ...]: lambda table, key, _: table.texts(key),
}
"""Types of fields that a table holds as they are."""


def filled(kind: type[T], table: Table, /, **given: object) -> T:
    """A value of ``kind``: each field not ``given`` is read by its name and its type; with a default it may be absent.

    Text, whole numbers, true or false, lists of text; a class of such fields is a table inside this one. A field of any
    other type has to be given. Raises DataError naming the path of what is missing or wrong.
    """
    fields = (each for each in attrs.fields(attrs.resolve_types(kind)) if each.name not in given)
    return kind(**given, **{each.name: _read(table, each.name, each.type, each.default) for each in fields})


def _read(table: Table, key: str, kind: object, default: object) -> object:
    if isinstance(kind, type) and attrs.has(kind):
        return filled(kind, table.table(key))
    return _READ[kind](table, key, default)
