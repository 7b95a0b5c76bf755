"""The pieces on a board as a value: found by id and by place, changed by making a new board.

A place is any string: a printed hex, a box beside the map, or whatever the game calls its pool of the dead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

from pbem.bytes.errors import DataError
from pbem.bytes.records import field, frozen


class Piece(Protocol):
    """What a board must know of a piece."""

    @property
    def id(self) -> str:
        """Its name, unique on the board."""
        ...

    @property
    def where(self) -> str:
        """The place it is in."""
        ...


U = TypeVar("U", bound=Piece)
Index = dict[str, tuple[str, ...]]


def _indexed(pieces: Mapping[str, Piece]) -> Index:
    index: dict[str, list[str]] = {}
    for name in sorted(pieces):
        index.setdefault(pieces[name].where, []).append(name)
    return {where: tuple(names) for where, names in index.items()}


def _without(index: Index, where: str, name: str) -> None:
    left = tuple(other for other in index[where] if other != name)
    if left:
        index[where] = left
    else:
        del index[where]


@frozen(kw_only=True)
class Board(Generic[U]):
    """Pieces by id. Build it with ``of``; two boards are equal when their pieces are.

    ``pieces`` is all there is to write down: the index by place is derived from it and never compared. Every
    change returns a new board and leaves this one as it was.
    """

    pieces: Mapping[str, U]
    _index: Index = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_index", _indexed(self.pieces))

    @classmethod
    def of(cls, pieces: Iterable[U]) -> Board[U]:
        """A board with these pieces. Raises DataError when two have one id."""
        found: dict[str, U] = {}
        for piece in sorted(pieces, key=lambda piece: piece.id):
            if piece.id in found:
                raise DataError("piece-twice", f"there are two pieces called {piece.id!r}")
            found[piece.id] = piece
        return cls(pieces=found)

    @classmethod
    def _made(cls, pieces: Mapping[str, U], index: Index) -> Board[U]:
        board = object.__new__(cls)
        object.__setattr__(board, "pieces", pieces)
        object.__setattr__(board, "_index", index)
        return board

    def __getitem__(self, name: str) -> U:
        return self.pieces[name]

    def get(self, name: str) -> U | None:
        """The piece of that id, or None."""
        return self.pieces.get(name)

    def __contains__(self, name: object) -> bool:
        return name in self.pieces

    def __len__(self) -> int:
        return len(self.pieces)

    def __iter__(self) -> Iterator[U]:
        """The pieces in the order of their ids."""
        return (self.pieces[name] for name in sorted(self.pieces))

    def at(self, where: str) -> tuple[str, ...]:
        """The ids of the pieces in a place, in order."""
        return self._index.get(where, ())

    def stack(self, where: str) -> tuple[U, ...]:
        """The pieces in a place, in the order of their ids."""
        pieces, names = self.pieces, self._index.get(where)
        return tuple([pieces[name] for name in names]) if names else ()

    def stacks(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of the pieces by place, those of each place in order: for code that asks about all places at once."""
        return self._index

    def places(self) -> tuple[str, ...]:
        """The places that hold at least one piece, in order."""
        return tuple(sorted(self._index))

    def put(self, *pieces: U) -> Board[U]:
        """The board with each piece added, or put in the stead of the one that had its id."""
        store, index = dict(self.pieces), self._index.copy()
        for piece in pieces:
            name, where = piece.id, piece.where
            old = store.get(name)
            if old is not None and old.where != where:
                _without(index, old.where, name)
            if old is None or old.where != where:
                index[where] = tuple(sorted((*index.get(where, ()), name)))
            store[name] = piece
        return self._made(store, index)

    def remove(self, *names: str) -> Board[U]:
        """The board without these pieces. Raises KeyError when one is not on it."""
        store, index = dict(self.pieces), self._index.copy()
        for name in names:
            _without(index, store.pop(name).where, name)
        return self._made(store, index)
