"""The sheet of somebody who fills in none: in every game it has no slip, and nobody can foretell what it mixes."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from attrs import AttrsInstance

from pbem.games import registry
from pbem.port.game import Choice, Conceal, Secrets, TakesStandingOrders
from pbem_rules.june6.model import Combat
from pbem_rules.june6.rules.combat.defence import Defend
from tests.standing.test_policy import found, rules

pytestmark = pytest.mark.wider

GAMES = [each.name for each in registry.installed()]


@pytest.mark.parametrize("game", GAMES)
def test_it_has_no_slip_in_any_scenario_for_either_side(game: str) -> None:
    played = registry.load(game).rules
    assert isinstance(played, TakesStandingOrders)
    for scenario in played.scenarios:
        state = played.setup(scenario, {})
        for side in played.sides:
            assert () == tuple(played.standing_check(state, side, played.standing_default(state, side))), side


def _given(mix: bytes) -> AttrsInstance:
    state, owed, _ = found(Defend, "german")
    sheet = {"modes": {"default": "stand", "mix": "2:1"}}
    answered = rules().standing_answer(state, owed.side, sheet, Secrets(mix=mix), owed)
    assert answered.action is not None, answered.reason
    return answered.action


def test_the_likelier_mode_comes_two_times_in_three() -> None:
    seen = Counter(
        order.mode
        for n in range(900)
        if isinstance(order := _given(sha256(str(n).encode()).digest()), Defend)
    )
    assert 900 == seen.total()
    assert 540 < seen["stand"] < 660  # three standard deviations either side of 600 are 42


def test_the_same_bytes_give_the_same_answer_and_none_gives_none() -> None:
    state, owed, _ = found(Defend, "german")
    assert isinstance(owed, Choice | Conceal)
    sheet = {"modes": {"default": "stand", "mix": "2:1"}}
    assert _given(b"x" * 32) == _given(b"x" * 32)
    assert rules().standing_answer(state, owed.side, sheet, Secrets(), owed).action is None
    plain = {"modes": {"default": "stand"}}
    assert rules().standing_answer(state, owed.side, plain, Secrets(), owed).action is not None


def test_an_objective_that_fell_long_ago_stops_no_answer_and_one_attacked_is_asked() -> None:
    """Once one had fallen, every answer of the game was handed back: the sheet was dead from the first turns on."""
    state, owed, _ = found(Defend, "german")
    played = rules()
    sheet = {**played.standing_default(state, "german"), "hand_back": {"steps": 99}}
    usual = played.standing_default(state, "german")["hand_back"]
    assert isinstance(usual, dict)
    assert "hexes" not in usual
    assert usual["attacked"]
    known = Secrets(mix=b"x" * 32)
    assert played.standing_answer(state, owed.side, sheet, known, owed).action is not None
    combat = state.current(Combat)
    asked = {**sheet, "hand_back": {"attacked": [combat.target]}}
    answered = played.standing_answer(state, owed.side, asked, known, owed)
    assert answered.action is None
    assert combat.target in str(answered.reason)
