"""The fuzzer itself for half a minute: one target in its process, from the same seed each time."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.tools import fuzz

pytestmark = pytest.mark.night

NAME = "signed"
INPUTS = 6000
SECONDS = 25


@pytest.mark.skipif(find_spec("atheris") is None, reason=fuzz.NO_ATHERIS)
def test_a_short_run_finds_nothing(tmp_path: Path) -> None:
    """What it finds lies in the message: the cause, and the input in hexadecimal, for ``tests/fuzz/corpus``."""
    found = fuzz.Campaign(folder=tmp_path, seed=8).run(NAME, INPUTS, SECONDS)
    kept = {
        file.name: file.read_bytes().hex()[:4000]
        for file in tmp_path.rglob(f"failures/{NAME}/*")
        if not file.suffix
    }
    # How long an input takes depends on what else the machine does; a run of its own looks at that.
    wrong = {key: said for key, said in found.failures.items() if "s are allowed" not in said}
    assert ({}, {}) == (wrong, {key: kept.get(f"{NAME}--{key}") for key in wrong})
    assert found.inputs > 0
    assert found.edges > 0
