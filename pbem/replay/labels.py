"""What a table keeps by label: it grows with the game, so what a checkpoint vouches for is left in the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Generic, TypeVar

from pbem.bytes.canon import encode_value

V = TypeVar("V")


class LabelsInLog(Generic[V]):
    """What the beginning of a log that holds has under its labels; ``text`` is its bytes.

    ``read`` decodes what is needed of it, when somebody asks for a label that stands there.
    """

    def __init__(self, text: bytes, read: Callable[[], Mapping[str, V]]) -> None:
        self._text, self._read = text, read

    @cached_property
    def found(self) -> Mapping[str, V]:
        """All of it, in the order of the log."""
        return self._read()

    def get(self, name: str) -> V | None:
        """What is under the label that a game calls ``name``. Nothing is decoded for one that no line spells."""
        spelt = encode_value(name)[:-1]
        if spelt not in self._text:  # as a rule: the next line would search twice
            return None
        # Behind the name the string ends, or the number of take-backs follows.
        there = spelt + b'"' in self._text or spelt + b"~" in self._text
        return self.found.get(name) if there else None


class Labels(Mapping[str, V]):
    """Values by label: ``here`` those at hand, the others as they stand in the part of the log that was not folded again."""

    __slots__ = ("_in_log", "here")

    def __init__(self, here: Mapping[str, V] | None = None, in_log: LabelsInLog[V] | None = None) -> None:
        self.here, self._in_log = {} if here is None else here, in_log

    def __getitem__(self, name: str) -> V:
        """KeyError where nothing has this label."""
        found = self.here.get(name)
        if found is None and self._in_log is not None:
            found = self._in_log.get(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        """In the order of the log."""
        return iter(self.here if self._in_log is None else {**self._in_log.found, **self.here})

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"Labels({self.here!r})"

    def put(self, name: str, value: V) -> Labels[V]:
        """These and one more, or another value for one of them."""
        return Labels({**self.here, name: value}, self._in_log)
