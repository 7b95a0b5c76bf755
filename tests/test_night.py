"""The night goes on where it stopped; a file, or a circle, that takes more than it may is named."""

import json
from pathlib import Path

import pytest

from tests import absent, budget, night


def test_every_test_file_is_in_one_piece() -> None:
    names = {file.relative_to(night.ROOT).as_posix() for file in (night.ROOT / "tests").rglob("test_*.py")}
    pieces = [set(night.files(piece)) - set(night.EVERY_PIECE) for piece in range(night.PIECES)]
    assert names - set(night.EVERY_PIECE) == set.union(*pieces)
    assert sum(map(len, pieces)) == len(names - set(night.EVERY_PIECE))


def test_what_is_green_at_this_commit_is_not_run_again(tmp_path, monkeypatch):
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


_TABLE = """
[most]
quick = 100
quick_file = 30
wider = 500
wider_file = 90
[quick]
"home/test_a.py" = 3.0
[wider]
"home/test_a.py" = 20.0
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "budget.toml"
    file.write_text(_TABLE, encoding="utf-8")
    monkeypatch.setattr(budget, "TABLE", file)


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("circle", "file", "seconds", "total", "items", "said"),
    [
        ("quick", "home/test_a.py", 7.9, 99, 4000, []),
        ("quick", "home/test_a.py", 8.1, 99, 4000, ["its line in tests/budget.toml allows 3.0 s"]),
        ("quick", "home/test_b.py", 2.0, 99, 4000, []),
        ("quick", "home/test_b.py", 2.1, 99, 4000, ["has no line in tests/budget.toml"]),
        ("quick", "home/test_b.py", 31, 99, 4000, ["has no line", "no file may take over 30 s"]),
        ("quick", "home/test_a.py", 1, 101, 4000, ["the circle quick takes 101 s; it may take 100 s"]),
        ("quick", "home/test_a.py", 1, 99, 4001, ["4001 items; there may be 4000"]),
        ("wider", "home/test_a.py", 64.9, 499, 9000, []),
        ("wider", "home/test_a.py", 65.1, 499, 1, ["its line in tests/budget.toml allows 20.0 s"]),
        ("wider", "home/test_b.py", 25.1, 499, 1, ["has no line in tests/budget.toml"]),
        ("wider", "home/test_b.py", 1, 501, 1, ["the circle wider takes 501 s; it may take 500 s"]),
    ],
)
def test_what_is_over_its_budget_is_named(circle, file, seconds, total, items, said):
    found = list(budget.problems(circle, {f"tests/{file}": seconds}, total, items))
    assert len(said) == len(found)
    assert all(part in problem for part, problem in zip(said, found, strict=True))


def test_what_was_measured_becomes_the_table_and_the_dearest_run_counts(table: None) -> None:
    costs = {"tests/home/test_a.py": 4.2, "tests/home/test_b.py": 0.2}
    runs = [{"circle": "quick", "seconds": each} for each in (costs, {**costs, "tests/home/test_a.py": 3.0})]
    budget.TABLE.write_text(budget.written(runs), encoding="utf-8")
    assert list(budget.problems("quick", {"tests/home/test_a.py": 10.4}, 1, 1)) == []
    assert len(list(budget.problems("quick", {"tests/home/test_a.py": 10.5}, 1, 1))) == 1


def test_a_skip_that_the_list_does_not_name_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(absent, "COMPLETE", False)
    assert "" == absent.objection("Skipped: no browser on this machine")
    assert "does not name" in absent.objection("Skipped: not today")
    monkeypatch.setattr(absent, "COMPLETE", True)
    assert "nothing may be missing" in absent.objection("Skipped: no browser on this machine")
    assert "" == absent.objection("Skipped: needs fork")
