"""Figures of this machine, game by game: ``python -m tests.tools.bench FOLDER [RUNS]`` writes a line of JSON for each.

Whole numbers: times of the processor in microseconds (medians of ``RUNS``), memory in bytes. The floor of verification is
what no verifier can leave out: hashing every line, and one Ed25519 check a turn file.
"""

import gc
import hashlib
import json
import sys
import tracemalloc
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from time import process_time

from pbem.bytes import container
from pbem.crypto.primitives import PRIMITIVES
from pbem.log import REFEREE, Log, parse_log, start_of
from pbem.replay.fold import AppliedEntry, fold_entries, fold_log, opening
from pbem.replay.loading import load_rules
from pbem.replay.verify import verify

_MILLION = 1_000_000


def folded(data: bytes, runs: int) -> dict[str, int]:
    """What a log costs to fold and to verify, and what a fold whose every position is kept holds in memory."""
    log = parse_log(data)
    entries = sum(len(bundle.lines) for bundle in log.bundles)
    works = {
        "floor_us": lambda: _floor(data, log),
        "acted_us": lambda: _acted(log),
        "verify_us": lambda: verify(data),
    }
    times = _medians(runs, works)
    rate = entries * _MILLION // max(times["acted_us"], 1)
    held = _held(log) // max(entries, 1)
    return {**times, "entries": entries, "entries_a_second": rate, "memory_an_entry": held}


def _medians(runs: int, works: Mapping[str, Callable[[], object]]) -> dict[str, int]:
    """All run in turn in every round: what disturbs the machine disturbs each. The first round is not counted."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(runs + 1):
        for name, work in works.items():
            gc.collect()
            start = process_time()
            work()
            found[name].append(process_time() - start)
    return {name: round(median(times[1:]) * _MILLION) for name, times in found.items()}


def _floor(data: bytes, log: Log) -> None:
    head = b""
    for line in data.splitlines():
        head = hashlib.sha256(head + line).digest()
    for bundle in log.bundles:
        if bundle.header.by != REFEREE:  # at most sixteen: they are not worth a key here
            assert PRIMITIVES.verify(log.key_of(bundle.header.by), bundle.hash(), bundle.seal.signature)


def _acted(log: Log) -> None:
    """Every entry checked against the protocol and the rules and applied; no chain, signature or state digest."""
    position, head = opening(load_rules(log), log), log.gid
    for bundle in log.bundles:
        pairs = tuple(zip(bundle.lines, bundle.entries, strict=True))
        for happened, after in fold_entries(position, bundle.header.by, pairs, head):
            position, head = happened.position, after


def _held(log: Log) -> int:
    game, trail = load_rules(log), list[AppliedEntry[object]]()
    gc.collect()
    tracemalloc.start()
    try:
        fold_log(game, log, start_of(log), trail.append)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def main(folder: str, runs: str = "5") -> None:
    """Every whole game of a folder."""
    for file in sorted(Path(folder).rglob("*.pbem")):
        data = container.unpack(file.read_bytes())
        print(json.dumps({"file": file.name, **folded(data, int(runs))}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
