"""What the demo player reckons with: odds, ways and worths; what it does is in its positions (``tests/positions``)."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem_rules.june6.model import ALLIED, GERMAN, State
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.player.ground import roads
from pbem_rules.june6.player.odds import attack_gain, prospect, shares
from tests.june6.build import rules
from tests.lists import tried_with


@pytest.mark.parametrize("mode", ["assault", "probe"])
def test_a_better_modifier_never_makes_an_attack_worse(mode: str) -> None:
    """Expected gain rises with the modifier."""
    gains = [attack_gain(rules().data, mode, modifier, 2, 1, 0.5) for modifier in range(-4, 10)]
    assert sorted(gains) == gains


def _start() -> State:
    return rules().setup("landings", {})


def test_the_way_to_a_place_is_longer_than_the_crow_flies() -> None:
    """Points over the ground are never fewer than hexes, and Bayeux is nearer to Gold than to Utah."""
    data = rules().data
    ways = roads(data, "E2526")
    assert all(cost >= data.ground.grid.distance(where, "E2526") for where, cost in ways.items())
    assert ways["E2831"] < ways["W3228"]


def test_what_is_taken_is_less_worth_taking() -> None:
    """A held objective pulls the Allied side less, not at all when no enemy is near, and pulls the German still."""
    state = _start()
    taken = evolve(state, held=(*state.held, ("E2526", ALLIED), ("W2730", ALLIED)))
    data = rules().data
    before, after = Mind.of(data, state, ALLIED, 0).worth, Mind.of(data, taken, ALLIED, 0).worth
    assert before["E2526"] > after["E2526"] > 0
    cleared = evolve(taken, board=taken.board.remove("915/352", "726/716"))
    assert "E2526" not in Mind.of(data, cleared, ALLIED, 0).worth
    assert "E2526" in Mind.of(data, cleared, GERMAN, 0).worth


@tried_with("modifier", range(-4, 13))
def test_nobody_gains_by_knowing_how_often_the_player_uses_a_mode(modifier: int) -> None:
    """Whatever the enemy answers to the shares, the player has at least the worth of the game, and no more is to be had."""
    data = rules().data
    assault, stand = shares(data, modifier, 2, 1, 0.5)

    def gain(mode: str, defence: str) -> float:
        return prospect(data, mode, defence, modifier, 2, 1).gain(0.5)

    assured = min(
        assault * gain("assault", d) + (1 - assault) * gain("probe", d) for d in ("stand", "retreat")
    )
    feared = max(stand * gain(m, "stand") + (1 - stand) * gain(m, "retreat") for m in ("assault", "probe"))
    assert assured == pytest.approx(feared)
