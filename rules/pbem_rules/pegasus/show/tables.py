"""Tables, plans and areas as text, each value with where it comes from."""

from __future__ import annotations

from itertools import pairwise

from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.kernel.tables import PROVENANCES, typed_by
from pbem_rules.pegasus.printed.data import Data
from pbem_rules.shared.provenance import Labels, told
from pbem_rules.shared.unknown_table import unknown_table

_FACES = 6


def show(data: Data, name: str) -> str:
    """A table by its name in the data files, an area by its id. Raises UsageError."""
    if name in data.terrain.areas:
        return _area(data, name)
    if name not in data.cited:
        raise unknown_table(name, sorted(data.cited), data.terrain.areas, Message("Also any area."))
    label, source = data.cited[name]
    marks = _Marks(label=label, labels=data.sources.labels)
    lines = [f"{name} ({label}: {source})", f"  {told(data.sources.labels.counts(name))}"]
    for key, value in data.raw[name].items():
        if key not in ("provenance", "source", *PROVENANCES):
            lines.extend(_value(key, value, "  ", marks, f"{name}.{key}"))
    return "\n".join(lines)


@frozen(kw_only=True)
class _Marks:
    """The label of the table that is shown, and of every value by its path."""

    label: str
    labels: Labels

    def mark(self, path: str) -> str:
        """What is said behind a value, or a row of them, of which some have another label than the table."""
        found = [each.provenance for each in self.labels.below(path).values()]
        places: dict[str, list[str]] = {}
        for n, label in enumerate(found, 1):
            places.setdefault(label, []).append(str(n))
        others = [
            label if len(found) == 1 else f"{label} {', '.join(at) if len(at) < len(found) else 'all'}"
            for label, at in places.items()
            if label != self.label
        ]
        return f"  ({'; '.join(others)})" if others else ""


def _value(key: str, value: object, indent: str, marks: _Marks, path: str) -> list[str]:
    if isinstance(value, dict):
        shown = [(k, v) for k, v in value.items() if k not in ("provenance", "source", *PROVENANCES)]
        names = _ranges(key, [str(each) for each, _ in shown])
        lines = [f"{indent}{key}:"]
        for name, (at, each) in zip(names, shown, strict=True):
            lines.extend(_value(name, each, indent + "  ", marks, f"{path}.{at}"))
        return lines
    if isinstance(value, list) and value and isinstance(value[0], list):
        rows = (f"{_cells(row)}{marks.mark(f'{path}.{n}')}" for n, row in enumerate(value, 1))
        return [f"{indent}{key}:", *(f"{indent}  {row}" for row in rows)]
    if isinstance(value, list):
        return [f"{indent}{key:<22} {_cells(value)}{marks.mark(path)}"]
    return [f"{indent}{key:<22} {_said(value)}{marks.mark(path)}"]


def _ranges(name: str, keys: list[str]) -> list[str]:
    """The rows of a die as the faces that they cover; those of the guns as the number of guns."""
    if not all(key.isdecimal() for key in keys):
        return keys
    steps = [int(key) for key in keys]
    if name == "guns":
        spans = [(low, high - 1) for low, high in pairwise(steps)]
        return [*map(_span, spans), f"{steps[-1]}+"]
    return [_span((low + 1, high)) for low, high in pairwise([0, *steps])] if steps[-1] == _FACES else keys


def _span(faces: tuple[int, int]) -> str:
    return f"{faces[0]}" if faces[0] == faces[1] else f"{faces[0]}-{faces[1]}"


def _cells(row: list[object]) -> str:
    return " ".join(f"{_said(each):>5}" for each in row)


def _said(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else "-" if value == "" else str(value)


def _area(data: Data, name: str) -> str:
    area = data.terrain.areas[name]
    by = typed_by(data.raw, "map", "areas", name)
    ours = data.sources.labels[f"map.areas.{name}.terrain"]
    whose = f"typed: {by}" if by else f"{ours.provenance}: {ours.source}"
    lines = [f"{name}: {area.name} ({whose}), {'obstructed' if area.obstructed else 'clear'}"]
    for what, beside in (("single", area.single), ("double", area.double), ("dashed", area.dashed)):
        if beside:
            lines.append(f"  {what} border: {', '.join(beside)}")
    return "\n".join(lines)
