"""Answers as differences: a drawn stack travels to the page once, and stands for itself by its number afterwards.

A position of a thousand counters is three million bytes of drawings, of which an order changes a few. The page says the
highest number it has seen (``holds``); the answer has ``pieces`` as numbers, and those above it drawn, in ``drawn``. What a
page lacks all the same (another one was sent it meanwhile) it asks for.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.bytes.canon import Json
from pbem.bytes.records import define, field

_MOST = 4_000


@define
class Sent:
    """The stacks that were drawn in this run, the newest last, by their numbers, which are never used again."""

    _drawn: dict[int, str] = field(factory=dict)
    _numbers: dict[str, int] = field(factory=dict)
    _last: int = 0

    def fewer(self, answer: Json, holds: Json) -> Json:
        """The answer as it goes to a page that has seen the numbers up to ``holds`` (anything but a number: whole)."""
        if isinstance(holds, bool) or not isinstance(holds, int) or not isinstance(answer, dict):
            return answer
        inner = answer.get("position")
        if isinstance(inner, dict):
            return {**answer, "position": self._less(inner, holds)}
        return self._less(answer, holds)

    def _less(self, position: dict[str, Json], holds: int) -> dict[str, Json]:
        pieces = position.get("pieces")
        if not isinstance(pieces, list):
            return position
        numbers = [self._number(str(each)) for each in pieces]
        drawn: dict[str, Json] = {str(each): self._drawn[each] for each in numbers if each > holds}
        self._forget(frozenset(numbers))
        return {**position, "pieces": [*numbers], "drawn": drawn}

    def _number(self, piece: str) -> int:
        found = self._numbers.get(piece)
        if found is None:
            self._last += 1
            found = self._numbers[piece] = self._last
            self._drawn[found] = piece
        return found

    def _forget(self, needed: frozenset[int]) -> None:
        if len(self._drawn) > _MOST + len(needed):
            for number in self._drawn.keys() - needed:
                del self._numbers[self._drawn.pop(number)]

    def asked(self, numbers: Json) -> Json:
        """The drawings of these numbers, as far as they are known."""
        wanted: Sequence[Json] = numbers if isinstance(numbers, list) else ()
        known = (each for each in wanted if isinstance(each, int) and each in self._drawn)
        return {"drawn": {str(each): self._drawn[each] for each in known}}
