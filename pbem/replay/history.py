"""The positions of a game so far, so that a take-back can go to any of them.

A list of links would do, but a log of ten thousand entries would make a chain as long: what lets go of its end lets go of
every link in turn, which is deeper than the stack of a browser. Here nothing is deeper than three steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from attrs import frozen

P = TypeVar("P")
_BLOCK = 64


@frozen
class History(Generic[P]):
    """Positions in the order in which they came about; a longer history shares its blocks with the shorter."""

    blocks: tuple[tuple[P, ...], ...] = ()
    latest: tuple[P, ...] = ()

    def __len__(self) -> int:
        return len(self.blocks) * _BLOCK + len(self.latest)

    def __reversed__(self) -> Iterator[P]:
        """The last one first."""
        yield from reversed(self.latest)
        for block in reversed(self.blocks):
            yield from reversed(block)

    def gone_on(self, position: P) -> History[P]:
        """This history with one more position at its end."""
        latest = (*self.latest, position)
        return History((*self.blocks, latest)) if len(latest) == _BLOCK else History(self.blocks, latest)

    def first(self, count: int) -> History[P]:
        """Its first ``count`` positions."""
        full, rest = divmod(count, _BLOCK)
        if full < len(self.blocks):
            return History(self.blocks[:full], self.blocks[full][:rest])
        return History(self.blocks, self.latest[:rest])
