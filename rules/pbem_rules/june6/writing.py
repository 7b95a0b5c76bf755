"""The state to and from canonical JSON values, strictly both ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import cast

import attrs
import cattrs

from pbem.canon import Json, encode_value
from pbem.codec import kind_of, strict_converter
from pbem.errors import DataError
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
from pbem_rules.kernel.board import Board
from pbem_rules.kernel.memory import Remembered

_BOARD = "board"
_MARKERS = tuple((each.name, each.default) for each in attrs.fields(Unit) if each.name not in ("id", "where"))


def _is_board(kind: object) -> bool:
    return getattr(kind, "__origin__", None) is Board


@lru_cache(maxsize=1)
def _converter() -> cattrs.Converter:
    """Frames are tagged with their kind; the board is written as its pieces by id."""
    converter = strict_converter()
    kinds = (Activation, Release, FreeOperation, CorpsActivation, Combat, Bombardment, Attrition, Demolition)
    frames = {kind_of(cls): cls for cls in kinds}
    converter.register_unstructure_hook_func(_is_board, _pieces)
    converter.register_structure_hook_factory(_is_board, lambda _: lambda value, __: _board(converter, value))
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


def _pieces(board: Board[Unit]) -> dict[str, Json]:
    return {name: _unit(unit) for name, unit in board.pieces.items()}


def _unit(unit: Unit) -> Json:
    """A unit with no marker on it is written as its place alone. By hand: a state holds hundreds at every turn file."""
    fields = unit.__dict__
    found: dict[str, Json] = {name: fields[name] for name, default in _MARKERS if fields[name] != default}
    return {"where": unit.where, **found} if found else unit.where


def _board(converter: cattrs.Converter, value: object) -> Board[Unit]:
    if not isinstance(value, dict):
        raise ValueError(f"expected units by id, found {value!r}")
    units = []
    for name, entry in value.items():
        fields = {"where": entry} if isinstance(entry, str) else entry
        if not isinstance(fields, dict):
            raise ValueError(f"{name}: expected a place or a table, found {entry!r}")
        units.append(converter.structure({"id": name, **fields}, Unit))
    return Board.of(units)


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
    try:
        state: State = _converter().structure(value, State)
    except Exception as error:  # cattrs raises groups of many classes; every one means the same here
        text = (
            "; ".join(cattrs.transform_error(error)) if isinstance(error, BaseExceptionGroup) else str(error)
        )
        raise DataError("bad-state", f"this is no state of June 6: {text}.") from error
    return state


def load(value: Json) -> State:
    """The state again. Raises DataError when the value is not what :func:`dump` gives."""
    state = read(value)
    if dump(state) != value:
        raise DataError("bad-state", "this state is not written in its one proper form.")
    return state


def unit_fields(unit: Unit) -> Mapping[str, Json]:
    """Every field of a unit, defaults included, for facts."""
    return cast("dict[str, Json]", strict_converter(omit_defaults=False).unstructure(unit))
