"""Values of a class out of a table whose keys are the names of the class's fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, get_type_hints

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


def filled(kind: type[T], table: Table, **given: object) -> T:
    """A value of ``kind``: each field not ``given`` is read by its name and its type; with a default it may be absent.

    Text, whole numbers, true or false, lists of text; a field of any other type has to be given. Raises DataError naming
    the path of what is missing or wrong.
    """
    types = get_type_hints(kind)
    fields = {each.name: each.default for each in attrs.fields(kind) if each.name not in given}
    read = {name: _READ[types[name]](table, name, default) for name, default in fields.items()}
    return kind(**given, **read)
