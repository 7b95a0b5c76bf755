"""What a request asks for: one JSON object, read strictly, so that nothing behind the door meets what JSON cannot say."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NoReturn, cast

from pbem.bytes.canon import MAX_INT, Json

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
