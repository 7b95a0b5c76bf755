"""Shared by all tests: hypothesis without a clock, and the vectors that may stand beside the project."""

import gc
import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import budget, sampling

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

# What a machine remembers of itself lies outside its homes: never that of whoever runs the tests.
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="pbem-state-")

ROOT = Path(__file__).resolve().parent.parent

# Where it is ignored, as behind "&", nothing that is started here could be stopped.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


pytest_plugins = ("tests.circles", "tests.absent")


def pytest_configure(config: pytest.Config) -> None:
    """What tests cost is measured in every run."""
    config.pluginmanager.register(budget.Measuring(config))


def pytest_report_header() -> str:
    """How to try the same once more, and everything."""
    today = f"the game of the day is {sampling.game_of_the_day()} (PBEM_GAME)"
    return "everything is tried" if sampling.ALL else f"{today}; everything: PBEM_ALL=1"


def pytest_collection_finish() -> None:
    """What was made while collecting stays to the end: the collector of garbage need not look at it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of vectors nobody here wrote; tests that need it are skipped by name where it does not stand."""
    place = Path(os.environ.get("PBEM_SHARED", ROOT.parent / "shared"))
    if not (place / "vectors").is_dir():
        pytest.skip("the shared vectors are not beside the project")
    return place
