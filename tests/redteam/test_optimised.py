"""``python -O`` drops every assert: no check of the protocol may be one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.wider

ROOT = Path(__file__).parents[2]


def verdicts(*flags: str, **more: str) -> list[str]:
    """What the same forged turns are called."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "rules"))), **more}
    done = subprocess.run(
        [sys.executable, *flags, "-m", "tests.redteam.optimised"],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
    )
    return done.stdout.splitlines()


def test_without_asserts_and_under_another_hash_seed_every_forged_turn_gets_the_same_verdict() -> None:
    plain = verdicts(PYTHONHASHSEED="0")
    assert len(set(plain)) >= 8
    assert "holds" not in plain
    assert plain == verdicts("-O", PYTHONHASHSEED="77", TZ="Asia/Kolkata", LC_ALL="C")
