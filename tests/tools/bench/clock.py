"""Time as a benchmark counts it: of the processor and not of the wall, and never once."""

from __future__ import annotations

import gc
import os
import subprocess  # this very program and node, without a shell
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import process_time

from pbem.bytes.errors import PbemError
from pbem.port.messages import Message

_MILLION = 1_000_000
_LONGEST = 600


def medians(runs: int, works: Mapping[str, Callable[[], object]]) -> dict[str, int]:
    """The time of the processor that each takes, in microseconds: medians of so many rounds.

    In every round all run one after the other, so that what disturbs the machine disturbs each of them; a first round, in
    which rules and data are loaded, is not counted.
    """
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(runs + 1):
        for name, work in works.items():
            gc.collect()
            start = process_time()
            work()
            found[name].append(process_time() - start)
    return {name: round(median(times[1:]) * _MILLION) for name, times in found.items()}


def process(words: Sequence[str], home: Path) -> int:
    """The time of the processor that a command takes as a process of its own, in microseconds.

    ``words`` are what is typed behind ``pbem``. Raises PbemError ``bench`` when the command fails; "it is not your turn"
    is an answer.
    """
    left_out = ("PBEM_PASSWORD", "PYTHONDONTWRITEBYTECODE")  # an installed program has compiled files
    environ = {name: each for name, each in os.environ.items() if name not in left_out}
    before = os.times()
    done = subprocess.run(  # this interpreter
        [sys.executable, "-m", "pbem", "--home", str(home), *words],
        env={**environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PBEM_LANG": "en"},
        capture_output=True,
        timeout=_LONGEST,
        check=False,
    )
    after = os.times()
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise PbemError(
            "bench",
            Message("pbem {words} failed: {why}", words=" ".join(words), why=said[0] if said else ""),
        )
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return round(spent * _MILLION)
