"""June '44's map: built from its ground byte for byte, and true to what is known of single hexes."""

from __future__ import annotations

import tomllib
from copy import deepcopy

import pytest

from pbem_rules.june44.printed.ground import read_ground
from pbem_rules.kernel.tables import root
from rules.tools.build_june6_map import read_ground as read_country
from rules.tools.build_june44_map import DATA, build, lint, read_own, render
from tests.tools.nets import components

GROUND, COUNTRY = read_own(), read_country()
BOARD = build(GROUND, COUNTRY)
MAP = read_ground(root(tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8")), "map.toml"))


def test_the_ground_builds_the_map_that_is_shipped_byte_for_byte() -> None:
    assert (DATA / "map.toml").read_text(encoding="utf-8") == render(BOARD)


def test_the_map_has_no_faults() -> None:
    assert lint(BOARD) == []


def test_the_lint_sees_a_city_without_a_road_and_a_beach_inland() -> None:
    ground = deepcopy(dict(GROUND))
    ground["cities"] = {"1323": "Nowhere"}
    ground["beaches"] = {"2509": {"name": "Gold", "nation": "cw"}}
    assert ["1323 has no road", "beach 2509 has no sea"] == lint(build(ground, COUNTRY))


def test_a_hex_in_two_lists_of_the_ground_has_two_kinds_of_terrain() -> None:
    kinds = dict(GROUND["terrain"])
    ground = {**GROUND, "terrain": {**kinds, "clear": f"{kinds['clear']} 2604", "bocage": "2604 1819"}}
    found = build(ground, COUNTRY).terrain
    assert ("city + bocage + clear", "swamp + bocage") == (found[26, 4], found[18, 19])
    assert {**BOARD.terrain, (26, 4): found[26, 4], (18, 19): found[18, 19]} == found


@pytest.mark.parametrize(
    ("where", "longitude", "latitude"),
    [
        ("2911", -0.8053, 49.0883),  # Caumont, 2.2
        ("2402", -0.257, 49.231),  # Ranville: one hex of the third British regiment, 13.0
    ],
)
def test_hexes_that_the_rules_print_lie_where_they_lay(where: str, longitude: float, latitude: float) -> None:
    assert where == BOARD.frame.name(BOARD.frame.at(BOARD.frame.plane(longitude, latitude)))


def test_the_second_combat_example_stands_on_the_map() -> None:
    """11.3: 2nd Armored attacks swamp over a bridged river, 29th is cut off by the sea, 1st by a river; 2217 is dry."""
    swamp, armour, ahead, apart = "2117", "2116", "2217", "2018"
    assert ("swamp",) == MAP.terrain[swamp]
    assert all(swamp in MAP.grid.adjacent[other] for other in (armour, ahead, apart))
    assert (True, True) == (MAP.rivers.has(armour, swamp), MAP.bridges.has(armour, swamp))
    assert (True, False) == (MAP.forbidden.has(apart, swamp), MAP.bridges.has(apart, swamp))
    assert (True, False) == (MAP.rivers.has("2017", swamp), MAP.forbidden.has("2017", swamp))
    assert not MAP.rivers.has(ahead, swamp)


def test_the_canal_closes_the_way_from_the_sea_to_caen_but_at_pegasus_bridge() -> None:
    """6.0, 6.2: no step over the canal except by a bridge."""
    west, east = {"2202", "2302", "2403", "2404", "2504"}, {"2201", "2301", "2402", "2502", "2503"}
    over = {(a, b) for a in west for b in MAP.grid.adjacent[a] if b in east}
    assert over == {pair for pair in over if MAP.forbidden.has(*pair)}
    assert {("2302", "2402")} == {pair for pair in over if MAP.bridges.has(*pair)}


def test_every_city_and_beach_and_entry_is_joined_by_road() -> None:
    on_road = set(MAP.roads.joined)
    wanted = {*MAP.cities, *MAP.beaches, *(where for hexes in MAP.entries.values() for where in hexes)}
    assert wanted <= on_road
    assert 1 == len([each for each in components(MAP.roads) if len(each) > 2])


def test_all_of_the_land_is_one_piece() -> None:
    seen, todo = {"2911"}, ["2911"]
    while todo:
        fresh = [n for n in MAP.grid.adjacent[todo.pop()] if n not in seen]
        seen.update(fresh)
        todo.extend(fresh)
    assert set(MAP.terrain) == seen
