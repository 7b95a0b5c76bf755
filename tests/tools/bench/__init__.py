"""Figures of this machine, game by game: what rules, protocol and commands cost, beside what nobody can do without.

The floor of verification is what no verifier can leave out: hashing every line and one Ed25519 check a turn file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError, UsageError
from pbem.dev import demo
from pbem.log import Log, scan_log
from pbem.port.messages import Message
from tests.tools.bench import folding, waiting

Progress = Callable[[str], None]

_MAX_GAME = 64 * 1024 * 1024


def run(progress: Progress, games: Path | None = None, runs: int = 5) -> Iterator[dict[str, Json]]:
    """Measure on every game in a folder, or on one file, or on a demonstration that is played first.

    Each answer holds whole numbers: times of the processor in microseconds (medians of ``runs``), ratios in hundredths.
    Raises UsageError ``no-game`` where there is nothing to measure on.
    """
    with tempfile.TemporaryDirectory() as place:
        if games is None:
            progress(Message("Playing a demonstration to measure on ..."))
            demo.run(out=Path(place), progress=lambda _: None)
            games = Path(place) / "campaign.pbem"
        several = games.is_dir()
        found = 0
        for file in sorted(games.rglob("*.pbem")) if several else [games]:
            read = _game(file)
            if read is None:
                continue
            found += 1
            name = file.relative_to(games).as_posix() if several else file.name
            progress(Message("Measuring {name} ...", name=name))
            yield {"file": name, **_figures(*read, runs)}
        if not found:
            raise UsageError(
                "no-game",
                Message("There is no game to measure on in {place}.", place=games),
                hint=Message("Name a folder of whole games, such as examples."),
            )


def _figures(data: bytes, packed: int, log: Log, runs: int) -> dict[str, Json]:
    entries = sum(len(bundle.lines) for bundle in log.bundles)
    found: dict[str, Json] = {"game": log.invite.game, "scenario": log.invite.scenario}
    found |= folding.measured(data, log, runs)
    found["bytes_an_entry_packed"] = packed // max(entries, 1)
    return found | waiting.measured(log, runs)


def _game(file: Path) -> tuple[bytes, int, Log] | None:
    """The unpacked bytes of a game that has begun, its packed size, and its log; None for whatever else a file is."""
    if not 0 < file.stat().st_size <= _MAX_GAME:
        return None
    packed = file.read_bytes()
    try:
        data = container.unpack(packed)
        log, error = scan_log(data)
    except PbemError:
        return None
    whole = log is not None and error is None and log.accept is not None and log.bundles
    return (data, len(packed), log) if log is not None and whole else None
