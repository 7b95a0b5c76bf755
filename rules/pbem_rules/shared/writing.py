"""A board and the state around it to and from canonical JSON values, strictly both ways.

A board is written as its pieces by id; a piece with no marker on it as its place alone, else as a table of its place and
the fields that are not at their default (the place too may have one).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Generic, Protocol, TypeVar, cast, get_args

import attrs
import cattrs
from attrs import AttrsInstance

from pbem.bytes.canon import Json, encode_value
from pbem.bytes.codec import default_of, kind_of, strict_converter
from pbem.bytes.errors import DataError
from pbem.bytes.records import resolved
from pbem.port.game import Reason
from pbem_rules.kernel.board import Board, Piece

S = TypeVar("S")
_BOARD = "board"


class Counter(Piece, AttrsInstance, Protocol):
    """A piece that is an attrs value without slots: its markers are its fields besides ``id`` and ``where``."""


U = TypeVar("U", bound=Counter)


def piece_writer(kind: type[U]) -> Callable[[U], Json]:
    """What writes one piece of a class. By hand: a state holds hundreds of them at every turn file."""
    markers = tuple(
        (each.name, each.default) for each in attrs.fields(kind) if each.name not in ("id", "where")
    )
    nowhere = attrs.fields_dict(kind)["where"].default

    def write(piece: U) -> Json:
        fields = piece.__dict__
        found: dict[str, Json] = {name: fields[name] for name, default in markers if fields[name] != default}
        if not found:
            return piece.where
        return found if piece.where == nowhere else {"where": piece.where, **found}

    return write


def board_converter(kind: type[U], write: Callable[[U], Json]) -> cattrs.Converter:
    """A strict converter that leaves defaults out and knows boards of ``kind``, whose pieces ``write`` writes.

    A reason that is a message is written as its English sentence.
    """

    def pieces(board: Board[U]) -> dict[str, Json]:
        return {name: write(piece) for name, piece in board.pieces.items()}

    converter = strict_converter()
    plain = converter.get_unstructure_hook(Reason)
    converter.register_unstructure_hook(Reason, lambda each: {**plain(each), "text": str(each.text)})
    converter.register_unstructure_hook_func(_is_board, pieces)
    converter.register_structure_hook_factory(
        _is_board, lambda _: lambda value, __: _board(converter, kind, value)
    )
    return converter


class Writing(Generic[S]):
    """How the states of a game are written: its counters on a board, every field at its default left out.

    ``title`` is the game as errors call it. ``board`` is what the board is called where it is written; under any name but
    its own it stands there even when it is empty. ``families`` are unions of classes of which a field may hold any: each is
    written with its kind under ``k``.
    """

    def __init__(
        self,
        state: type[S],
        counter: type[U],
        title: str,
        *,
        board: str = _BOARD,
        families: tuple[object, ...] = (),
    ) -> None:
        self._state, self._counter, self._title, self.board = state, counter, title, board
        self._families = families
        self._piece = cast("Callable[[Counter], Json]", piece_writer(counter))
        self._last: dict[str, tuple[object, bytes]] = {}
        self._last_pieces: dict[str, tuple[Counter, bytes]] = {}

    @cached_property
    def _converter(self) -> cattrs.Converter:
        converter = board_converter(self._counter, piece_writer(self._counter))
        for kinds in self._families:
            _tell_apart(converter, kinds)
        return converter

    def dump(self, state: S) -> Json:
        """The state as JSON values."""
        fields = cast("dict[str, Json]", self._converter.unstructure(state))
        if self.board != _BOARD:
            fields[self.board] = fields.pop(_BOARD, {})
        return fields

    def write(self, state: S) -> bytes:
        """The canonical bytes of the dumped state, ``encode_value(dump(state))``, from those of its parts.

        A state is pinned at every turn file, and between two of them few fields and pieces change: those that are the very
        value written last keep their bytes. That value is held with them, so that no other can lie where it lay.
        """
        parts = list[bytes]()
        for written, name, default, write in self._parts:
            value = getattr(state, name)
            last = self._last.get(written)
            if last is None or last[0] is not value:
                last = self._last[written] = (value, self._field(written, value, default, write))
            if last[1]:
                parts.append(last[1])
        return b"{" + b",".join(parts) + b"}"

    def _field(self, written: str, value: object, default: object, write: Callable[[object], Json]) -> bytes:
        """A field under its name; nothing at its default."""
        if written == self.board:
            return self._board_bytes(cast("Board[Counter]", value))
        return encode_value({written: write(value)})[1:-1] if value != default else b""

    @cached_property
    def _parts(self) -> list[tuple[str, str, object, Callable[[object], Json]]]:
        """Each field of a state in the order of their written names: that name, its own, its default, what writes it."""
        fields = attrs.fields_dict(resolved(cast("type[AttrsInstance]", self._state)))
        hook = self._converter.get_unstructure_hook
        found = [
            (self.board if name == _BOARD else name, name, default_of(each), hook(each.type))
            for name, each in fields.items()
        ]
        return sorted(found, key=itemgetter(0))

    def _board_bytes(self, board: Board[Counter]) -> bytes:
        if not board.pieces and self.board == _BOARD:
            return b""
        pieces, last, parts = board.pieces, self._last_pieces, list[bytes]()
        for name in sorted(pieces):
            piece, kept = pieces[name], last.get(name)
            if kept is None or kept[0] is not piece:
                kept = last[name] = (piece, encode_value({name: self._piece(piece)})[1:-1])
            parts.append(kept[1])
        return f'"{self.board}":'.encode() + b"{" + b",".join(parts) + b"}"

    def read(self, value: Json) -> S:
        """A state from JSON values that may spell out defaults. Raises DataError naming the field at fault."""
        return read(lambda: self._converter.structure(self._by_field(value), self._state), self._title)

    def _by_field(self, value: Json) -> Json:
        """The board under its own name."""
        if self.board == _BOARD or not isinstance(value, dict):
            return value
        if self.board not in value or _BOARD in value:
            raise ValueError(f"expected the counters under {self.board!r}")
        return {_BOARD if name == self.board else name: each for name, each in value.items()}

    def load(self, value: Json) -> S:
        """The state again. Raises DataError when the value is not what :meth:`dump` gives."""
        state = self.read(value)
        return exactly(state, self.dump(state), value)


def _tell_apart(converter: cattrs.Converter, family: object) -> None:
    """Values of a union of classes are written with their kind."""
    kinds = {kind_of(each): each for each in get_args(family)}

    def read_one(value: object, _: object) -> object:
        if not isinstance(value, dict) or value.get("k") not in kinds:
            raise ValueError(f"expected one of {', '.join(kinds)}, found {value!r}")
        fields = {key: each for key, each in value.items() if key != "k"}
        return converter.structure(fields, kinds[value["k"]])

    converter.register_structure_hook_func(lambda kind: kind == family, read_one)
    for word, kind in kinds.items():
        plain = cast("Callable[[object], dict[str, Json]]", converter.get_unstructure_hook(kind))
        converter.register_unstructure_hook(kind, _with_kind(word, plain))


def _with_kind(word: str, plain: Callable[[object], dict[str, Json]]) -> Callable[[object], dict[str, Json]]:
    return lambda value: {"k": word, **plain(value)}


def _is_board(kind: object) -> bool:
    return getattr(kind, "__origin__", None) is Board


def _board(converter: cattrs.Converter, kind: type[U], value: object) -> Board[U]:
    if not isinstance(value, dict):
        raise ValueError(f"expected units by id, found {value!r}")
    pieces = []
    for name, entry in value.items():
        fields = {"where": entry} if isinstance(entry, str) else entry
        if not isinstance(fields, dict):
            raise ValueError(f"{name}: expected a place or a table, found {entry!r}")
        pieces.append(converter.structure({"id": name, **fields}, kind))
    return Board.of(pieces)


def read(make: Callable[[], S], title: str) -> S:
    """What ``make`` reads from JSON values. Raises DataError ``bad-state``, naming the game and the field at fault."""
    try:
        return make()
    except Exception as error:  # cattrs raises groups of many classes; every one means the same here
        raise DataError("bad-state", f"this is not a state of {title}: {fault(error)}.") from error


def fault(error: Exception) -> str:
    """What was wrong with a value that could not be read, field by field."""
    return "; ".join(cattrs.transform_error(error)) if isinstance(error, BaseExceptionGroup) else str(error)


def exactly(state: S, written: Json, value: Json) -> S:
    """The state, when it is written as the value it was read from. Raises DataError ``bad-state``."""
    if written != value:
        raise DataError("bad-state", "this state is not written in its one proper form.")
    return state


@lru_cache(maxsize=1)
def _spelled_out() -> cattrs.Converter:
    return strict_converter(omit_defaults=False)


def every_field(piece: AttrsInstance) -> dict[str, Json]:
    """Every field of a piece, defaults included, for facts."""
    return cast("dict[str, Json]", _spelled_out().unstructure(piece))
