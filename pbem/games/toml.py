"""TOML that somebody may have written by hand: read within bounds, as values of a log."""

from __future__ import annotations

import re
import tomllib
from math import isfinite
from typing import cast

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError

_MAX_DEPTH = 32
_MAX_DOTS = 16
# A part of a dotted key, between two dots or in quotes. Reading such a key takes the square of its parts.
_DOTTED = re.compile(r"""\.[ \t]*[A-Za-z0-9_-]+[ \t]*(?=\.)|["'][ \t]*\.""")
# Text in quotes, of one line or several, and comments: dots in them make no key. What is not closed goes to the end.
_QUOTED = re.compile(
    r'''"""(?:[^\\]|\\.)*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*"|#[^\n]*|'''
    r"""'''.*?(?:'''|\Z)|'[^'\n]*'""",
    re.DOTALL,
)


def parse_toml(data: bytes, name: str, code: str = "bad-toml") -> dict[str, Json]:
    """A TOML file made of tables, lists, text, numbers and truth values. Raises DataError naming file and key."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise DataError.of(code, "{name} is not a text file in UTF-8.", name=name) from None
    try:
        n = _long_key(text) and _long_key(_QUOTED.sub(_blank, text))
        if n:
            raise DataError.of(
                code, "{name}:{n}: a key of more than {max_dots} parts.", name=name, n=n, max_dots=_MAX_DOTS
            )
        table = cast("dict[str, Json]", tomllib.loads(text))
    except RecursionError:
        raise DataError.of(code, "{name}: nested too deeply.", name=name) from None
    except ValueError as error:  # a number of thousands of digits is no TOMLDecodeError
        raise DataError(code, f"{name}: {error}.") from error
    todo: list[tuple[str, object, int]] = [("", table, 1)]
    while todo:
        key, value, depth = todo.pop()
        if depth > _MAX_DEPTH:
            raise DataError.of(code, "{name}: {key}... is nested too deeply.", name=name, key=key[:40])
        if isinstance(value, dict):
            todo.extend((f"{key}.{each}" if key else each, value[each], depth + 1) for each in value)
        elif isinstance(value, list):
            todo.extend((key, each, depth + 1) for each in value)
        elif not isinstance(value, str | int | float) or (isinstance(value, float) and not isfinite(value)):
            raise DataError.of(
                code,
                "{name}: {key} is {value}; write dates, times and the like as text.",
                name=name,
                key=key,
                value=value,
            )
    return table


def _long_key(text: str) -> int:
    """The first line with a dotted key of too many parts; 0 when there is none."""
    for n, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MAX_DOTS and sum(1 for _ in _DOTTED.finditer(line)) > _MAX_DOTS:
            return n
    return 0


def _blank(quoted: re.Match[str]) -> str:
    """What stands for quoted text or a comment: an empty quoted part of a key, and as many lines."""
    lines = "\n" * quoted[0].count("\n")
    return lines if quoted[0].startswith("#") else f"''{lines}"
