"""The demo player plays whole games by the rules, and plays them with sense."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from pbem.port.game import Secrets
from pbem_rules.june6.model import ALLIED, GERMAN, State
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.player.ground import roads
from pbem_rules.june6.player.odds import attack_gain, prospect, shares
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.movement.move import Move
from tests.june6.build import rules
from tests.june6.player.playing import Played, a_game
from tests.lists import tried_with


@pytest.fixture(scope="module")
def game() -> Played:
    return a_game()


def test_the_same_position_brings_the_same_advice(game: Played) -> None:
    """Advice depends on position, side and salt alone: also when the game is built anew from its written state."""
    for turn in game.orders[:: max(1, len(game.orders) // 25)]:
        again = rules().load(rules().dump(turn.before))
        salt = 3 if turn.side == ALLIED else 4
        assert turn.order == rules().advise(again, turn.side, Secrets(), salt)


def test_the_allies_land_and_fight_inland(game: Played) -> None:
    """On the first turn every landing box empties but for a few, and units stand off the beaches."""
    first = [turn.before for turn in game.orders if turn.before.turn == 1][-1]
    waiting = [unit for unit in first.board if unit.where.startswith("box:")]
    landed = [o for o in game.outcomes if o.kind == "landed"]
    assert len(waiting) < len(landed) / 2


def test_the_guns_are_used(game: Played) -> None:
    """Both sides use artillery, and the Allied side its markers in the air and at sea."""
    attacks = [turn.order for turn in game.orders if isinstance(turn.order, Attack)]
    answers = [turn.order for turn in game.orders if isinstance(turn.order, Defend)]
    assert any(order.artillery for order in attacks)
    assert any(order.artillery for order in answers)
    assert any(order.air for order in attacks)
    assert any(order.naval for order in attacks)


def test_attacks_are_made_at_good_odds(game: Played) -> None:
    """The modifiers of the Allied attacks are above zero, but for a few."""
    totals = [
        sum(reason.value for reason in outcome.reasons)
        for outcome in game.outcomes
        if outcome.kind == "combat" and outcome.side == ALLIED
    ]
    assert len(totals) > 20
    assert sum(total < 1 for total in totals) <= len(totals) / 8


def test_strongpoint_units_hold_their_ground(game: Played) -> None:
    """No strongpoint unit marches off."""
    movers = {turn.order.unit for turn in game.orders if isinstance(turn.order, Move)}
    assert not [name for name in movers if name.startswith("SP")]


# --- odds -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["assault", "probe"])
def test_a_better_modifier_never_makes_an_attack_worse(mode: str) -> None:
    """Expected gain rises with the modifier."""
    gains = [attack_gain(rules().data, mode, modifier, 2, 1, 0.5) for modifier in range(-4, 10)]
    assert sorted(gains) == gains


# --- sense ------------------------------------------------------------------------------------------------------------


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


# --- modes ------------------------------------------------------------------------------------------------------------


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


def test_all_four_modes_are_used(game: Played) -> None:
    """In one game each side's two modes come up, in a fifth of the combats or more for the defender's."""
    said = Counter(
        word for o in game.outcomes if o.kind == "combat" for word in o.text.split(":")[0].lower().split()
    )
    combats = said["against"]
    assert said["assault"] > said["probe"] > 0
    assert min(said["stand"], said["retreat"]) > combats / 5
