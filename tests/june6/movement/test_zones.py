"""Zones of control on the move, and the questions that other parts ask about them."""

from __future__ import annotations

from hypothesis import given, settings

from pbem_rules.june6.model import State, Unit, View
from pbem_rules.june6.rules.ground import zones_of_control
from pbem_rules.june6.rules.movement import move
from tests.june6.build_movement import GRID, activated, data, ground, state
from tests.june6.movement.test_moves import CLEAR, broken, by_road, cost, go, positions


@settings(deadline=None, max_examples=60)
@given(positions())
def test_a_hex_is_in_a_zone_just_when_a_neighbour_holds_a_combat_unit(position: State) -> None:
    for side in ("allied", "german"):
        fighting = {
            u.where for u in position.board if CLEAR.unit(u.id).side == side and CLEAR.unit(u.id).combat
        }
        for where in GRID.hexes:
            assert bool(fighting & set(GRID.adjacent[where])) == zones_of_control.in_zone(
                View(data=CLEAR, state=position), where, side
            )


@settings(deadline=None, max_examples=60)
@given(positions())
def test_no_hex_is_undisputed_by_both_sides(position: State) -> None:
    for where in GRID.hexes:
        claims = [
            zones_of_control.undisputed(View(data=CLEAR, state=position), where, side)
            for side in ("allied", "german")
        ]
        assert claims != [True, True]


def test_support_units_and_places_off_the_map_have_no_zone() -> None:
    position = state({"HQ/352": "0504", "914/352": "entry:E"})
    assert not zones_of_control.in_zone(View(data=CLEAR, state=position), "0505", "german")
    assert not zones_of_control.in_zone(View(data=CLEAR, state=position), "entry:E", "german")


def test_a_zone_reaches_over_a_river() -> None:
    printed = data(ground(sides={"major_river": ("0503/0504",)}))
    assert zones_of_control.in_zone(View(data=printed, state=state({"914/352": "0504"})), "0503", "german")


def test_the_surrounded_units_own_zone_disputes_nothing() -> None:
    position = state({"914/352": "0504", "16/1": "0506"})
    assert not zones_of_control.undisputed(View(data=CLEAR, state=position), "0505", "allied")
    assert zones_of_control.undisputed(View(data=CLEAR, state=position), "0505", "allied", apart_from="0504")
    assert not zones_of_control.undisputed(
        View(data=CLEAR, state=position), "0505", "allied", apart_from="0504", sources=frozenset({"0604"})
    )


def test_entering_and_leaving_a_zone_cost_a_point_each() -> None:
    position = activated(CLEAR, state({"HQ/1": "0506", "741/V": "0503", "914/352": "0504"}), "V")
    assert 2 == cost(CLEAR, position, go("741/V", "0502"))
    assert 3 == cost(CLEAR, position, go("741/V", "0604"))


def test_a_unit_stops_where_it_enters_a_zone() -> None:
    position = activated(CLEAR, state({"16/1": "0502", "914/352": "0504"}), "1")
    assert () == broken(CLEAR, position, go("16/1", "0503"))
    assert ("11.12", "11.13") == broken(CLEAR, position, go("16/1", "0503", "0604"))


def test_only_motorised_units_go_from_zone_to_zone() -> None:
    position = activated(CLEAR, state({"16/1": "0503", "741/V": "0503", "914/352": "0504"}), "1", "V")
    assert ("11.13",) == broken(CLEAR, position, go("16/1", "0604"))
    assert () == broken(CLEAR, position, go("741/V", "0604"))


def test_a_unit_on_foot_goes_round_from_zone_to_zone() -> None:
    position = activated(CLEAR, state({"16/1": "0503", "914/352": "0504"}), "1")
    assert 4 == cost(CLEAR, position, go("16/1", "0603", "0604"))


def test_a_support_unit_enters_a_zone_only_to_join_a_combat_unit() -> None:
    alone = activated(CLEAR, state({"HQ/1": "0502", "914/352": "0504"}), "1")
    joined = activated(CLEAR, state({"HQ/1": "0502", "16/1": "0503", "914/352": "0504"}), "1")
    assert ("11.14",) == broken(CLEAR, alone, go("HQ/1", "0503"))
    assert () == broken(CLEAR, joined, go("HQ/1", "0503"))


def test_disorder_and_isolation_keep_out_of_zones() -> None:
    for unit, paragraph in (
        (Unit(id="16/1", where="0502", efficiency=False, disorder=2), "13.12"),
        (Unit(id="16/1", where="0502", efficiency=False, isolated=True), "22.24"),
    ):
        position = activated(CLEAR, state({"914/352": "0504"}, unit), "1", full=False)
        assert (paragraph,) == broken(CLEAR, position, go("16/1", "0503"))
        assert () == broken(CLEAR, position, go("16/1", "0501"))


def test_at_reduced_efficiency_a_zone_is_entered_at_once_or_not_at_all() -> None:
    position = activated(CLEAR, state({"16/1": "0502", "18/1": "0501", "914/352": "0504"}), "1", full=False)
    assert () == broken(CLEAR, position, go("16/1", "0503"))
    assert ("7.4",) == broken(CLEAR, position, go("18/1", "0502", "0503"))
    assert "0503" not in move.reach(View(data=CLEAR, state=position), "18/1")


def test_strategic_movement_keeps_two_hexes_between_it_and_the_enemy() -> None:
    printed = data(ground(primary=("0501 0502 0503 0504 0505 0506 0507 0508",)))
    near = activated(printed, state({"16/1": "0501", "HQ/1": "0101", "914/352": "0503"}), "1")
    far = activated(printed, state({"16/1": "0501", "HQ/1": "0101", "HQ/352": "0505", "SP 01": "0905"}), "1")
    assert "8.24" in broken(printed, near, by_road("16/1", "0502"))
    assert () == broken(printed, far, by_road("16/1", "0502", "0503"))
    assert ("8.24",) == broken(printed, far, by_road("16/1", "0502", "0503", "0504"))


def test_strategic_movement_ends_before_an_enemy_zone() -> None:
    printed = data(ground(primary=("0501 0502 0503 0504 0505 0506",)))
    position = activated(printed, state({"16/1": "0501", "HQ/1": "0101", "914/352": "0505"}), "1")
    order = by_road("16/1", "0502", "0503", "0504")
    assert ("8.24", "11.15") == broken(printed, position, order)
