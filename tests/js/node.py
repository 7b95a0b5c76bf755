"""Running the scripts of the replay page under Node, for tests that are skipped by name where there is none."""

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from pbem.bytes.canon import Json

HERE = Path(__file__).parent
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="no node on this machine")


def run(script: str, cases: Sequence[Mapping[str, Json]]) -> list[Json]:
    """What a script of this folder answers to each case, in order."""
    assert NODE is not None
    done = subprocess.run(
        [NODE, str(HERE / script)],
        check=False,
        input=json.dumps(cases).encode(),
        capture_output=True,
        timeout=300,
    )
    assert (0, b"") == (done.returncode, done.stderr)
    answers: list[Json] = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(cases) == len(answers)
    return answers
