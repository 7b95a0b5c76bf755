"""Values, keys and headers as TOML writes them."""

from __future__ import annotations

import json
import re

from pbem.bytes.canon import Json
from pbem.bytes.toml_lines import Path

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_key(key: str) -> str:
    """A key, in quotes where it needs them."""
    return key if _BARE.fullmatch(key) else _quoted(key)


def toml_header(path: Path) -> str:
    """The path of a ``[header]``; indices of rows are left out."""
    return ".".join(toml_key(each) for each in path if isinstance(each, str))


def toml_value(value: Json) -> str:
    """A value on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _quoted(value)
        case list():
            return f"[{', '.join(map(toml_value, value))}]"
        case dict():
            return (
                "{" + ", ".join(f"{toml_key(key)} = {toml_value(each)}" for key, each in value.items()) + "}"
            )
    return str(value)


def _quoted(text: str) -> str:
    # A basic string of TOML escapes as JSON does, and DEL besides.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
