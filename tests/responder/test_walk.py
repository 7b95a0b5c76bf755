"""The walk with a responder is real: every command of it runs again and prints what stands there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

from build_responder_walk import WALK, Shell  # beside this folder, and no package
from build_walk import commands

pytestmark = pytest.mark.wider


def test_every_command_prints_what_stands_below_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PBEM_HOME", "PBEM_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    shell, count = Shell(tmp_path), 0
    for line, stands in commands((WALK / "README.md").read_text("utf-8")):
        assert stands == shell.run(line), (
            f"$ {line}\nRun tests/tools/build_responder_walk.py when the change is meant."
        )
        count += 1
    assert 20 < count
