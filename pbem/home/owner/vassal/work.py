"""What reading one module may cost. Whatever its parts name, repeat or hold in each other, all of them share this."""

from __future__ import annotations

from pbem.bytes.errors import DataError
from pbem.bytes.records import define, field

BYTES, PARTS, ELEMENTS, BOARDS, SAVES, PIECES, PLACES, STEPS = range(8)
_MOST = {
    BYTES: 768 * 1024 * 1024,
    PARTS: 40_000,
    ELEMENTS: 300_000,
    BOARDS: 500,
    SAVES: 100,
    PIECES: 100_000,
    PLACES: 1_000_000,
    STEPS: 15_000_000,
}
"""Unpacked bytes, parts of zips, elements of the plan, boards, saved games, counters laid in them, hexes, signs looked at:
several times what the largest published modules need, and some seconds of work together."""


@define
class Work:
    """What is left of it for one module."""

    _left: dict[int, int] = field(factory=lambda: dict(_MOST), init=False)

    def left(self, kind: int) -> int:
        """How much of a kind is left; less than 0 once too much was asked for."""
        return self._left[kind]

    def spent(self, kind: int) -> int:
        """How much of a kind was taken."""
        return _MOST[kind] - self._left[kind]

    @property
    def spent_out(self) -> bool:
        """Whether too much of something was asked for."""
        return min(self._left.values()) < 0

    def spend(self, kind: int, n: int = 1) -> None:
        """Take ``n`` of a kind. Raises DataError ``module-work`` when there is less."""
        self._left[kind] -= n
        if self._left[kind] < 0:
            raise DataError.of(
                "module-work",
                "This module holds far more than a game does: pbem stopped reading it.",
                hint="Nothing of it was kept. Is it the module of your game, as its makers publish it?",
            )
