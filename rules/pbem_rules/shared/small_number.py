"""Numbers inside the words of an order: written in one way only, in plain digits."""

from __future__ import annotations

_WRITTEN = {str(number): number for number in range(100)}


def small_number(text: str) -> int | None:
    """The number from 0 to 99 that a text is; None for every other one: ``07``, ``٣`` and ``²`` are none."""
    return _WRITTEN.get(text)
