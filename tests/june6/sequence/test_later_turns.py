"""From 11/12 June on: refits, headquarters that come back and Corps Activations, played at random and by the player."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import cast

import pytest
from attrs import AttrsInstance, evolve

from pbem.games import registry
from pbem.games.driver import Driven, Seeded
from pbem.games.playout import Hotseat, advised
from pbem.port.game import Choice, Conceal
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import OVER, WEATHER, State
from pbem_rules.june6.rules.arrivals.restoring import Restore
from pbem_rules.june6.rules.markers.corps_marker import is_one
from pbem_rules.june6.rules.markers.logistics import Buy
from pbem_rules.june6.rules.movement.refitting import Refit
from tests.june6.random_play import Game


@pytest.fixture(scope="module")
def later() -> June6:
    """The landings with their last turn moved to 15/16 June."""
    rules = cast("June6", registry.load("june6").rules)
    scenario = evolve(rules.data.scenarios["landings"], last_turn=6)
    return evolve(rules, data=evolve(rules.data, scenarios={**rules.data.scenarios, "landings": scenario}))


def of_june_11(rules: June6) -> State:
    """Everybody where he was on 6 June, five days later; half the units are worn and two headquarters are lost."""
    state = rules.setup("landings", {})
    units = []
    for n, unit in enumerate(state.board):
        if unit.id in ("HQ/716", "HQ/50 Br"):
            continue
        worn = n % 2 == 0 and rules.data.unit(unit.id).reduced is not None and not rules.data.unit(unit.id).hq
        units.append(evolve(unit, reduced=worn, scattered=False))
    board = type(state.board).of(units)
    return evolve(
        state,
        turn=4,
        phase=WEATHER,
        board=board,
        arrivals=(),
        lost=("HQ/716", "HQ/50 Br"),
        returns=(("HQ/716", 4), ("HQ/50 Br", 5)),
    )


@pytest.mark.parametrize("seed", range(3))
def test_random_play_of_later_turns_ends_and_breaks_no_law(later: June6, seed: int, tmp_path: Path) -> None:
    """Every option is legal, every slot opens, and the headquarters that were lost are back."""
    game = Game.at(later, of_june_11(later), seed, inspect=0.05)
    try:
        assert game.play(every=10)
        assert game.state.phase == OVER
    except Exception as error:
        raise AssertionError(f"{error}\nsaved as {game.save(tmp_path)}") from error
    assert "HQ/50 Br" in (*game.state.returned, *dict(game.state.returns))


def test_the_player_refits_brings_headquarters_back_and_wakes_a_corps(later: June6) -> None:
    """One side's whole bag of later tricks is used when there is cause for each."""
    game, used = (
        Hotseat(now=Driven(rules=later, state=of_june_11(later)), chance=Seeded(Random(6)), salt=1),
        set(),
    )

    def noticed(at: Hotseat[State], owed: Choice | Conceal) -> AttrsInstance:
        order = advised(at, owed)
        used.update({"corps"} if isinstance(order, Buy) and is_one(order.first) else ())
        used.update({type(order).__name__} if isinstance(order, Refit | Restore) else ())
        return order

    while game.step(noticed):
        pass
    assert game.state.phase == OVER
    assert {"corps", "Refit", "Restore"} == used
