"""Random legal play to the end of the scenario: no option is ever refused, and no position breaks a law."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from pbem.games import registry
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import OVER
from tests.june6.random_play import Game
from tests.random_play import replay


@pytest.fixture(scope="module")
def rules() -> June6:
    return cast("June6", registry.load("june6").rules)


@pytest.mark.parametrize("seed", range(6))
def test_random_play_ends_and_breaks_no_law(rules: June6, seed: int, tmp_path: Path) -> None:
    """A game that fails is saved, and the message names the file: ``replay`` plays it again."""
    game = Game.start(rules, "landings", seed, inspect=0.05)
    try:
        assert game.play(every=10)
        assert game.state.phase == OVER
    except Exception as error:
        raise AssertionError(f"{error}\nsaved as {game.save(tmp_path)}") from error


def test_a_saved_game_replays_to_the_same_position(rules: June6, tmp_path: Path) -> None:
    game = Game.start(rules, "landings", 99)
    for _ in range(150):
        game.step()
    again = replay(game.save(tmp_path))
    assert again.state == game.state
    assert again.log == game.log


def test_the_same_seed_plays_the_same_game(rules: June6) -> None:
    games = []
    for _ in range(2):
        game = Game.start(rules, "landings", 7)
        for _ in range(60):
            game.step()
        games.append(game)
    assert games[0].log == games[1].log
