"""The first turn of every scenario, played by ``pbem demo``: two homes, real mail files, both sides verify."""

from pathlib import Path

import pytest

from .typed import Somebody

pytestmark = pytest.mark.wider

"""The first scenario of each game."""


def test_a_scenario_that_begins_late_is_played_as_many_turns_as_were_asked_for(tmp_path: Path) -> None:
    """Epsom of June 6 begins with turn 11; one turn of it was none, and the maps begin with that turn too."""
    player = Somebody(tmp_path / "ann")
    said = player("demo", "--game", "june6", "--scenario", "epsom", "--turns", 1, "--out", "out").says(0)
    assert ["1"] == [line.split()[1] for line in said.out.splitlines() if line.startswith("turns ")]
    assert "out/turn-11.svg" in said.err
    assert (player.place / "out/turn-11.svg").is_file()
