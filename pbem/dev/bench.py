"""Figures as ratios against a floor measured in the same run, on the same bytes.

The floor of verification is what no verifier can do without: reading the file, parsing each line, hashing it, and one
Ed25519 check a bundle. What the rules cost comes on top and is measured on its own.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.crypto.primitives import PRIMITIVES
from pbem.dev import demo
from pbem.log import REFEREE, Log, parse_log, start_of
from pbem.port.messages import Message
from pbem.replay.fold import fold_bundle, fold_entries, opening
from pbem.replay.verify import load_rules, verify

_RUNS = 5

Progress = Callable[[str], None]


def run(progress: Progress, campaign: Path | None = None, runs: int = _RUNS) -> dict[str, Json]:
    """Measure on a campaign file, or on a demonstration played first.

    The answer holds whole numbers: times in microseconds (the best of ``runs``), ratios in hundredths.
    """
    found: dict[str, Json] = {}
    with tempfile.TemporaryDirectory() as folder:
        if campaign is None:
            progress(Message("Playing a demonstration to measure on ..."))
            played = demo.run(out=Path(folder), progress=lambda _: None)
            campaign = Path(folder) / "campaign.pbem"
            mails, turns, sent = (int(str(played[key])) for key in ("mails", "turns", "bytes"))
            found["mails_a_turn"] = mails // max(turns, 1)
            found["bytes_an_entry_on_the_wire"] = sent // max(int(str(played["entries"])), 1)
        packed = campaign.read_bytes()
    data = container.unpack(packed)
    log = parse_log(data)
    entries = sum(len(bundle.lines) for bundle in log.bundles)
    progress(
        Message(
            "{entries} entries in {files} turn files, {size:,} bytes packed; best of {runs} runs.",
            entries=entries,
            files=len(log.bundles),
            size=len(packed),
            runs=runs,
        )
    )
    floor = _best(runs, lambda: _floor(data, log))
    acted = _best(runs, lambda: _acted(log))
    fold = _best(runs, lambda: _fold(log))
    whole = _best(runs, lambda: _verified(data))
    found |= {
        "entries": entries,
        "bundles": len(log.bundles),
        "bytes_an_entry_packed": len(packed) // max(entries, 1),
        "floor_us": floor,
        "acted_us": acted,
        "fold_us": fold,
        "verify_us": whole,
        "actions_a_second_with_legality": entries * 1_000_000 // max(acted, 1),
        "verify_without_fold_per_floor_hundredths": 100 * (whole - fold) // max(floor, 1),
        "verify_per_floor_hundredths": 100 * whole // max(floor, 1),
    }
    return found


def told(found: dict[str, Json]) -> list[str]:
    """The figures in sentences, each beside what it is held against."""

    def number(name: str) -> int:
        return int(str(found[name]))

    lines: list[str] = [
        Message(
            "Rules and protocol: {rate:,} entries a second, each checked (aim {aim:,}); {ms:.0f} ms.",
            rate=number("actions_a_second_with_legality"),
            aim=10_000,
            ms=number("acted_us") / 1000,
        ),
        Message("With a state digest for every turn file: {ms:.0f} ms.", ms=number("fold_us") / 1000),
        Message(
            "Full verification: {ms:.0f} ms, {times:.2f} times the floor of {floor:.0f} ms "
            "(parse, SHA-256, one Ed25519 check a turn file).",
            ms=number("verify_us") / 1000,
            times=number("verify_per_floor_hundredths") / 100,
            floor=number("floor_us") / 1000,
        ),
        Message(
            "Verification without the fold: {times:.2f} times the floor (aim 3).",
            times=number("verify_without_fold_per_floor_hundredths") / 100,
        ),
        Message("Packed: {n} bytes an entry.", n=number("bytes_an_entry_packed")),
    ]
    if "mails_a_turn" in found:
        wire = number("bytes_an_entry_on_the_wire")
        lines.append(
            Message(
                "On the wire: {wire} bytes an entry (aim 200), {mails} mails a game turn.",
                wire=wire,
                mails=number("mails_a_turn"),
            )
        )
    return lines


def _best(runs: int, work: Callable[[], None]) -> int:
    """The shortest of several runs, in microseconds: the others were disturbed."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return round(min(times) * 1_000_000)


def _floor(data: bytes, log: Log) -> None:
    """Parse each line, hash it, check one signature a bundle; nothing else."""
    head = b""
    for line in data.splitlines():
        json.loads(line)
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


def _fold(log: Log) -> None:
    """The same with the state digest of every bundle; chain and signatures left out."""
    position, end = opening(load_rules(log), log), start_of(log)
    for bundle in log.bundles:
        folded = fold_bundle(position, end, bundle)
        if folded.error is not None:
            raise folded.error
        position, end = folded.position, folded.end


def _verified(data: bytes) -> None:
    found = verify(data)
    if found.verdict == "rejected":
        raise AssertionError(found.fault)
