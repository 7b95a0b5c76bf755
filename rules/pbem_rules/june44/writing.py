"""The state to and from canonical JSON values, strictly both ways."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import cast

import attrs
import cattrs

from pbem.canon import Json
from pbem.codec import strict_converter
from pbem.errors import DataError
from pbem_rules.june44.model import State, Unit
from pbem_rules.kernel.board import Board

_MARKERS = tuple((each.name, each.default) for each in attrs.fields(Unit) if each.name not in ("id", "where"))


def _is_board(kind: object) -> bool:
    return getattr(kind, "__origin__", None) is Board


@lru_cache(maxsize=1)
def _converter() -> cattrs.Converter:
    """The board is written as its pieces by id."""
    converter = strict_converter()
    converter.register_unstructure_hook_func(_is_board, _pieces)
    converter.register_structure_hook_factory(_is_board, lambda _: lambda value, __: _board(converter, value))
    return converter


def _pieces(board: Board[Unit]) -> dict[str, Json]:
    return {name: _unit(unit) for name, unit in board.pieces.items()}


def _unit(unit: Unit) -> Json:
    """A unit with no marker on it is written as its place alone."""
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


def dump(state: State) -> Json:
    """The state as JSON values, defaults left out."""
    return cast("Json", _converter().unstructure(state))


def read(value: Json) -> State:
    """A state from JSON values that may spell out defaults. Raises DataError naming the field at fault."""
    try:
        state: State = _converter().structure(value, State)
    except Exception as error:  # cattrs raises groups of many classes; every one means the same here
        text = (
            "; ".join(cattrs.transform_error(error)) if isinstance(error, BaseExceptionGroup) else str(error)
        )
        raise DataError("bad-state", f"this is no state of June '44: {text}.") from error
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
