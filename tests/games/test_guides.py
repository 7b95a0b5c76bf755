"""The guided first turn of every game is played to its end, whatever the dice show; a file that is not one is refused."""

import pytest
from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.dev.game_lint import covered
from pbem.games import guides, registry
from pbem.games.driver import kinds
from pbem.games.guides import Guide, Step
from pbem.games.self_play import Hotseat, advised
from pbem.port.game import Choice, Conceal
from tests.lists import tried_with

GAMES = ("darkdecember", "june44", "june6", "normandy", "pegasus")
MOST = 900


def of(game: str) -> Guide:
    found = guides.guide(registry.info(game))
    assert found is not None, f"{game} has no guide"
    return found


def finish(game: Hotseat[object], step: Step, side: str) -> None:
    """Play on until the step's order can be given where it is asked for, and give it."""
    for _ in range(MOST):
        due = game.owed
        asked = isinstance(due, Choice | Conceal) and due.side == side
        if asked and {*kinds(due)} & {*step.kinds} and (not step.among or step.among in kinds(due)):
            order: AttrsInstance | None = next(
                (each for each in game.options() if game.rules.actions.kind(each) in step.kinds), None
            )
            if order is not None:
                given = order
                assert [] == [*game.rules.check(game.state, due.side, given)]
                game.step(lambda _game, _due, given=given: given)
                return
        assert game.step(advised), f"the game is over before: {step.title}"
    pytest.fail(f"never asked: {step.title}")


@tried_with("seed", [1, 2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_a_guide_comes_and_its_order_is_legal_there(game: str, seed: int) -> None:
    guide = of(game)
    table = Hotseat.start(registry.load(game).rules, guide.scenario, {}, seed)
    for step in guide.steps:
        if step.kinds:
            finish(table, step, guide.side)


@pytest.mark.parametrize("game", GAMES)
def test_lint_finds_nothing_in_a_guide_and_it_has_a_move_an_attack_and_an_end(game: str) -> None:
    assert [] == [*covered.guide(registry.load(game))]
    found = {kind for step in of(game).steps for kind in step.kinds}
    assert {"move", "done"} <= found
    assert found & {"attack", "shoot", "fire"}


STEP: dict[str, Json] = {"title": "Move", "lines": ["Move a unit."], "kinds": ["move"]}


@tried_with(
    "wrong",
    [
        {"title": ""},
        {"title": 1},
        {"lines": []},
        {"lines": ["x" * 241]},
        {"light": ["sun"]},
        {"why": "no"},
        {"kinds": [1]},
    ],
)
def test_a_step_that_is_not_one_is_refused(wrong: dict[str, Json]) -> None:
    table: dict[str, Json] = {"scenario": "a", "side": "b", "steps": [STEP]}
    assert 1 == len(guides.read(table).steps)
    with pytest.raises(DataError):
        guides.read({**table, "steps": [{**STEP, **wrong}]})
    with pytest.raises(DataError):
        guides.read({**table, "steps": [STEP] * (guides.MOST_STEPS + 1)})
