"""Tables, plans and areas as text, each with where it comes from."""

from __future__ import annotations

from pbem.errors import UsageError
from pbem_rules.pegasus.printed import Data


def show(data: Data, name: str) -> str:
    """A table by its name in the data files, an area by its id. Raises UsageError."""
    if name in data.terrain.areas:
        return _area(data, name)
    if name not in data.raw:
        known = ", ".join(sorted(data.raw))
        raise UsageError(
            "unknown-table", f"There is no table or area {name!r}.", hint=f"Tables: {known}; or an area."
        )
    label, source = data.cited[name]
    lines = [f"{name} ({label}: {source})"]
    for key, value in data.raw[name].items():
        if key not in ("provenance", "source"):
            lines.extend(_value(key, value, "  "))
    return "\n".join(lines)


def _value(key: str, value: object, indent: str) -> list[str]:
    if isinstance(value, dict):
        return [
            f"{indent}{key}:",
            *(line for k, v in value.items() for line in _value(str(k), v, indent + "  ")),
        ]
    if isinstance(value, list) and value and isinstance(value[0], list):
        return [f"{indent}{key}:", *(f"{indent}  {_cells(row)}" for row in value)]
    if isinstance(value, list):
        return [f"{indent}{key:<22} {_cells(value)}"]
    return [f"{indent}{key:<22} {value if value != '' else '-'}"]


def _cells(row: list[object]) -> str:
    return " ".join(f"{each if each != '' else '-':>5}" for each in row)


def _area(data: Data, name: str) -> str:
    area = data.terrain.areas[name]
    lines = [f"{name}: {area.name} (reconstructed), {'obstructed' if area.obstructed else 'clear'}"]
    for what, beside in (("single", area.single), ("double", area.double), ("dashed", area.dashed)):
        if beside:
            lines.append(f"  {what} border: {', '.join(beside)}")
    return "\n".join(lines)
