"""Whole games of random legal orders."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pbem.bytes.canon import encode_value
from pbem.games import registry
from pbem.port.game import Roll, Rolled
from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.model import State
from tests.pegasus.random_play import Game
from tests.random_play import replay

pytestmark = pytest.mark.night

SCENARIOS = ("beginner", "advanced", "expert", "historical")


@pytest.fixture(scope="module")
def rules() -> Pegasus:
    found = registry.load("pegasus").rules
    assert isinstance(found, Pegasus)
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(6))
def test_every_random_game_ends_with_a_result_and_no_law_is_broken(
    rules: Pegasus, scenario: str, seed: int
) -> None:
    game = Game.start(rules, scenario, f"{scenario} {seed}")
    assert game.play(every=1)
    assert 13 == game.state.turn


def test_the_same_actions_give_the_same_bytes(rules: Pegasus, tmp_path: Path) -> None:
    game = Game.start(rules, "expert", "again")
    while game.step():
        pass
    again = replay(game.save(tmp_path))
    assert rules.write(game.state) == rules.write(again.state)
    assert encode_value(rules.dump(game.state)) == rules.write(game.state)


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


def test_the_witness_gives_no_orders(rules: Pegasus) -> None:
    game = Game.start(rules, "beginner", "witness")
    while game.state.need:
        game.step()
    order = next(iter(rules.options(game.state, "british")))
    assert ["N1"] == [each.paragraph for each in rules.check(game.state, "witness", order)]
    assert [] == list(rules.options(game.state, "witness"))
