"""Whole games of random legal orders."""

from __future__ import annotations

import random

from pbem.port.game import Roll, Rolled
from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.model import State
from tests.pegasus.random_play import Game


def test_the_handful_changes_how_often_dice_are_asked_for_and_nothing_else(rules: Pegasus) -> None:
    """Dice are used in the order rolled, so one at a time or many, the first phase comes out the same."""
    found = []
    for handful in (1, 60):
        game, faces = Game.start(rules, "beginner", 1, {"handful": handful}), random.Random("faces")
        game.state = rules.apply(game.state, "british", _rolled(game.state, rules, [2])).state
        while isinstance(rules.demands(game.state)[0], Roll):
            count = len(rules.demands(game.state)[0].dice)
            game.state = rules.apply(
                game.state,
                "british",
                _rolled(game.state, rules, [faces.randrange(1, 7) for _ in range(count)]),
            ).state
        found.append(dict(game.state.board.pieces))
    assert found[0] == found[1]


def _rolled(state: State, rules: Pegasus, faces: list[int]) -> Rolled:
    owed = rules.demands(state)[0]
    assert isinstance(owed, Roll)
    return Rolled(why=owed.why, faces=tuple(faces))


def test_dice_that_are_left_over_are_gone_before_the_next_choice(rules: Pegasus) -> None:
    game = Game.start(rules, "advanced", "left over")
    while game.step():
        if not game.state.need:
            assert () == game.state.pool
