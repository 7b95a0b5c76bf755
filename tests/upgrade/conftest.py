"""What the tests of released versions share."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from checkpoints import checkpoints_lead_where_the_log_does

from upgrade.shelves import laid


@pytest.fixture(scope="module")
def ford() -> Iterator[None]:
    """The example game in both versions."""
    with laid():
        yield


__all__ = ["checkpoints_lead_where_the_log_does"]
