"""The state to and from canonical JSON values, strictly both ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import cast, get_origin

import cattrs

from pbem.canon import Json
from pbem.codec import kind_of, strict_converter
from pbem.errors import DataError, FormatError
from pbem_rules.june6.model import Activation, Combat, Frame, FreeOperation, Release, State, Unit
from pbem_rules.kernel.board import Board


@lru_cache(maxsize=1)
def _converter() -> cattrs.Converter:
    """Frames are tagged with their kind; the board is written as its pieces by id."""
    converter = strict_converter()
    frames = {kind_of(cls): cls for cls in (Activation, Release, FreeOperation, Combat)}
    converter.register_unstructure_hook_factory(
        lambda kind: get_origin(kind) is Board, lambda _: lambda board: _pieces(converter, board)
    )
    converter.register_structure_hook_factory(
        lambda kind: get_origin(kind) is Board, lambda _: lambda value, __: _board(converter, value)
    )
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


def _pieces(converter: cattrs.Converter, board: Board[Unit]) -> dict[str, Json]:
    return {unit.id: _unit(converter, unit) for unit in board}


def _unit(converter: cattrs.Converter, unit: Unit) -> Json:
    """A unit with no marker on it is written as its place alone."""
    value = cast("dict[str, Json]", converter.unstructure(unit))
    del value["id"]
    return value["where"] if len(value) == 1 else value


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


def load(value: Json) -> State:
    """The state again. Raises DataError when the value is not what :func:`dump` gives."""
    try:
        state = _converter().structure(value, State)
    except (FormatError, Exception) as error:
        text = (
            "; ".join(cattrs.transform_error(error)) if isinstance(error, BaseExceptionGroup) else str(error)
        )
        raise DataError("bad-state", f"this is no state of June 6: {text}.") from error
    if dump(state) != value:
        raise DataError("bad-state", "this state is not written in its one proper form.")
    return state


def unit_fields(unit: Unit) -> Mapping[str, Json]:
    """Every field of a unit, defaults included, for facts."""
    return cast("dict[str, Json]", strict_converter(omit_defaults=False).unstructure(unit))
