"""Dark December's map: towns and edges where the printed numbers put them, and a ground that holds together."""

from __future__ import annotations

from collections import Counter

from tests.darkdecember.test_data import GROUND, UNITS
from tests.tools.nets import components


def test_a_bridge_built_between_3920_and_4020_joins_roads_that_nothing_joined() -> None:
    assert GROUND.rivers.has("3920", "4020")
    assert not GROUND.roads.has("3920", "4020")
    assert GROUND.roads.at("3920")
    assert GROUND.roads.at("4020")


def test_roads_are_one_network_that_reaches_every_exit_and_every_town() -> None:
    (network,) = components(GROUND.roads)
    assert set(GROUND.exits) <= set(network)
    assert set(GROUND.towns) <= set(network)


def test_bridges_are_where_roads_cross_rivers_and_nowhere_else() -> None:
    assert GROUND.roads & GROUND.rivers == GROUND.bridges
    assert not GROUND.fords & GROUND.bridges


def test_every_river_is_one_course_and_no_hexside_has_two() -> None:
    """Sides of a course share an end: two hexsides meet where three hexes do."""
    adjacent = GROUND.grid.adjacent

    def ends(a: str, b: str) -> list[frozenset[str]]:
        return [frozenset((a, b, c)) for c in adjacent[a] if c in adjacent[b]]

    for name, course in GROUND.courses.items():
        left = list(course)
        todo, ends_seen = [left.pop()], set()
        while todo:
            ends_seen |= set(ends(*todo.pop()))
            near = [pair for pair in left if ends_seen & set(ends(*pair))]
            left = [pair for pair in left if pair not in near]
            todo += near
        assert not left, name
    assert sum(len(course) for course in GROUND.courses.values()) == len(GROUND.rivers)


def reached(start: str, closed: frozenset[str], rivers: tuple[str, ...] = ()) -> set[str]:
    """The hexes that can be walked to without entering ``closed`` or crossing one of ``rivers``."""
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for there in GROUND.grid.adjacent[here]:
            wet = any(GROUND.courses[name].has(here, there) for name in rivers)
            if there not in found and there not in closed and not wet:
                found.add(there)
                todo.append(there)
    return found


def test_the_westwall_is_closed_from_the_north_edge_to_the_mosel() -> None:
    east = reached("5015", GROUND.westwall, ("Mosel",))
    assert "3913" not in east
    assert "4733" not in east
    assert east == set().union(*(army.infantry for army in GROUND.armies.values()))


def test_german_armour_starts_two_hexes_behind_the_westwall_and_areas_do_not_overlap() -> None:
    for army in GROUND.armies.values():
        assert not any(set(GROUND.grid.adjacent[where]) & GROUND.westwall for where in army.armour)
        assert not army.infantry & GROUND.westwall
    assert sum(len(army.infantry) for army in GROUND.armies.values()) == len(
        set().union(*(army.infantry for army in GROUND.armies.values()))
    )


def test_every_army_has_room_for_its_units_one_in_a_hex() -> None:
    for name, army in GROUND.armies.items():
        armour = sum(unit.army == name and unit.motorized for unit in UNITS.values())
        foot = sum(unit.army == name and unit.infantry for unit in UNITS.values())
        assert armour <= len(army.armour)
        assert armour + foot <= len(army.infantry)


def test_the_ground_behind_the_meuse_is_its_left_bank() -> None:
    assert reached("0101", frozenset(), ("Meuse",)) == GROUND.behind_meuse
    assert {"0714", "0706"} & GROUND.behind_meuse
    assert "0813" not in GROUND.behind_meuse
    assert GROUND.behind_meuse < GROUND.behind_semois
    assert "1832" in GROUND.behind_semois or "1833" in GROUND.behind_semois
    assert "2128" not in GROUND.behind_semois


def test_both_sides_have_sources_of_supply_on_the_edges_that_1_0_names() -> None:
    edges = Counter(way.edge for way in GROUND.exits.values())
    assert {"north", "east", "south", "west"} == set(edges)
    areas = {way.area: way.edge == "east" for way in GROUND.exits.values()}
    assert {name for name, east in areas.items() if east} == {"X", "Y", "Z"}
