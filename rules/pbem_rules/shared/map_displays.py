"""What lies beside a map, from what every game has: turn names, units on their way, sides of units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pbem.port.game import Side
from pbem.port.map_displays import Lost, Turn


def turns(names: Iterable[tuple[int, str]], due: Iterable[tuple[int, str]]) -> tuple[Turn, ...]:
    """The turn track: (number, name) of each turn, and (turn, who) of everything that is still to come."""
    coming = tuple(due)
    return tuple(
        Turn(number=number, name=name, due=tuple(who for turn, who in coming if turn == number))
        for number, name in names
    )


def lost(units: Sequence[str], side_of: Callable[[str], Side], sides: Iterable[Side]) -> Iterator[Lost]:
    """What each side has lost, the sides in their order; none for a side that has lost nothing."""
    for side in sides:
        gone = tuple(unit for unit in units if side_of(unit) == side)
        if gone:
            yield Lost(side=side, units=gone)
