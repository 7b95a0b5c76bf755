"""Figures of this machine, game by game: ``python -m tests.tools.bench FOLDER [RUNS]`` writes a line of JSON for each.

Whole numbers: times of the processor in microseconds (medians of ``RUNS``), memory in bytes. The floor of verification is
what no verifier can leave out: hashing every line, and one Ed25519 check a turn file.
"""

import gc
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import median
from time import process_time

from attrs import evolve

from pbem.bytes import container
from pbem.crypto.primitives import PRIMITIVES
from pbem.home.new_identity import create_identity
from pbem.home.play.orders import DECISIONS
from pbem.log import REFEREE, Log, parse_log, start_of
from pbem.replay.fold import AppliedEntry, fold_bundle, fold_entries, fold_log, opening
from pbem.replay.loading import load_rules
from pbem.replay.table import owed
from pbem.replay.verify import verify
from pbem.store.game import Change
from pbem.store.home import Home

_MILLION = 1_000_000
_EARLY = 20
"""Early is behind the first twentieth of the entries."""


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


def waited(log: Log, runs: int) -> Iterator[tuple[str, int]]:
    """What ``pbem status`` and ``pbem orders`` take as processes, where somebody owes a decision early and late."""
    moments = [*_moments(log)]
    early = next((each for each in moments if each[1] >= moments[-1][1] // _EARLY), None)
    for when, moment in (("early", early), ("late", moments[-1] if moments else None)):
        if moment is None:
            continue
        bundles, _, seat = moment
        with tempfile.TemporaryDirectory() as place:
            home = Home(Path(place) / "home")
            _furnish(home, evolve(log, bundles=log.bundles[:bundles]), seat)
            for command in ("status", "orders"):
                _process(command, home)  # makes the checkpoint, and compiled files where there were none
                yield f"{command}_{when}_us", round(median(_process(command, home) for _ in range(runs)))


def _moments(log: Log) -> Iterator[tuple[int, int, str]]:
    """Bundles and entries that stand before each decision, and whose it is."""
    position, end = opening(load_rules(log), log), start_of(log)
    for count, bundle in enumerate(log.bundles, 1):
        after = fold_bundle(position, end, bundle)
        position, end = after.position, after.end
        if (due := owed(position)).kind in DECISIONS:
            yield count, end.entries, due.seat


def _furnish(home: Home, log: Log, seat: str) -> None:
    """The game as its player has it, without secrets: behind a password that nobody gives."""
    create_identity(home, "Bench", "bench", os.urandom)
    invite, mine = log.invite, "AB".index(seat)
    facts = {
        "gid": log.gid.hex(), "game": invite.game, "scenario": invite.scenario, "seat": seat,
        "side": invite.sides[mine], "opponent": (log.accepted.seat, invite.seat)[mine].who,
    }  # fmt: skip
    home.new_game(log.gid.hex()).save(Change(facts=facts, log=log.encode()))


def _process(command: str, home: Home) -> int:
    environ = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environ |= {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PBEM_LANG": "en"}
    before = os.times()
    subprocess.run(
        [sys.executable, "-m", "pbem", "--home", str(home.path), command],
        env=environ, capture_output=True, check=True,
    )  # fmt: skip
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return round(spent * _MILLION)


def main(folder: str, runs: str = "5") -> None:
    """Every whole game of a folder."""
    for file in sorted(Path(folder).rglob("*.pbem")):
        data = container.unpack(file.read_bytes())
        figures = {**folded(data, int(runs)), **dict(waited(parse_log(data), int(runs)))}
        print(json.dumps({"file": file.name, **figures}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
