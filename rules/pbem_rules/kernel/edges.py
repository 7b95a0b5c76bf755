"""Features that lie between two hexes: roads that cross a hexside, rivers that run along it, bridges over
them.

All are sets of pairs of adjacent hexes, so one class serves: a road's crossing, a river's hexside and a
bridge are compared by asking the same question of three sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from attrs import field, frozen

from pbem.bytes.errors import DataError
from pbem_rules.kernel.hexes import Grid

Adjacency = Mapping[str, tuple[str, ...]]


def _pairs(names: Iterable[str], mark: str) -> Iterator[tuple[str, str]]:
    for name in names:
        a, between, b = name.partition(mark)
        if not between or not a or not b or a == b:
            raise DataError("edge", f"{name!r} is not two hexes joined by {mark!r}")
        yield (a, b) if a < b else (b, a)


@frozen(kw_only=True)
class Edges:
    """A set of pairs of adjacent hexes, each pair kept lower hex first. Build it with ``of`` or ``parse``."""

    pairs: frozenset[tuple[str, str]]
    joined: Adjacency = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        joined: dict[str, list[str]] = {}
        for a, b in sorted(self.pairs):
            joined.setdefault(a, []).append(b)
            joined.setdefault(b, []).append(a)
        ordered = {name: tuple(others) for name, others in sorted(joined.items())}
        object.__setattr__(self, "joined", MappingProxyType(ordered))

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> Edges:
        """The edges between the given pairs, whichever way round each is given."""
        return cls(pairs=frozenset((a, b) if a < b else (b, a) for a, b in pairs))

    @classmethod
    def parse(cls, names: Iterable[str], grid: Grid, *, mark: str = "/") -> Edges:
        """The edges written as two hexes joined by ``mark``, such as ``"E1840/E1940"``.

        Printed numbers become the names they go by on the grid. Raises DataError for anything else that is
        not two adjacent hexes of the grid.
        """
        found = set()
        for a, b in _pairs(names, mark):
            here, there = grid.named(a), grid.named(b)
            grid.direction(here, there)
            found.add((here, there))
        return cls.of(found)

    def has(self, a: str, b: str) -> bool:
        """Whether the feature lies between ``a`` and ``b``."""
        return b in self.joined.get(a, ())

    def at(self, name: str) -> tuple[str, ...]:
        """The hexes the feature joins to ``name``, in hex order."""
        return self.joined.get(name, ())

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(sorted(self.pairs))

    def __len__(self) -> int:
        return len(self.pairs)

    def __or__(self, other: Edges) -> Edges:
        return Edges(pairs=self.pairs | other.pairs)

    def __sub__(self, other: Edges) -> Edges:
        return Edges(pairs=self.pairs - other.pairs)

    def __and__(self, other: Edges) -> Edges:
        return Edges(pairs=self.pairs & other.pairs)

    def components(self) -> tuple[tuple[str, ...], ...]:
        """The connected pieces, each as its hexes in order, the piece with the lowest hex first."""
        left, found = dict.fromkeys(self.joined), []
        while left:
            piece, todo = set(), [next(iter(left))]
            while todo:
                name = todo.pop()
                if name not in piece:
                    piece.add(name)
                    left.pop(name)
                    todo.extend(self.joined[name])
            found.append(tuple(sorted(piece)))
        return tuple(found)
