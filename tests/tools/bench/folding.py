"""What one log costs to fold and to verify, beside what no verifier can do without, and what a fold holds in memory."""

from __future__ import annotations

import gc
import hashlib
import tracemalloc

from pbem.bytes.canon import Json
from pbem.crypto.primitives import PRIMITIVES
from pbem.log import REFEREE, Log, start_of
from pbem.replay.fold import AppliedEntry, fold_entries, fold_log, opening
from pbem.replay.loading import load_rules
from pbem.replay.verify import verify
from tests.tools.bench.clock import medians


def measured(data: bytes, log: Log, runs: int) -> dict[str, Json]:
    """Figures of the log in ``data``: times in microseconds, ratios in hundredths, memory in bytes."""
    entries = sum(len(bundle.lines) for bundle in log.bundles)
    times = medians(
        runs,
        {"floor": lambda: _floor(data, log), "acted": lambda: _acted(log), "whole": lambda: _verified(data)},
    )
    return {
        "entries": entries,
        "bundles": len(log.bundles),
        "floor_us": times["floor"],
        "acted_us": times["acted"],
        "verify_us": times["whole"],
        "entries_a_second_with_legality": entries * 1_000_000 // max(times["acted"], 1),
        "entries_a_second_verified": entries * 1_000_000 // max(times["whole"], 1),
        "verify_per_floor_hundredths": 100 * times["whole"] // max(times["floor"], 1),
        "memory_an_entry": _held(log) // max(entries, 1),
    }


def _floor(data: bytes, log: Log) -> None:
    """Hash each line and check the signature of each bundle; nothing else."""
    head = b""
    for line in data.splitlines():
        head = hashlib.sha256(head + line).digest()
    keys = {by: log.key_of(by) for by in "AB"}
    for bundle in log.bundles:
        if bundle.header.by == REFEREE:  # at most sixteen: they are not worth a key here
            continue
        if not PRIMITIVES.verify(keys[bundle.header.by], bundle.hash(), bundle.seal.signature):
            raise AssertionError(f"bundle {bundle.header.n} does not verify")


def _acted(log: Log) -> None:
    """Every entry checked against the protocol and the rules and applied; no chain, signature or state digest."""
    position, head = opening(load_rules(log), log), log.gid
    for bundle in log.bundles:
        pairs = tuple(zip(bundle.lines, bundle.entries, strict=True))
        for happened, after in fold_entries(position, bundle.header.by, pairs, head):
            position, head = happened.position, after


def _verified(data: bytes) -> None:
    found = verify(data)
    if found.verdict == "rejected":
        raise AssertionError(found.fault)


def _held(log: Log) -> int:
    """What stays in memory of a fold whose every position is kept, as a page or a film keeps them, in bytes."""
    game = load_rules(log)
    trail: list[AppliedEntry[object]] = []
    gc.collect()
    tracemalloc.start()
    try:
        fold_log(game, log, start_of(log), trail.append)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
