"""Tables, plans and areas as text, each with where it comes from."""

from __future__ import annotations

from itertools import pairwise

from pbem.errors import UsageError
from pbem_rules.kernel.tables import typed_by
from pbem_rules.pegasus.printed import Data

_FACES = 6


def show(data: Data, name: str) -> str:
    """A table by its name in the data files, an area by its id. Raises UsageError."""
    if name in data.terrain.areas:
        return _area(data, name)
    if name not in data.cited:
        known = ", ".join(sorted(data.cited))
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
        names = _ranges(key, [str(each) for each in value])
        lines = zip(names, value.values(), strict=True)
        return [f"{indent}{key}:", *(line for k, v in lines for line in _value(k, v, indent + "  "))]
    if isinstance(value, list) and value and isinstance(value[0], list):
        return [f"{indent}{key}:", *(f"{indent}  {_cells(row)}" for row in value)]
    if isinstance(value, list):
        return [f"{indent}{key:<22} {_cells(value)}"]
    return [f"{indent}{key:<22} {value if value != '' else '-'}"]


def _ranges(name: str, keys: list[str]) -> list[str]:
    """The rows of a die as the faces that they cover; those of the guns as the number of guns."""
    if not all(key.isdigit() for key in keys):
        return keys
    steps = [int(key) for key in keys]
    if name == "guns":
        spans = [(low, high - 1) for low, high in pairwise(steps)]
        return [*map(_span, spans), f"{steps[-1]}+"]
    return [_span((low + 1, high)) for low, high in pairwise([0, *steps])] if steps[-1] == _FACES else keys


def _span(faces: tuple[int, int]) -> str:
    return f"{faces[0]}" if faces[0] == faces[1] else f"{faces[0]}-{faces[1]}"


def _cells(row: list[object]) -> str:
    return " ".join(f"{each if each != '' else '-':>5}" for each in row)


def _area(data: Data, name: str) -> str:
    area = data.terrain.areas[name]
    by = typed_by(data.raw, "map", "areas", name)
    whose = f"typed: {by}" if by else "reconstructed"
    lines = [f"{name}: {area.name} ({whose}), {'obstructed' if area.obstructed else 'clear'}"]
    for what, beside in (("single", area.single), ("double", area.double), ("dashed", area.dashed)):
        if beside:
            lines.append(f"  {what} border: {', '.join(beside)}")
    return "\n".join(lines)
