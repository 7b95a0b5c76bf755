"""Lines of communication: how long, along what, to which source, and what cuts them."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings

from pbem_rules.june6.model import State, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.ground import line_of_communication, zones_of_control
from pbem_rules.june6.rules.lookup import enemy_of
from tests.june6.build_movement import data, ground, state
from tests.june6.movement.test_moves import positions

ROADS = data(ground(primary=("0104 0204 0304 0404 0504", "0904 0804 0704"), supply=("0104",)))


def line(printed: Data, position: State, name: str) -> tuple[str, ...] | None:
    return line_of_communication.trace(View(data=printed, state=position), position.board[name])


@settings(deadline=None, max_examples=60)
@given(positions())
def test_a_line_is_connected_open_and_ends_at_a_source(position: State) -> None:
    for unit in position.board:
        found = line_of_communication.trace(View(data=ROADS, state=position), unit)
        if found is None:
            continue
        side = ROADS.unit(unit.id).side
        assert unit.where == found[0]
        assert found[-1] in (("0104",) if side == "german" else ("0904", "0905"))
        for a, b in pairwise(found):
            assert b in ROADS.ground.grid.adjacent[a]
            there = position.board.at(b)
            assert all(ROADS.unit(name).side == side for name in there)
            assert there or not zones_of_control.in_zone(View(data=ROADS, state=position), b, enemy_of(side))


def test_a_line_goes_two_hexes_over_land_and_any_distance_by_road() -> None:
    assert ("0604", "0503", "0404", "0304", "0204", "0104") == line(
        ROADS, state({"914/352": "0604"}), "914/352"
    )
    assert 7 == len(line(ROADS, state({"914/352": "0704"}), "914/352") or ())
    assert None is line(ROADS, state({"914/352": "0804"}), "914/352")


def test_americans_end_at_their_own_beaches() -> None:
    assert ("0704", "0804", "0904") == line(ROADS, state({"16/1": "0704"}), "16/1")
    assert None is line(ROADS, state({"16/1": "0506"}), "16/1")
    sword = data(ground(beaches={"Sword": ("0904",)}))
    assert None is line(sword, state({"16/1": "0904"}), "16/1")


def test_a_road_beside_a_beach_counts_as_entering_it() -> None:
    printed = data(ground(secondary=("0506 0606 0706 0806",), beaches={"Omaha": ("0905",)}))
    assert ("0506", "0606", "0706", "0806", "0905") == line(printed, state({"16/1": "0506"}), "16/1")


def test_an_enemy_unit_or_zone_cuts_a_line_and_a_friendly_unit_keeps_it_open() -> None:
    free = {"914/352": "0504"}
    assert None is not line(ROADS, state(free), "914/352")
    assert None is line(ROADS, state({**free, "HQ/1": "0204"}), "914/352")
    cut = {**free, "16/1": "0205"}
    assert None is line(ROADS, state(cut), "914/352")
    kept = {**cut, "HQ/352": "0204", "Flak A/352": "0304", "Flak B/352": "0104"}
    assert None is not line(ROADS, state(kept), "914/352")


def test_a_friendly_zone_of_control_does_not_keep_a_line_open() -> None:
    cut = {"914/352": "0504", "16/1": "0205", "915/352": "0303"}
    assert None is line(ROADS, state(cut), "914/352")


def test_a_river_without_a_bridge_stops_the_part_over_land() -> None:
    river = {"major_river": ("0504/0604", "0504/0605", "0505/0605", "0505/0606", "0503/0604", "0503/0603")}
    dry = data(ground(primary=("0104 0204 0304 0404 0504",), sides=river))
    bridged = data(ground(primary=("0104 0204 0304 0404 0504",), sides=river, bridges=("0504/0604",)))
    assert None is line(dry, state({"914/352": "0604"}), "914/352")
    assert None is not line(bridged, state({"914/352": "0604"}), "914/352")


def test_cherbourg_supplies_its_own_command_until_it_is_entered() -> None:
    printed = data(ground(cherbourg=("0904",)))
    position = state({"Fortress": "0904", "914/352": "0904"})
    assert ("0904",) == line(printed, position, "Fortress")
    assert None is line(printed, position, "914/352")
    lost = State(scenario="", board=position.board, cherbourg_lost=True)
    assert None is line(printed, lost, "Fortress")


def test_units_off_the_map_are_in_communication_where_they_are() -> None:
    assert ("box:Omaha",) == line(ROADS, state({"16/1": "box:Omaha"}), "16/1")
    assert ("entry:E",) == line(ROADS, state({"914/352": "entry:E"}), "914/352")


@settings(deadline=None, max_examples=30)
@given(positions())
def test_tracing_together_gives_what_tracing_one_by_one_gives(position: State) -> None:
    units: tuple[Unit, ...] = tuple(position.board)
    together = line_of_communication.traced(View(data=ROADS, state=position), units)
    assert {
        unit.id: line_of_communication.trace(View(data=ROADS, state=position), unit) for unit in units
    } == together
