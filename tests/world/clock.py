"""The time of a world, and its chance: both are given, so that a seed says all that happens."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from unittest.mock import patch

from attrs import define, field

from pbem.cli import clock as typed
from pbem.store import game, lock

BEGIN = datetime(2026, 6, 6, tzinfo=UTC)


def stream(name: str) -> Callable[[int], bytes]:
    """Bytes that repeat themselves under the same name."""
    count = iter(range(10_000_000))
    return lambda size: (sha256(f"{name}/{next(count)}".encode()).digest() * (size // 32 + 1))[:size]


@define
class Clock:
    """Hours that go by with the steps; ``drift`` is how far the clock of each home is off, ``here`` whose home acts."""

    now: datetime = BEGIN
    drift: dict[str, timedelta] = field(factory=dict)
    here: str = ""

    def goes_on(self, hours: float = 1) -> None:
        """Time passes."""
        self.now += timedelta(hours=hours)

    def time(self) -> datetime:
        """What the home that acts believes."""
        return self.now + self.drift.get(self.here, timedelta())

    def monotonic(self) -> float:
        """Seconds since the beginning, for whoever waits."""
        return (self.now - BEGIN).total_seconds()

    def sleep(self, seconds: float) -> None:
        """Whoever waits lets the time pass, and nobody really waits."""
        self.now += timedelta(seconds=seconds)

    @contextmanager
    def kept(self, name: str) -> Iterator[Clock]:
        """For the time of a ``with`` block there is no other clock, and no chance but what follows from ``name``."""
        chance = stream(name)
        with ExitStack() as stack:
            for place, what, given in (
                (game, "clock", self.time),
                (typed, "now", self.time),
                (lock, "time", self),
                (lock, "WAIT", 0.0),
                (os, "urandom", chance),
                (secrets, "token_hex", lambda size=32: chance(size).hex()),
            ):
                stack.enter_context(patch.object(place, what, given))
            yield self
