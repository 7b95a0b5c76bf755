"""The turn that ``examples/few-sittings`` shows comes out as it is written there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.build_few_sittings import SEED, WALK, write


@pytest.mark.night
def test_a_turn_of_june_6_needs_as_few_sittings_as_the_example_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTEST_CURRENT_TEST", SEED)
    assert (WALK / "README.md").read_text("utf-8") == write(tmp_path)
