"""The tiny game between two homes, a Maildir for each."""

from pathlib import Path

import pytest
from checkpoints import checkpoints_lead_where_the_log_does
from home.table import use_tiny

from .desk import Desk, begin


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Ann and Ben at a game that has begun; both programs act."""
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return begin(tmp_path)


__all__ = ["checkpoints_lead_where_the_log_does"]
