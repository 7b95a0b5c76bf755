"""``pbem bench archive``: logs a second with one worker and with more, on an archive of the installed games."""

from __future__ import annotations

import resource
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from attrs import frozen

from pbem.archive import judging, work
from pbem.archive.tables import Tables
from pbem.bytes import container
from pbem.dev import short_games
from pbem.games import registry
from pbem.port.messages import Message, counted

TURN_FILES = (4, 8, 16)
"""How far games go: an archive has short logs and long ones."""


@frozen(kw_only=True)
class Measured:
    """One run: seconds for all logs, with so many workers (0: in this process, without the engine), and memory in MB."""

    workers: int
    seconds: float
    memory: int


def archive(place: Path, games: int, told: Callable[[int], None]) -> int:
    """Write so many logs of all installed games into a folder; how many bytes they have. Seeds are fixed."""
    names = [(each.name, scenario) for each in registry.installed() for scenario in each.scenarios[:1]]
    with tempfile.TemporaryDirectory() as homes:
        ann, ben = (short_games.friend(name, Path(homes) / name) for name in ("Ann", "Ben"))
        size = 0
        for n in range(games):
            name, scenario = names[n % len(names)]
            turns = TURN_FILES[n // len(names) % len(TURN_FILES)]
            data = container.pack(short_games.game(ann, ben, name, scenario, n, turns).log.encode())
            (place / f"{n:06}-{name}.pbem").write_bytes(data)
            size += len(data)
            told(n + 1)
    return size


def measure(place: Path, most: int) -> Iterator[Measured]:
    """The archive judged in this process, then by 1, 2 ... ``most`` workers, each time from nothing."""
    judge = judging.judge_id()
    files = [path.read_bytes() for path in sorted(place.iterdir())]
    first = files[: len(registry.installed())]  # one of each game
    judging.batch(
        first, judge
    )  # rules are read once, before the clock: a second or two, however large the archive
    start = perf_counter()
    for each in files:
        judging.judged(each, judge)
    yield Measured(workers=0, seconds=perf_counter() - start, memory=_memory())
    for workers in range(1, most + 1):
        with tempfile.TemporaryDirectory() as tables, work.cluster(workers=workers) as client:
            client.run(judging.batch, first, judge)
            start = perf_counter()
            work.Run(client, Tables(Path(tables)), judge, judging.SECONDS, lambda _: None).all(str(place))
            yield Measured(workers=workers, seconds=perf_counter() - start, memory=_memory())


def _memory() -> int:
    """The most that this process has held so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def lines(logs: int, size: int, found: list[Measured]) -> Iterator[str]:
    """The figures in sentences, each as a ratio against the run without an engine, and against one worker."""
    yield Message("{logs} logs, {size:,} KB packed.", logs=logs, size=size // 1024)
    alone, one = found[0], found[1]
    yield Message(
        "In this process: {rate:.1f} logs a second, {each:.0f} ms a log.",
        rate=logs / alone.seconds,
        each=1000 * alone.seconds / logs,
    )
    more = 100 * (one.seconds / alone.seconds - 1)
    yield Message("The engine costs {more:.0f} % more than that with one worker (aim under 10 %).", more=more)
    for each in found[1:]:
        faster = (
            Message(", {times:.2f} times one", times=one.seconds / each.seconds) if each.workers > 1 else ""
        )
        yield Message(
            "{many}: {rate:.1f} logs a second{faster}; this process held {memory} MB at most.",
            many=counted(each.workers, "{n} worker", "{n} workers"),
            rate=logs / each.seconds,
            faster=faster,
            memory=each.memory,
        )
