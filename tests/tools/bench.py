"""Figures of this machine, game by game: ``python -m tests.tools.bench FOLDER [RUNS [RULES]]`` writes JSON, a line for each.

Whole numbers: times of the processor in microseconds (medians of ``RUNS``), memory in bytes. The floor of verification is
what no verifier can leave out: hashing every line, and one Ed25519 check a turn file.

``RULES`` is the ``rules.js`` of a module of Rally the Troops, in its checkout. What a fold costs there is
measured in the same rounds, of games played by chance, each action held against what is offered
(``peer.mjs``); ``times_the_peer`` says how many times as long an entry takes here, in hundredths.
"""

import gc
import hashlib
import json
import subprocess
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
_GAMES = "20"


def folded(data: bytes, runs: int, rules: str = "") -> dict[str, int]:
    """What a log costs to fold and to verify, and what a fold whose every position is kept holds in memory."""
    log = parse_log(data)
    entries = sum(len(bundle.lines) for bundle in log.bundles)
    works = {
        "floor_us": lambda: _floor(data, log),
        "acted_us": lambda: _acted(log),
        "verify_us": lambda: verify(data),
    }
    peers: list[int] = []
    times = _medians(runs, works, (lambda: peers.append(_peer(rules))) if rules else lambda: None)
    rate = entries * _MILLION // max(times["acted_us"], 1)
    held = _held(log) // max(entries, 1)
    figures = {**times, "entries": entries, "entries_a_second": rate, "memory_an_entry": held}
    if not rules:
        return figures
    peer = round(median(peers[1:]))
    return {**figures, "peer_entries_a_second": peer, "times_the_peer": 100 * peer // rate}


def _medians(
    runs: int, works: Mapping[str, Callable[[], object]], beside: Callable[[], object]
) -> dict[str, int]:
    """All run in turn in every round: what disturbs the machine disturbs each. The first round is not counted."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(runs + 1):
        beside()
        for name, work in works.items():
            gc.collect()
            start = process_time()
            work()
            found[name].append(process_time() - start)
    return {name: round(median(times[1:]) * _MILLION) for name, times in found.items()}


def _peer(rules: str) -> int:
    """Entries a second of the processor of the module whose rules lie there."""
    script = Path(__file__).with_name("peer.mjs")
    done = subprocess.run(
        ["node", script, Path(rules).resolve(), _GAMES], capture_output=True, text=True, check=True
    )
    return int(json.loads(done.stdout)["entries_a_second"])


def _revision(rules: str) -> str:
    asked = ["git", "-C", str(Path(rules).resolve().parent), "rev-parse", "--short=8", "HEAD"]
    return str(subprocess.run(asked, capture_output=True, text=True, check=True).stdout).strip()


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


def main(folder: str, runs: str = "5", rules: str = "") -> None:
    """Every whole game of a folder; the peer's revision first."""
    if rules:
        print(json.dumps({"peer": rules, "revision": _revision(rules)}), flush=True)
    for file in sorted(Path(folder).rglob("*.pbem")):
        data = container.unpack(file.read_bytes())
        print(
            json.dumps({"file": str(file.relative_to(folder)), **folded(data, int(runs), rules)}), flush=True
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
