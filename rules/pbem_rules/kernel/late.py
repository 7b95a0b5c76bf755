"""Tables that are read when a rule asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

V = TypeVar("V")


class Late(Mapping[str, V]):
    """Values by name, each read when it is first asked for: a game has six scenarios and is played on one.

    :func:`pbem.games.registry.build` asks for all where somebody may have typed the tables.
    """

    def __init__(self, names: Iterable[str], read: Callable[[str], V]) -> None:
        self._names, self._read, self._found = dict.fromkeys(names), read, dict[str, V]()

    def __getitem__(self, name: str) -> V:
        if name not in self._found:
            if name not in self._names:
                raise KeyError(name)
            self._found[name] = self._read(name)
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
