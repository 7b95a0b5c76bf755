"""Values that are worked out once for each data pack. What is printed holds mappings, so it is told by identity."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pbem_rules.june6.printed import Data
from pbem_rules.kernel.memory import Remembered

T = TypeVar("T")
_PACKS = 12


class Same:
    """Data as a key: equal only to the very same value."""

    __slots__ = ("data",)

    def __init__(self, data: Data) -> None:
        self.data = data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.data is self.data

    def __hash__(self) -> int:
        return id(self.data)


def once(make: Callable[[Data], T]) -> Callable[[Data], T]:
    """``make`` with its answer remembered for the data packs used last. It must be pure."""
    return Remembered(make, most=_PACKS)
