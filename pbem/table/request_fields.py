"""What came along with a request, by name: words, and the order that is meant."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NoReturn, cast

from attrs import AttrsInstance

from pbem.bytes.canon import MAX_INT, Json
from pbem.bytes.errors import UsageError
from pbem.table import forms
from pbem.table.open_home import Room

MAX_DEPTH = 16
"""How deep objects and lists may be nested: an order has three levels."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_DIGITS = 16


def read(data: bytes) -> Mapping[str, Json]:
    """The object in a body; an empty body is an empty object.

    Raises ValueError for anything else: other bytes than UTF-8, a key twice in one object, a number that is no whole one
    or beyond 2^53 - 1, a lone surrogate, more than 16 levels.
    """
    if not data.strip():
        return {}
    try:
        text = data.decode()
        value = cast("Json", _DECODER.decode(text))
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(value, dict):
        raise ValueError("an object was expected")
    _inspect(value, 1)
    return value


def _inspect(value: Json, depth: int) -> None:
    """Depth, and strings that can be written as UTF-8."""
    if isinstance(value, str):
        if _SURROGATE.search(value):
            raise ValueError("a lone surrogate")
    elif isinstance(value, dict | list):
        if depth > MAX_DEPTH:
            raise ValueError("nested too deeply")
        inside = [*value, *value.values()] if isinstance(value, dict) else value
        for item in inside:
            _inspect(item, depth + 1)


def _pairs(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _int(digits: str) -> int:
    if len(digits) > _DIGITS + 1 or abs(number := int(digits)) > MAX_INT:
        raise ValueError("a number is too large")
    return number


def _other_number(_text: str) -> NoReturn:
    raise ValueError("a number is not a whole one")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_int, parse_float=_other_number, parse_constant=_other_number
)


_MAX_UNITS = 40
_MAX_WORD = 200
Given = Mapping[str, Json]


def real(room: Room) -> None:
    """Raises UsageError ``trial`` while a what-if is open."""
    if room.trial is not None:
        raise UsageError.of("trial", "A what-if is open: it changes nothing real.", hint="Discard it first.")


def order(room: Room, given: Given) -> AttrsInstance:
    """The order in a request: as an object, or as the fields of a form. Raises UsageError as :mod:`forms` does."""
    stand, obj = room.stand(), given.get("order")
    if isinstance(obj, dict):
        return forms.loaded(stand, obj)
    fields = given.get("fields")
    return forms.filled(stand, word(given, "kind"), fields if isinstance(fields, dict) else {})


def word(given: Given, name: str) -> str:
    """A word of a request, cut to a length; "" where it is none."""
    value = given.get(name, "")
    return value[:_MAX_WORD] if isinstance(value, str) else ""


def words(given: Given, name: str) -> list[str]:
    """A list of words of a request, as many as are looked at."""
    value = given.get(name)
    found = value if isinstance(value, list) else []
    return [item[:_MAX_WORD] for item in found[:_MAX_UNITS] if isinstance(item, str)]
