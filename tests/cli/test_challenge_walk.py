"""The walk through a challenge is real: every command of it runs again, and the two logs are what they say."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.wider

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tools"))

from build_challenge_walk import CHALLENGE, ENTRANTS, FORGED, Shell  # noqa: E402  # beside this folder, and no package
from build_walk import commands  # noqa: E402


def test_every_command_prints_what_stands_below_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PBEM_HOME", "PBEM_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    for who in ENTRANTS:
        shutil.copy(CHALLENGE / f"{who}.pbem", tmp_path)
    shutil.copy(CHALLENGE / FORGED, tmp_path)
    shell = Shell(tmp_path)
    found = [
        (line, stands, shell.run(line))
        for line, stands in commands((CHALLENGE / "README.md").read_text("utf-8"))
    ]
    assert 26 == len(found)
    for line, stands, printed in found:
        assert stands == printed, (
            f"$ {line}\nRun tests/tools/build_challenge_walk.py when the change is meant."
        )
