"""The positions of a game so far, so that a take-back can go to any of them.

A list of links would do, but a log of ten thousand entries would make a chain as long: what lets go of its end lets go of
every link in turn, which is deeper than the stack of a browser. Here nothing is deeper than three steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Generic, TypeVar

from pbem.bytes.records import field, frozen

P = TypeVar("P")
_BLOCK = 64


@frozen(eq=False, slots=False)
class Earlier(Generic[P]):
    """The ``count`` positions before a checkpoint: few ask for them, so they are folded when somebody does, and once.

    Raises what ``fold`` raises.
    """

    count: int
    fold: Callable[[], History[P]] = field(repr=False)

    @cached_property
    def positions(self) -> History[P]:
        """The positions themselves."""
        return self.fold()


@frozen
class History(Generic[P]):
    """Positions in the order in which they came about; a longer history shares its blocks with the shorter.

    ``earlier`` are those before a checkpoint, where the history begins at one; the others stand behind them.
    """

    blocks: tuple[tuple[P, ...], ...] = ()
    latest: tuple[P, ...] = ()
    earlier: Earlier[P] | None = None

    def __len__(self) -> int:
        return self._before + len(self.blocks) * _BLOCK + len(self.latest)

    @property
    def _before(self) -> int:
        return self.earlier.count if self.earlier is not None else 0

    def __reversed__(self) -> Iterator[P]:
        """The last one first."""
        yield from reversed(self.latest)
        for block in reversed(self.blocks):
            yield from reversed(block)
        if self.earlier is not None:
            yield from reversed(self.earlier.positions)

    def gone_on(self, position: P) -> History[P]:
        """This history with one more position at its end."""
        latest = (*self.latest, position)
        if len(latest) == _BLOCK:
            return History((*self.blocks, latest), (), self.earlier)
        return History(self.blocks, latest, self.earlier)

    def first(self, count: int) -> History[P]:
        """Its first ``count`` positions."""
        if self.earlier is not None and count < self.earlier.count:
            return self.earlier.positions.first(count)
        full, rest = divmod(count - self._before, _BLOCK)
        if full < len(self.blocks):
            return History(self.blocks[:full], self.blocks[full][:rest], self.earlier)
        return History(self.blocks, self.latest[:rest], self.earlier)
