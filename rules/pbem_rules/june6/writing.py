"""The state to and from canonical JSON values, strictly both ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import cast

import attrs
import cattrs

from pbem.bytes.canon import Json, encode_value
from pbem.bytes.codec import default_of, kind_of
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
    return _writer()(state)


class _Writer:
    """Writes states from the parts of the one written last: what is the same object has the same bytes."""

    def __init__(self) -> None:
        fields = dict(sorted(attrs.fields_dict(attrs.resolve_types(State)).items()))
        self._values: Callable[[State], tuple[object, ...]] = attrgetter(*fields)
        self._make = [_Units() if name == _BOARD else _field(each) for name, each in fields.items()]
        self._last: tuple[tuple[object, ...], list[bytes]] = ((object(),) * len(fields), [b""] * len(fields))

    def __call__(self, state: State) -> bytes:
        values, (before, parts) = self._values(state), self._last
        written = [
            part if value is old else make(value)
            for value, old, part, make in zip(values, before, parts, self._make, strict=True)
        ]
        self._last = (values, written)
        return b"{" + b",".join(filter(None, written)) + b"}"


class _Units:
    """Writes boards from the units of the one written last."""

    def __init__(self) -> None:
        self._unit: Callable[[Unit], bytes] = Remembered(_named)
        self._last: tuple[Mapping[str, Unit], dict[str, bytes]] = ({}, {})

    def __call__(self, board: object) -> bytes:
        pieces, (before, written) = cast("Board[Unit]", board).pieces, self._last
        if before.keys() == pieces.keys():
            changed = {name: self._unit(unit) for name, unit in pieces.items() if unit is not before[name]}
            written = {**written, **changed}
        else:
            written = {name: self._unit(pieces[name]) for name in sorted(pieces)}
        self._last = (pieces, written)
        return b'"board":{' + b",".join(written.values()) + b"}" if written else b""


def _named(unit: Unit) -> bytes:
    return encode_value({unit.id: _unit(unit)})[1:-1]


def _field(each: attrs.Attribute[object]) -> Callable[[object], bytes]:
    """What writes a field with its name; a default is left out."""
    name, default = each.name, default_of(each)
    plain: Callable[[object], Json] = _converter().get_unstructure_hook(each.type)

    def write_field(value: object) -> bytes:
        return b"" if value == default else encode_value({name: plain(value)})[1:-1]

    return Remembered(write_field, most=256)


_writer = lru_cache(maxsize=1)(_Writer)


def read(value: Json) -> State:
    """A state from JSON values that may spell out defaults. Raises DataError naming the field at fault."""
    return writing.read(lambda: _converter().structure(value, State), "June 6")


def load(value: Json) -> State:
    """The state again. Raises DataError when the value is not what :func:`dump` gives."""
    state = read(value)
    return writing.exactly(state, dump(state), value)
