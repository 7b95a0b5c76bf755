"""The first turn of every scenario, played by ``pbem demo``: two homes, real mail files, both sides verify."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.sampling import games_tried

from .matrix import Position, positions
from .typed import Somebody

pytestmark = pytest.mark.wider

POSITIONS = tuple(positions())
FIRST = {each.game: each for each in reversed(POSITIONS)}
"""The first scenario of each game."""
QUICK = [FIRST[game] for game in games_tried()]


def played(position: Position, place: Path, turns: int) -> None:
    player = Somebody(place / "ann")
    said = player("demo", "--game", *position.words, "--turns", turns, "--out", "out", "--json")
    assert said.code == 0, said
    told = json.loads(said.out)
    assert told["verified"], told
    assert len(set(told["states"].values())) == 1
    assert told["turns"] == turns or told["result"]
    verdict = player("verify", "out/campaign.pbem", "--json")
    assert verdict.code == 0, verdict
    assert json.loads(verdict.out)["verdict"] in ("incomplete", "verified")


@pytest.mark.parametrize("position", QUICK, ids=str)
def test_a_first_turn_is_played_through_files_by_two_homes(position: Position, tmp_path: Path) -> None:
    played(position, tmp_path, 1)


def test_a_scenario_that_begins_late_is_played_as_many_turns_as_were_asked_for(tmp_path: Path) -> None:
    """Epsom of June 6 begins with turn 11; one turn of it was none, and the maps begin with that turn too."""
    player = Somebody(tmp_path / "ann")
    said = player("demo", "--game", "june6", "--scenario", "epsom", "--turns", 1, "--out", "out")
    assert 0 == said.code, said
    assert ["1"] == [line.split()[1] for line in said.out.splitlines() if line.startswith("turns ")]
    assert "out/turn-11.svg" in said.err
    assert (player.place / "out/turn-11.svg").is_file()


@pytest.mark.night
def test_normandys_campaign_is_played_past_its_drop_and_its_landing(tmp_path: Path) -> None:
    """354 dice of the drop in rolls that a log can hold."""
    played(Position("normandy", "campaign"), tmp_path, 2)
