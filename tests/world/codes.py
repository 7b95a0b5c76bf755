"""Which codes of errors the worlds meet: all that are raised are counted, whether somebody sees them or not.

python -m tests.world codes --worlds 500      how often each was met, and which never were
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from pbem.bytes.errors import PbemError

from .said import catalogue
from .script import drawn
from .world import played


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """For the time of a ``with`` block every error that is made is counted by its code."""
    met: Counter[str] = Counter()
    real = PbemError.__init__

    def init(self: PbemError, code: str, message: str, **more: Any) -> None:
        met[code] += 1
        real(self, code, message, **more)

    with patch.object(PbemError, "__init__", init):
        yield met


def table(worlds: int) -> str:
    """The codes of so many worlds, the most common first, and those that were never met."""
    with counted() as met:
        for seed in range(worlds):
            played(drawn(seed))
    never = sorted(catalogue() - met.keys())
    lines = [f"{count:8} {code}" for code, count in met.most_common()]
    return "\n".join((*lines, f"{len(met)} of {len(catalogue())} codes were met; never:", ", ".join(never)))
