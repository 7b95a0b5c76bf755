"""The walk of a stolen laptop is real: every command of it runs again and prints what stands there."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.wider

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tools"))

from build_stolen_walk import WALK, shell  # noqa: E402  # beside this folder, and no package
from build_walk import commands  # noqa: E402


def test_every_command_prints_what_stands_below_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PBEM_HOME", "PBEM_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    for file in (WALK / "orders").glob("*.txt"):
        shutil.copy(file, tmp_path / file.name)
    run, count = shell(tmp_path).run, 0
    for line, stands in commands((WALK / "README.md").read_text("utf-8")):
        assert stands == run(line), (
            f"$ {line}\nRun tests/tools/build_stolen_walk.py when the change is meant."
        )
        count += 1
    assert count > 30


def test_nobody_is_called_a_cheat_in_it() -> None:
    """The owner of a stolen key is excused wherever the thief's signature is told of."""
    text = (WALK / "README.md").read_text("utf-8")
    assert "nobody is accused" in text
    assert not [each for each in ("never honest", "cheated:", "broke the rules") if each in text]
