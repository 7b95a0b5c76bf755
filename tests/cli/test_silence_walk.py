"""The walk through a silence is real: every command of it runs again and prints what stands there."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.wider

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tools"))

from build_silence_walk import WALK, shell  # noqa: E402  # beside this folder, and no package
from build_walk import commands  # noqa: E402


def test_every_command_prints_what_stands_below_it_and_the_game_ends_on_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PBEM_HOME", "PBEM_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    for file in (WALK / "orders").glob("*.txt"):
        shutil.copy(file, tmp_path / file.name)
    run = shell(tmp_path).run
    walked = [(line, stands, run(line)) for line, stands in commands((WALK / "README.md").read_text("utf-8"))]
    assert len(walked) > 25
    for line, stands, printed in walked:
        assert stands == printed, f"$ {line}\nRun tests/tools/build_silence_walk.py when the change is meant."
    both = [printed for line, _, printed in walked if line.endswith("status") or "import ruling" in line]
    assert 2 <= sum("The game is over: allied wins, on time." in each for each in both)
    assert (tmp_path / "position.svg").read_text("utf-8").startswith("<svg")
