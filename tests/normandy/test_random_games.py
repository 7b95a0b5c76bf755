"""Random legal games under every law, games of the demonstration player to their end, and that the laws can be broken."""

from __future__ import annotations

import random

import pytest

from pbem.bytes.values import changed
from pbem.games import registry
from pbem.games.driver import Driven, Seeded
from pbem.port.game import Choice, Conceal, Secrets
from pbem.port.player import QUICK
from pbem_rules.normandy.game import Normandy
from pbem_rules.normandy.player.front import Front
from pbem_rules.shared.player.sectors import TAKE, assigned
from tests.normandy.random_play import Game
from tests.random_play import BrokenLawError

RULES = registry.load("normandy").rules
assert isinstance(RULES, Normandy)
GAME: Normandy = RULES
BEGINNING = 60


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("omaha", {}),
        ("epsom", {"quality": "yes", "allied-trenches": "yes"}),
        ("cherbourg", {"great-storm": "yes"}),
        ("cobra", {}),
        ("goodwood-cobra", {}),
        ("campaign", {}),
    ],
)
def test_the_beginning_of_a_random_game_breaks_no_law(scenario: str, options: dict[str, str]) -> None:
    game = Game.start(GAME, scenario, f"beginning {scenario}", options)
    for _ in range(BEGINNING):
        assert game.step()
        game.laws()
    game.dear_laws()


def test_bloody_omaha_is_played_to_its_end_at_random() -> None:
    game = Game.start(GAME, "omaha", "omaha 1", hurry=0.4)
    assert game.play()


@pytest.mark.night
@pytest.mark.parametrize(("scenario", "seed"), [("omaha", 2), ("omaha", 3), ("epsom", 1), ("cherbourg", 1)])
def test_a_random_game_to_its_end_breaks_no_law(scenario: str, seed: int) -> None:
    assert Game.start(GAME, scenario, f"{scenario} {seed}").play()


@pytest.mark.night
@pytest.mark.parametrize("scenario", ["omaha", "cherbourg"])
def test_the_demonstration_player_finishes_a_scenario_by_legal_orders(scenario: str) -> None:
    """Quick: Epsom is played at a higher level by ``tests/player/test_ends.py``."""
    now, chance = Driven(rules=GAME, state=GAME.setup(scenario, {})), Seeded(random.Random(scenario))
    salt = 0
    while now.due is not None:
        due, salt = now.due, salt + 1
        if isinstance(due, Choice | Conceal):
            order = GAME.think(now.state, due.side, Secrets(), salt, QUICK).order
            assert not GAME.check(now.state, due.side, order)
            now = now.given(order, chance)
        else:
            following = now.followed(chance)
            assert following is not None
            now = following
    assert GAME.result(now.state) is not None


def test_a_game_folded_in_two_goes_comes_to_the_same_state() -> None:
    """What hangs on a state beside its fields is worked out anew by whoever loads it."""
    one, two = (Game.start(GAME, "epsom", "folded") for _ in range(2))
    for _ in range(BEGINNING):
        one.step()
        two.step()
        two.state = GAME.load(GAME.dump(two.state))
    assert GAME.write(one.state) == GAME.write(two.state)


def test_nothing_is_legal_for_the_side_that_owes_nothing() -> None:
    state = GAME.setup("omaha", {})
    assert not list(GAME.options(state, "german"))
    assert GAME.check(state, "german", next(GAME.options(state, "allied")))


@pytest.mark.parametrize("fault", ["lost", "twice", "both", "points", "swims"])
def test_a_law_that_is_broken_is_found(fault: str) -> None:
    game = Game.start(GAME, "epsom", "faults")
    game.laws()
    state, view = game.state, GAME.view(game.state)
    german = next(unit for unit in state.board if view.side_of(unit.id) == "german")
    allied = next(unit for unit in state.board if view.side_of(unit.id) == "allied")
    wrong = {
        "lost": changed(state, board=state.board.put(changed(german, lost=9))),
        "twice": changed(state, gone=(german.id,)),
        "both": changed(state, board=state.board.put(changed(german, where=allied.where))),
        "points": changed(state, points=-1),
        "swims": changed(state, board=state.board.put(changed(german, where="A0101"))),
    }[fault]
    game.state = wrong
    with pytest.raises(BrokenLawError):
        game.laws()


def test_the_allied_player_goes_on_to_the_one_place_not_taken() -> None:
    state = GAME.setup("cobra", {})
    goals = {where for goal in GAME.data.scenarios["cobra"].goals for where in goal.hexes}
    for left in sorted(goals):
        front = Front(view=GAME.view(changed(state, held=tuple(sorted(goals - {left}))), "allied"))
        wanted = {left} if left not in front.mine else set()
        assert wanted == {each.goal for each in assigned(front).values() if each.task == TAKE}
