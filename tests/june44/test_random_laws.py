"""Random legal play holds every law of June '44, with every option, to the end."""

from __future__ import annotations

import pytest

from pbem.games import registry
from pbem_rules.june44.game import June44
from tests.june44.random_play import Game


@pytest.mark.parametrize("seed", range(5))
def test_random_games_end_and_break_no_law(seed: int) -> None:
    rules = registry.load("june44").rules
    assert isinstance(rules, June44)
    game = Game.start(rules, "june44", seed, Game.variants[seed % len(Game.variants)])
    assert game.play(every=100)
