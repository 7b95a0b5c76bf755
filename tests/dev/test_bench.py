"""What verification costs, held against what no verifier can do without: seconds depend on the machine, ratios do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.bytes import container
from tests.tools.bench import folded

pytestmark = pytest.mark.wider

GAME = Path(__file__).resolve().parents[2] / "examples/pegasus/campaign.pbem"


def test_verification_costs_not_more_than_so_many_times_its_floor_and_an_entry_some_kilobytes() -> None:
    found = folded(container.unpack(GAME.read_bytes()), 1)
    assert 1 < found["verify_us"] / found["floor_us"] < 30
    assert found["acted_us"] < 1.5 * found["verify_us"]
    assert 1_000 < found["memory_an_entry"] < 20_000
