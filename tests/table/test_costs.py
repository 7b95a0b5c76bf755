"""What a move costs stands on every place that is lit, in every game, and is what the rules count."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.port import insight
from tests.sampling import games_tried

from .test_clicks import practised

pytestmark = pytest.mark.wider


@pytest.mark.parametrize("game", games_tried())
def test_the_points_of_a_move_are_on_the_places_that_are_lit(game: str, tmp_path: Path) -> None:
    seat = practised(tmp_path, game, "move")
    stand = seat.app.room.stand()
    moves = [each for each in stand.legal if each.kind == "move" and each.target]
    assert moves
    said = [insight.toll(stand.game.rules, stand.state, stand.side, each.action) for each in moves]
    if (
        game == "normandy"
    ):  # its first moves are the landing's, in which nothing is counted; tests/normandy/test_toll.py has others
        assert {""} == set(said)
        return
    assert all(re.fullmatch(r"\d*[½⅓⅔]|\d+( \d+/30)?", words) for words in said), said
    unit = next(iter(moves[0].units & stand.own))
    lit = seat.ask("unit", units=[unit])["targets"]
    assert isinstance(lit, dict)
    assert any(isinstance(each, dict) and each["words"] for each in lit.values())
