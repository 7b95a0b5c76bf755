"""Every command that writes, killed by SIGKILL at a sample of its calls.

The whole: ``python -m tests.tools.kill_everywhere``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools.kill_everywhere import CASES, run

pytestmark = [pytest.mark.night, pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")]


@pytest.mark.parametrize("name", [each.name for each in CASES])
def test_a_command_survives_a_kill_at_any_call(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = next(
        each
        for each in run(tmp_path, [name], every=int(os.environ.get("PBEM_KILL", "41")))
        if each.name == name
    )
    assert found.tries
