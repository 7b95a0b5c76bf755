"""Everything at its full size, in pieces that are resumed: ``python -m tests.night``.

All test files are cut into 64 pieces by a hash of their names. Each piece is a process of its own, with
``PBEM_ALL=1`` and every circle; what came of it is a line of ``night.jsonl``. Begun again at the same commit it goes
on with the pieces that have no green line.

    python -m tests.night                 what is not green yet
    python -m tests.night --piece 7       one piece
    python -m tests.night --failed        those that were red
    python -m tests.night --report        what has been tried at this commit
    python -m tests.night --minutes 30    begin no piece after half an hour
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from attrs import asdict, frozen

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "night.jsonl"
PIECES = 64
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
_NO_TESTS = 5


@frozen(kw_only=True)
class Piece:
    """What came of one: ``code`` of pytest, ``seconds`` on the clock, the tests that ``failed``, its last ``line``."""

    commit: str
    piece: int
    code: int
    seconds: int
    failed: tuple[str, ...] = ()
    line: str = ""


def piece_of(name: str) -> int:
    """The piece that a file belongs to, from 0 to 63; ``name`` from the top of the project."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % PIECES


def files(piece: int) -> list[str]:
    """The test files of a piece, and with each the worlds, which are cut by themselves."""
    names = sorted(file.relative_to(ROOT).as_posix() for file in (ROOT / "tests").rglob("test_*.py"))
    return [name for name in names if piece_of(name) == piece or name in EVERY_PIECE]


EVERY_PIECE = ("tests/world/test_night.py",)


def commit() -> str:
    """The commit that is tried; with a mark when files differ from it."""
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return told.stdout.strip()


def record(path: Path = RECORD) -> Iterator[Piece]:
    """Every line that was written, oldest first."""
    if path.is_file():
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            yield Piece(**{**row, "failed": tuple(row["failed"])})


def last(at: str, path: Path = RECORD) -> dict[int, Piece]:
    """What came last of each piece at a commit."""
    return {line.piece: line for line in record(path) if line.commit == at}


def run(at: str, piece: int) -> Piece:
    """One piece, to its end."""
    began = time.monotonic()
    environment = {**os.environ, "PBEM_ALL": "1", "PBEM_PIECE": f"{piece}/{PIECES}"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-m", "", *files(piece)],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return Piece(
        commit=at,
        piece=piece,
        code=0 if done.returncode == _NO_TESTS else done.returncode,
        seconds=round(time.monotonic() - began),
        failed=tuple(_FAILED.findall(done.stdout)),
        line=(done.stdout.strip().splitlines() or [done.stderr[-200:]])[-1],
    )


def report(at: str) -> Iterator[str]:
    """What has been tried at a commit, and what is left."""
    tried = last(at)
    green = [piece for piece in tried.values() if piece.code == 0]
    yield f"{at}: {len(green)} of {PIECES} pieces green, {len(tried) - len(green)} red, {PIECES - len(tried)} not tried"
    yield f"{sum(piece.seconds for piece in tried.values())} s"
    for piece in tried.values():
        if piece.code:
            yield f"piece {piece.piece}: {', '.join(piece.failed) or piece.line}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--piece", type=int, choices=range(PIECES), metavar="N")
    parser.add_argument("--failed", action="store_true", help="those that were red")
    parser.add_argument("--report", action="store_true", help="what has been tried at this commit")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no piece after so many")
    asked = parser.parse_args()
    at, end = commit(), time.monotonic() + asked.minutes * 60
    if not asked.report:
        for piece in _due(at, asked.piece, failed=asked.failed):
            if time.monotonic() > end:
                break
            outcome = run(at, piece)
            with RECORD.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(asdict(outcome)) + "\n")
            print(
                f"piece {piece}: {'green' if not outcome.code else 'RED'}, {outcome.seconds} s, {outcome.line}",
                flush=True,
            )
    print("\n".join(report(at)))
    return int(any(piece.code for piece in last(at).values()))


def _due(at: str, piece: int | None, *, failed: bool) -> list[int]:
    if piece is not None:
        return [piece]
    tried = last(at)
    if failed:
        return [number for number, line in tried.items() if line.code]
    return [number for number in range(PIECES) if number not in tried or tried[number].code]


if __name__ == "__main__":
    sys.exit(main())
