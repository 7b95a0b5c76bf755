"""Remembering what was made of a value that never changes, by the value's identity.

Hashing a frozen value costs more than most of what one would remember of it; its identity costs nothing. The value is
kept beside the answer, so that no other value can come to have the same identity.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")
R = TypeVar("R")


class Remembered(Generic[V, R]):
    """``make`` remembered for the last few thousand values; calling it is calling ``make``."""

    def __init__(self, make: Callable[[V], R], most: int = 8192) -> None:
        self._make = make
        self._most = most
        self._kept: dict[int, tuple[V, R]] = {}

    def __call__(self, value: V) -> R:
        kept = self._kept.get(id(value))
        if kept is not None and kept[0] is value:
            return kept[1]
        made = self._make(value)
        if len(self._kept) >= self._most:
            self._kept.clear()
        self._kept[id(value)] = (value, made)
        return made


class Same(Generic[V]):
    """A value as a key: equal only to the very same value, as long as that is in use."""

    __slots__ = ("held",)

    def __init__(self, held: V) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.held is self.held

    def __hash__(self) -> int:
        return id(self.held)
