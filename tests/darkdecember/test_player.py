"""What the demonstration player reckons with: ways, sectors, plans."""

import pytest

from pbem.games import registry
from pbem_rules.darkdecember.game import DarkDecember
from pbem_rules.darkdecember.player.front import Front, ways, worths
from pbem_rules.darkdecember.player.plans import plans
from pbem_rules.shared.player.game import FAR
from pbem_rules.shared.player.sectors import bound

GAME = registry.load("darkdecember").rules
assert isinstance(GAME, DarkDecember)

pytestmark = pytest.mark.wider


def test_ways_are_shortest_by_road_and_go_round_rivers_without_bridges() -> None:
    found = ways(GAME.data.ground, "2922")
    assert 0 == found["2922"]
    assert all(cost < FAR for cost in found.values())
    assert len(found) == len(GAME.data.ground.grid.hexes)
    for a, b in GAME.data.ground.roads:
        dry = not GAME.data.ground.rivers.has(a, b) or GAME.data.ground.bridges.has(a, b)
        assert not dry or abs(found[a] - found[b]) <= 1


def test_every_formation_has_a_sector_and_it_is_a_place_that_counts_or_one_of_its_plan() -> None:
    for side in GAME.sides:
        front = Front(view=GAME.view(GAME.setup("turning-point", {}), side))
        goals = {bound(front, each.group or each.id) for stack in front.mine.values() for each in stack}
        planned = {place for plan in front.plans.values() for place in (*plan.take, *plan.hold)}
        assert goals <= set(worths(GAME.data, "turning-point")) | planned


def test_the_plans_of_divisions_name_places_of_the_map_and_formations_of_the_order_of_battle() -> None:
    for side in GAME.sides:
        kinds = (kind for kind in GAME.data.units.values() if kind.side == side)
        known = {name for kind in kinds for name in (kind.formation, kind.id)}
        assert set() == set(plans(GAME.data, side)) - known


def test_who_builds_a_bridge_adds_nothing_to_an_attack_of_this_turn_and_is_feared_after_it() -> None:
    state = GAME.place("empty", {"units": {"3/2Pz": {"at": "3920", "bridging": "3920/4020"}}})
    seen = {side: Front(view=GAME.view(state, side)).stacks["german"]["3920"] for side in GAME.sides}
    assert (0, 6) == (seen["german"][0].attack, seen["allied"][0].attack)
