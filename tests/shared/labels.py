"""Single labels of provenance in data files that lead nowhere: a slip in what we ship."""

from __future__ import annotations

from pbem_rules.kernel.tables import PROVENANCES


def astray(at: str, value: object) -> list[str]:
    """Every path under the name of a label that leads to nothing, or that stands under two labels."""
    found: list[str] = []
    if isinstance(value, list):
        for n, each in enumerate(value, 1):
            found += astray(f"{at}.{n}", each)
    if not isinstance(value, dict):
        return found
    seen: set[str] = set()
    for label in PROVENANCES if "provenance" in value else ():
        for path in value.get(label, ()):
            if path in seen or not _leads(value, path.split(".")):
                found.append(f"{at}: {label} {path}")
            seen.add(path)
    for key, each in value.items():
        found += astray(f"{at}.{key}", each)
    return found


def _leads(value: object, path: list[str]) -> bool:
    if not path:
        return True
    head, rest = path[0], path[1:]
    if isinstance(value, dict):
        return head in value and _leads(value[head], rest)
    if isinstance(value, list) and head.isdigit():
        return 1 <= int(head) <= len(value) and _leads(value[int(head) - 1], rest)
    return False
