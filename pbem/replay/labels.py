"""What a table keeps by label: it grows with the game, so what a checkpoint vouches for is left in the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from pbem.bytes.canon import encode_value

V = TypeVar("V")


class Labels(Mapping[str, V]):
    """Values by the names that a game gives their labels: ``here`` those at hand, ``earlier`` gives those before them.

    It decodes the bytes ``log``, of a log that holds, and is asked only for a label that they spell.
    """

    __slots__ = ("_earlier", "_log", "here")

    def __init__(
        self,
        here: Mapping[str, V] | None = None,
        log: bytes = b"",
        earlier: Callable[[], Mapping[str, V]] = dict,
    ) -> None:
        self.here, self._log, self._earlier = here or {}, log, earlier

    def __getitem__(self, name: str) -> V:
        if name in self.here:
            return self.here[name]
        spelt = encode_value(name)[:-1]
        # Behind the name the string ends, or the number of take-backs follows. As a rule one search is enough.
        if spelt in self._log and (spelt + b'"' in self._log or spelt + b"~" in self._log):
            return self._earlier()[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter({**self._earlier(), **self.here})

    def __len__(self) -> int:
        return len({**self._earlier(), **self.here})

    def put(self, name: str, value: V) -> Labels[V]:
        """These, with this value for this one."""
        return Labels({**self.here, name: value}, self._log, self._earlier)
