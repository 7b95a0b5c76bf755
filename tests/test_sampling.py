"""When time is up nothing begins any more, and what was left out is named."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from tests import sampling
from tests.conftest import ROOT

_SMALL = "tests/kernel/test_derived.py"


@pytest.mark.parametrize(("more", "left_out"), [(-1, True), (600, False)])
def test_what_begins_after_the_time_is_left_out_and_named(more: int, left_out: bool) -> None:
    told = {**os.environ, "PBEM_UNTIL": str(int(time.time()) + more)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", _SMALL],
        check=False, capture_output=True, text=True, cwd=ROOT, env=told,
    )  # fmt: skip
    assert not done.returncode, done.stdout
    assert (sampling.LEFT_OUT in done.stdout) == left_out
    assert (f"of {_SMALL}" in done.stdout) == left_out
    assert ("passed" in done.stdout) != left_out


def test_the_order_holds_each_file_once_and_hangs_on_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    files, orders = [f"file-{n}" for n in range(20)], set()
    for seed in ("one", "two"):
        sampling.seed.cache_clear()
        monkeypatch.setenv("PBEM_SEED", seed)
        orders.add(tuple(sampling.shuffled([*files, *files], "files")))
    sampling.seed.cache_clear()
    assert len(orders) == 2
    assert all(sorted(each) == sorted(files) for each in orders)
