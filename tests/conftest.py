"""Shared by all tests: hypothesis without a clock, and the vectors that may stand beside the project."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

import pytest
import sampling
from hypothesis import HealthCheck, settings

settings.register_profile(
    "pbem", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("pbem")
os.environ["PBEM_LANG"] = "en"  # whatever the system speaks

_MEMORY, _ROOM = Path("/dev/shm"), 3 * 1024**3  # a file system in memory, and the bytes that tests take of it
if "TMPDIR" not in os.environ and _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM:
    os.environ["TMPDIR"] = str(
        _MEMORY
    )  # homes wait for the disk at every change: here a test needs a quarter of its time
    tempfile.tempdir = None

ROOT = Path(__file__).resolve().parent.parent

# Where it is ignored, as behind "&", nothing that is started here could be stopped.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """How to try the same once more, and everything."""
    return (
        "everything is tried" if sampling.ALL else f"samples by PBEM_SEED={sampling.seed()}; all: PBEM_ALL=1"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Against the clock the files go in another order with each commit."""
    if sampling.UNTIL < float("inf"):
        order = sampling.shuffled((str(item.path.relative_to(ROOT)) for item in items), "files")
        place = {name: at for at, name in enumerate(order)}
        items.sort(key=lambda item: place[str(item.path.relative_to(ROOT))])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Nothing begins when time is up."""
    if time.time() > sampling.UNTIL:
        pytest.skip(sampling.LEFT_OUT)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many were left out is never silent."""
    skipped = terminalreporter.stats.get("skipped", [])
    out = [each.nodeid.split("::")[0] for each in skipped if sampling.LEFT_OUT in str(each.longrepr)]
    if out:
        terminalreporter.write_line(f"{len(out)} tests {sampling.LEFT_OUT}:")
        for name in sorted(set(out)):
            terminalreporter.write_line(f"  {out.count(name):4} of {name}")


def pytest_collection_finish() -> None:
    """What was made while collecting stays to the end: the collector of garbage need not look at it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of vectors nobody here wrote; tests that need it are skipped by name where it does not stand."""
    place = Path(os.environ.get("PBEM_SHARED", ROOT.parent / "shared"))
    if not (place / "vectors").is_dir():
        pytest.skip("the shared vectors do not stand beside the project")
    return place
