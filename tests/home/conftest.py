"""The tiny game for every test of the home."""

from pathlib import Path

import pytest
from checkpoints import checkpoints_lead_where_the_log_does

from .table import Two, sit_down, use_tiny


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Two:
    """Ann and Ben at a game that has begun."""
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return sit_down(tmp_path)


__all__ = ["checkpoints_lead_where_the_log_does"]
