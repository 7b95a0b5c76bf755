"""Features that lie between two hexes: roads that cross a hexside, rivers that run along it, bridges over
them.

All are sets of pairs of adjacent hexes, so one class serves: a road's crossing, a river's hexside and a
bridge are compared by asking the same question of three sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from pbem.bytes.records import field, frozen

Adjacency = Mapping[str, tuple[str, ...]]


@frozen(kw_only=True)
class Edges:
    """A set of pairs of adjacent hexes, each pair kept lower hex first. Build it with ``of``."""

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
