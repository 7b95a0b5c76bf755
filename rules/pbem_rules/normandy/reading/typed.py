"""A table of a TOML file as a frozen class: every field by its type, no key left over. DataError with file and path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, cast, get_args, get_origin, get_type_hints

import attrs
from attrs import AttrsInstance

from pbem_rules.kernel.tables import PROVENANCES, Table, wrong

T = TypeVar("T", bound=AttrsInstance)
_ABOUT = {"provenance", "source", "note", *PROVENANCES}


def typed(kind: type[T], table: Table) -> T:
    """The table as a value of the class. A field may stand under another key (``metadata={"key": "from"}``)."""
    hints = get_type_hints(kind)
    keys = {each.metadata.get("key", each.name): each for each in attrs.fields(kind)}
    table.only(*keys, *_ABOUT)
    values = {
        each.name: _value(table, key, hints[each.name])
        for key, each in keys.items()
        if key in table or each.default is attrs.NOTHING
    }
    return kind(**values)


def _value(table: Table, key: str, hint: object) -> object:
    """One value by its type: text, whole number, flag, a class, and tuples and tables of these."""
    if hint is str:
        return table.text(key)
    if hint is bool:
        return table.flag(key)
    if hint is int:
        return table.within(key, 999, least=-99)
    if get_origin(hint) is tuple:
        return _several(table, key, get_args(hint)[0])
    if get_origin(hint) is Mapping:
        inner, each = table.table(key), get_args(hint)[1]
        return {name: _value(inner, name, each) for name in inner.keys() if name not in _ABOUT}  # noqa: SIM118
    if isinstance(hint, type) and attrs.has(hint):
        return typed(hint, table.table(key))
    raise TypeError(f"{table.path(key)}: a field of type {hint!r} cannot be read")


def _several(table: Table, key: str, hint: object) -> tuple[object, ...]:
    if hint is str:
        return table.texts(key)
    if hint is int:
        return numbers(table, key)
    return tuple(typed(cast("type[AttrsInstance]", hint), row) for row in table.rows(key))


def numbers(table: Table, key: str) -> tuple[int, ...]:
    """A list of whole numbers from 0 to 99; empty when the key is absent."""
    found = table.values.get(key, [])
    if not isinstance(found, list):
        raise wrong(table.path(key), f"expected a list, found {found!r}")
    for n, each in enumerate(found, 1):
        if not isinstance(each, int) or isinstance(each, bool) or not 0 <= each <= 99:
            raise wrong(f"{table.path(key)}[{n}]", f"expected a whole number from 0 to 99, found {each!r}")
    return tuple(found)
