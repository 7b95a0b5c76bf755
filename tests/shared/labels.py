"""Data files of games: labels of single values that lead nowhere, and files with a value that is another."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from pbem_rules.kernel.tables import PROVENANCES


def astray(at: str, value: object, parts: dict[str, list[str]] | None = None) -> list[str]:
    """Every path under the name of a label that leads to nothing, or that stands under two labels."""
    found: list[str] = []
    if isinstance(value, list):
        for n, each in enumerate(value, 1):
            found += astray(f"{at}.{n}", each, parts)
    if not isinstance(value, dict):
        return found
    said = value.get("provenance", value)
    said = said if isinstance(said, dict) else value
    parts = said.get("parts", parts or {}) if said is not value else parts or {}
    seen: set[str] = set()
    for label in (*PROVENANCES, *(["besides"] if said is not value else [])):
        for path in (text.partition(": ")[0] for text in said.get(label, ())):
            if path in seen or not _leads(value, path.split("."), parts):
                found.append(f"{at}: {label} {path}")
            seen.add(path)
    for key, each in value.items():
        if key != "provenance":
            found += astray(f"{at}.{key}", each, parts)
    return found


def _leads(value: object, path: list[str], parts: dict[str, list[str]], key: str = "") -> bool:
    if not path:
        return True
    head, rest = path[0], path[1:]
    if isinstance(value, dict):
        return any(_leads(value[each], rest, parts, each) for each in value if head in ("*", each))
    if isinstance(value, list):
        named = enumerate(value, 1)
        return any(_leads(each, rest, parts) for n, each in named if head in ("*", str(n), each))
    return not rest and head in parts.get(key, ())


def replaced(tables: Mapping[str, Any], path: Sequence[str], value: object) -> dict[str, Any]:
    """The tables with another value at a path, whose first name is that of the file."""
    whole = inner = deepcopy(dict(tables))
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return whole
