"""Tables and lists of a built map file: one line an item, so that two builds can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _key(text: str) -> str:
    return text if text.isascii() and text.replace("_", "").isalnum() else _quote(text)


def _value(value: object) -> str:
    if isinstance(value, str):
        return _quote(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    return str(value)


def table(name: str, rows: Iterable[tuple[str, object]]) -> str:
    """A table, one line a row."""
    return "\n".join([f"[{name}]", *(f"{_key(key)} = {_value(value)}" for key, value in rows)]) + "\n"


def listed(key: str, items: Iterable[str]) -> str:
    """A list of texts, one line each."""
    return "\n".join([f"{key} = [", *(f"    {_quote(item)}," for item in items), "]"])
