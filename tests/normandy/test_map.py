"""The five maps: the hexes that the text names, laws of what is laid on them, and the shared table of Normandy."""

from __future__ import annotations

import pytest

from pbem_rules.normandy.sheets import SHEETS, WINDOWS
from rules.tools.build_normandy_map import hills, load, on_land, places, terrain, works
from tests.normandy.shelf import DATA
from tests.shared.normandy import kilometres, read, spots
from tests.tools.nets import components

GROUND = DATA.ground
GRID = GROUND.grid
BOARD = load()
WATER = GROUND.streams | GROUND.rivers
LAND = {name for name in GRID.hexes if GROUND.is_land(name)}


def test_the_map_is_the_one_that_its_ground_makes() -> None:
    """Without rivers and roads, which take a quarter of a minute to lay."""
    assert LAND == BOARD.land
    assert terrain(BOARD) == GROUND.terrain
    assert places(BOARD) == {where: (GROUND.names[where], size) for where, size in GROUND.settlements.items()}
    assert hills(BOARD) == GROUND.hills
    assert set(works(BOARD)) == set(GROUND.works)


def test_five_sheets_make_one_grid_without_gap_or_overlap() -> None:
    hexes = sum(len(columns) * len(rows) for columns, rows in WINDOWS.values())
    assert hexes == len(GRID.hexes)
    assert ["A", "B", "C", "D", "E"] == [sheet.prefix for sheet in SHEETS]
    for one, other in (
        ("A6230", "B0101"),
        ("B3601", "C0101"),
        ("A0150", "D0101"),
        ("D6251", "E0115"),
        ("B0157", "E0101"),
    ):
        assert other in GRID.adjacent[one], (one, other)


def test_a_bridge_is_where_a_road_crosses_water_and_nowhere_else() -> None:
    assert (GROUND.main | GROUND.roads) & WATER == GROUND.bridges


def test_roads_are_continuous() -> None:
    """Main roads are one net but for the peninsula's ends; what hangs apart is short."""
    pieces = sorted(map(len, components(GROUND.main)), reverse=True)
    assert 0.95 * sum(pieces) <= pieces[0]
    whole = sorted(map(len, components(GROUND.main | GROUND.roads)), reverse=True)
    assert 0.97 * sum(whole) <= whole[0]


def test_the_perimeter_shuts_cherbourg_off() -> None:
    for a, b in GROUND.perimeter:
        assert (a in GROUND.cherbourg) != (b in GROUND.cherbourg)
    seen, todo = {"A2910"}, ["A2910"]
    while todo:
        here = todo.pop()
        for there in GRID.adjacent[here]:
            if there in LAND and there not in seen and not GROUND.perimeter.has(here, there):
                seen.add(there)
                todo.append(there)
    assert seen <= GROUND.cherbourg


# ---------------------------------------------------------------- the shared table of Normandy


def test_places_stand_where_the_shared_table_has_them() -> None:
    for name, spot in spots().items():
        own = BOARD.ground["places"].get(name)
        if own is not None:
            assert 1.2 >= kilometres((own[0], own[1]), spot), name


@pytest.mark.parametrize("name", ["N13", "N158", "N174", "N175"])
def test_main_roads_pass_the_places_of_the_shared_table(name: str) -> None:
    course = read("shared/normandy/roads.toml").table("roads").table(name).texts("course")
    for place in course:
        where = on_land(BOARD, BOARD.plane(spots()[place]))
        if where is not None:
            assert any(GROUND.main.at(near) for near in GRID.within(where, 2)), (name, place)
