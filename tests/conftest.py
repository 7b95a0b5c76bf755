"""Shared by all tests: hypothesis without a clock, and the vectors that may stand beside the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "pbem", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("pbem")
os.environ["PBEM_LANG"] = "en"  # whatever the system speaks

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of vectors nobody here wrote; tests that need it are skipped by name where it does not stand."""
    place = Path(os.environ.get("PBEM_SHARED", ROOT.parent / "shared"))
    if not (place / "vectors").is_dir():
        pytest.skip("the shared vectors do not stand beside the project")
    return place
