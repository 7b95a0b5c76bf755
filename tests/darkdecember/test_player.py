"""The demonstration player: legal, the same every time, and to the end of a game in time."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.games import registry
from pbem.games.self_play import Hotseat, advised
from pbem.port.game import Choice
from pbem_rules.darkdecember.game import DarkDecember
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.player.front import Front, ways, worths
from pbem_rules.darkdecember.player.plans import plans
from pbem_rules.shared.player.game import FAR
from tests.sampling import one_by_turns

pytestmark = pytest.mark.wider

RULES = registry.load("darkdecember").rules
assert isinstance(RULES, DarkDecember)
GAME: DarkDecember = RULES


def played(scenario: str, seed: int, actions: int = 100_000) -> tuple[Hotseat[State], Counter[str]]:
    """A game of the player against itself, and how often each kind of order was given."""
    game, kinds = Hotseat.start(GAME, scenario, {}, seed), Counter[str]()

    def decide(table: Hotseat[State], due: Choice) -> object:
        order = advised(table, due)
        kinds[GAME.actions.kind(order)] += 1
        return order

    while game.actions < actions and game.step(decide):  # type: ignore[arg-type]
        pass
    return game, kinds


@pytest.mark.parametrize("scenario", one_by_turns(GAME.scenarios))
def test_the_beginning_of_every_scenario_is_played_and_comes_out_the_same_again(scenario: str) -> None:
    (one, _), (two, _) = played(scenario, 3, 120), played(scenario, 3, 120)
    assert GAME.write(one.state) == GAME.write(two.state)
    assert 120 == one.actions


@pytest.mark.night
def test_a_whole_game_is_played_with_moves_attacks_and_arrivals_on_both_sides() -> None:
    game, kinds = played("herbstnebel", 1)
    found = GAME.result(game.state)
    assert found is not None
    assert {"place", "move", "attack", "respond", "enter", "done"} <= set(kinds)
    assert kinds["attack"] >= 8


def test_ways_are_shortest_by_road_and_go_round_rivers_without_bridges() -> None:
    found = ways(GAME.data.ground, "2922")
    assert 0 == found["2922"]
    assert all(cost < FAR for cost in found.values())
    assert len(found) == len(GAME.data.ground.grid.hexes)
    for a, b in GAME.data.ground.roads:
        dry = not GAME.data.ground.rivers.has(a, b) or GAME.data.ground.bridges.has(a, b)
        assert not dry or abs(found[a] - found[b]) <= 1


def test_every_formation_has_a_sector_and_it_is_a_place_that_counts_or_one_of_its_plan() -> None:
    state = GAME.setup("turning-point", {})
    for side in GAME.sides:
        front = Front(view=GAME.view(state, side))
        own = {piece.id for stack in front.mine.values() for piece in stack}
        planned = {place for plan in front.plans.values() for place in (*plan.take, *plan.hold)}
        assert own == set(front.goals)
        assert set(front.goals.values()) <= set(worths(GAME.data, "turning-point")) | planned


def test_the_plans_of_divisions_name_places_of_the_map_and_formations_of_the_order_of_battle() -> None:
    for side in GAME.sides:
        kinds = [kind for kind in GAME.data.units.values() if kind.side == side]
        known = {kind.formation for kind in kinds} | {kind.id for kind in kinds}
        assert set() == set(plans(GAME.data, side)) - known
