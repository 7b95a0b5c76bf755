"""The drop of the campaign: more dice than a roll has, so one roll after the other, whole battalions each (20.2, N16)."""

from random import Random

import pytest

from pbem.games.driver import Driven, Seeded
from pbem.games.registry import load
from pbem.port.game import MAX_DICE, Choice, Roll
from pbem_rules.normandy.rules.june6.places import DROP
from pbem_rules.normandy.rules.view import battalion

pytestmark = pytest.mark.wider


def waiting(game: Driven) -> set[str]:
    return {unit.id for unit in game.state.board if unit.where.startswith(DROP)}


def test_the_campaigns_drop_is_thrown_in_groups_of_whole_battalions_that_a_roll_has_dice_for() -> None:
    rules = load("normandy").rules
    game = Driven(rules=rules, state=rules.setup("campaign", {}))
    chance, thrown = Seeded(Random(1)), []
    while waiting(game):
        due = game.due
        if isinstance(due, Roll):
            before = waiting(game)
            after = game.followed(chance)
            if due.why.startswith("drop/"):
                down = before - waiting(after)
                thrown.append(len(due.dice))
                assert not {battalion(name) for name in down} & {battalion(name) for name in waiting(after)}
            game = after
        elif isinstance(due, Choice):
            game = game.given(rules.advise(game.state, due.side, game.secrets(due.side), 1), chance)
        else:
            following = game.followed(chance)
            game = following
    assert max(thrown) <= MAX_DICE < sum(thrown)
    assert 354 == sum(thrown)
    assert len(thrown) == 4
