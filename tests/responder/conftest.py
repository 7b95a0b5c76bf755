"""The tiny game with a responder, and Maildirs between the players."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkpoints import checkpoints_lead_where_the_log_does
from home.table import use_tiny

from .world import World, begin


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Ann and Ben at a game that has begun; Ann has a responder whose key is in force."""
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return begin(tmp_path)


__all__ = ["checkpoints_lead_where_the_log_does"]
