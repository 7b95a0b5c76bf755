"""The line about a counter, in every scenario's first position: what a tooltip and the list of a stack say."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.view.map.counters import describe
from tests.doors.sittings import FIRST, begun


@pytest.mark.parametrize(("game", "scenario"), FIRST)
def test_nothing_is_said_twice_of_a_counter(tmp_path: Path, game: str, scenario: str) -> None:
    session = begun(tmp_path, game, scenario).app.room.session()
    scene = session.game.rules.scene(session.position.game, session.side)
    lines = [describe(each) for pile in scene.piles for each in pile.counters]
    assert lines
    assert [] == [line for line in lines if line.count(" steps") > 1]
