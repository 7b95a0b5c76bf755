"""The state to and from canonical JSON values, strictly both ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import cast

import attrs
import cattrs

from pbem.canon import Json, encode_value
from pbem.codec import kind_of
from pbem_rules.june6.model import (
    Activation,
    Attrition,
    Bombardment,
    Combat,
    CorpsActivation,
    Demolition,
    Frame,
    FreeOperation,
    Release,
    State,
    Unit,
)
from pbem_rules.kernel.memory import Remembered
from pbem_rules.shared import writing

_BOARD = "board"
_unit = writing.piece_writer(Unit)


@lru_cache(maxsize=1)
def _converter() -> cattrs.Converter:
    """Frames are tagged with their kind; the board is written as its pieces by id."""
    converter = writing.board_converter(Unit, _unit)
    kinds = (Activation, Release, FreeOperation, CorpsActivation, Combat, Bombardment, Attrition, Demolition)
    frames = {kind_of(cls): cls for cls in kinds}
    converter.register_structure_hook_func(
        lambda kind: kind == Frame, lambda value, _: _frame(converter, frames, value)
    )
    for kind, cls in frames.items():
        inner = converter.get_unstructure_hook(cls)
        converter.register_unstructure_hook(cls, _tagged(kind, inner))
    return converter


def _tagged(kind: str, inner: Callable[[object], dict[str, Json]]) -> Callable[[object], dict[str, Json]]:
    def write(value: object) -> dict[str, Json]:
        return {"k": kind, **inner(value)}

    return write


def _frame(converter: cattrs.Converter, frames: Mapping[str, type[Frame]], value: object) -> object:
    if not isinstance(value, dict) or value.get("k") not in frames:
        raise ValueError(f"expected a frame, found {value!r}")
    fields = {key: each for key, each in value.items() if key != "k"}
    return converter.structure(fields, frames[value["k"]])


def dump(state: State) -> Json:
    """The state as JSON values, defaults left out."""
    return cast("Json", _converter().unstructure(state))


def write(state: State) -> bytes:
    """The canonical bytes of :func:`dump`: ``encode_value(dump(state))``, put together from what was written before.

    A state is pinned at every turn file, and between two of them few units and fields change.
    """
    parts = []
    for name, default, written in _fields():
        value = getattr(state, name)
        if name == _BOARD:
            if value.pieces:
                units = b",".join(_unit_bytes(value.pieces[each]) for each in sorted(value.pieces))
                parts.append(b'"board":{' + units + b"}")
        elif value is not default and value != default:
            parts.append(written(value))
    return b"{" + b",".join(parts) + b"}"


@lru_cache(maxsize=1)
def _fields() -> tuple[tuple[str, object, Callable[[object], bytes]], ...]:
    """Every field of a state in canonical order: its name, its default, and what writes its key and value."""
    blank = State(scenario="")
    kinds = {each.name: each.type for each in attrs.fields(attrs.resolve_types(State))}
    defaults = {name: getattr(blank, name) if name != "scenario" else None for name in kinds}
    return tuple((name, defaults[name], _field(name, kinds[name])) for name in sorted(kinds))


def _field(name: str, kind: object) -> Callable[[object], bytes]:
    def write_field(value: object) -> bytes:
        return encode_value({name: cast("Json", _converter().unstructure(value, unstructure_as=kind))})[1:-1]

    return Remembered(write_field, most=256)


def _named(unit: Unit) -> bytes:
    return encode_value({unit.id: _unit(unit)})[1:-1]


_unit_bytes = Remembered(_named)


def read(value: Json) -> State:
    """A state from JSON values that may spell out defaults. Raises DataError naming the field at fault."""
    return writing.read(lambda: _converter().structure(value, State), "June 6")


def load(value: Json) -> State:
    """The state again. Raises DataError when the value is not what :func:`dump` gives."""
    state = read(value)
    return writing.exactly(state, dump(state), value)
