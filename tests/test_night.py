"""The night goes on where it was stopped, and leaves no file out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import night


def test_every_test_file_is_in_one_piece() -> None:
    names = {file.relative_to(night.ROOT).as_posix() for file in (night.ROOT / "tests").rglob("test_*.py")}
    pieces = [set(night.files(piece)) - set(night.EVERY_PIECE) for piece in range(night.PIECES)]
    assert names - set(night.EVERY_PIECE) == set.union(*pieces)
    assert sum(map(len, pieces)) == len(names - set(night.EVERY_PIECE))


def test_what_is_green_at_this_commit_is_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (("now", 0, 0), ("now", 1, 1), ("before", 2, 0), ("now", 3, 1), ("now", 3, 0))
    record = tmp_path / "night.jsonl"
    rows = [
        {"commit": commit, "piece": piece, "code": code, "seconds": 1, "failed": [], "line": ""}
        for commit, piece, code in lines
    ]
    record.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    monkeypatch.setattr(night, "last", lambda at, last=night.last: last(at, record))
    assert [piece for piece in range(night.PIECES) if piece not in (0, 3)] == night._due(
        "now", None, failed=False
    )
    assert night._due("now", None, failed=True) == [1]
    assert next(night.report("now")).startswith("now: 2 of 64 pieces green, 1 red")
