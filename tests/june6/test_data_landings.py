"""June 6's schedule and its scenario: every unit has one place, and the set-up obeys the rules it starts."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from .printed_data import (
    ARRIVALS,
    BEACHES,
    CHARTS,
    FORMATIONS,
    LANDINGS,
    MAP,
    TERRAIN,
    TURNS,
    UNITS,
    is_combat,
    side_of,
    standing,
)


def test_every_unit_but_detachments_is_set_up_or_arrives_once() -> None:
    arriving = [u for a in chain(*ARRIVALS.values()) for u in a.texts("units")]
    landed = [u for u in arriving if u not in LANDINGS.table("drop").table("units")]
    places = Counter([*landed, *standing()])
    assert {name: 1 for name in UNITS if not name.startswith("Det ")} == dict(places)


def test_arrivals_bring_units_of_their_formation_by_a_way_the_map_has() -> None:
    for side, arrivals in ARRIVALS.items():
        for row in arrivals:
            assert row.integer("turn") in TURNS
            assert all(UNITS[u].text("formation") == row.text("formation") for u in row.texts("units")), (
                row.at
            )
            assert all(side_of(u) == side for u in row.texts("units")), row.at
            assert ("box" in row) == (row.text("how") == "beach")
            assert row.text("box", "Utah") in BEACHES
            assert set(row.texts("entry")) <= set(MAP.table("entry").keys())


def test_markers_come_with_the_headquarters_of_a_division() -> None:
    for row in chain(*ARRIVALS.values()):
        if row.integer("markers", 0):
            formation = FORMATIONS[row.text("formation")]
            assert formation.text("hq") in row.texts("units"), row.at
            assert row.integer("markers") <= formation.integer("markers")
        if "release" in row:
            assert 0 <= row.integer("release") <= 9
            assert row.integer("markers") >= 1


def test_dropped_units_of_the_scenario_are_those_of_the_schedule() -> None:
    dropped = {u for a in ARRIVALS["allied"] if a.text("how") == "drop" for u in a.texts("units")}
    gliders = {u for a in ARRIVALS["allied"] if a.text("how") == "glider" for u in a.texts("units")}
    assert dropped == set(LANDINGS.table("drop").table("units").keys())
    assert gliders == {k for k in LANDINGS.table("gliders").keys() if k in UNITS}  # noqa: SIM118


def test_the_cup_of_the_first_turn_holds_the_markers_of_its_arrivals() -> None:
    first = [a for a in ARRIVALS["allied"] if a.integer("turn") == 1 and a.integer("markers", 0)]
    cup = LANDINGS.table("cup").table("allied")
    assert {a.text("formation"): a.integer("markers") for a in first} == dict(cup.values)
    german = LANDINGS.table("cup").table("german")
    assert set(german.values) <= {UNITS[n].text("formation") for n in standing()}


def test_nobody_is_set_up_in_the_sea_or_with_an_enemy() -> None:
    sides: dict[str, set[str]] = {}
    for name, at in standing().items():
        assert at in TERRAIN, name
        sides.setdefault(at, set()).add(side_of(name))
    assert all(len(held) == 1 for held in sides.values())


def test_the_set_up_keeps_the_stacking_limits() -> None:
    limits, stacks = CHARTS.table("stacking"), dict[str, list[str]]()
    for name, at in standing().items():
        stacks.setdefault(at, []).append(name)
    for names in stacks.values():
        flak = sum(UNITS[n].text("type") == "flak" for n in names)
        assert sum(map(is_combat, names)) <= limits.integer("combat"), names
        assert len(names) - min(flak, limits.integer("extra_flak")) <= limits.integer("total"), names


def test_every_beach_can_be_landed_on() -> None:
    germans = {at for name, at in standing().items() if side_of(name) == "german"}
    delayed = set(LANDINGS.table("delay_points").table("hexes").keys())
    assert not (germans | delayed) & {h for hexes in BEACHES.values() for h in hexes}


def test_delay_points_stand_alone_on_land() -> None:
    hexes = set(LANDINGS.table("delay_points").table("hexes").keys())
    assert hexes
    assert not hexes & set(standing().values())
    assert hexes <= set(TERRAIN)


def test_gliders_may_land_without_breaking_a_limit() -> None:
    for name, zones in LANDINGS.table("gliders").values.items():
        for at in zones if isinstance(zones, list) else ():
            there = [n for n, where in standing().items() if where == at]
            assert all(side_of(n) == "allied" for n in there), name
            assert sum(map(is_combat, there)) < CHARTS.table("stacking").integer("combat"), name
            assert at in TERRAIN


def test_victory_names_hexes_and_beaches_of_the_map_and_its_levels_fall() -> None:
    victory = LANDINGS.table("victory")
    assert {h for row in victory.rows("objectives") for h in row.texts("hexes")} <= set(TERRAIN)
    ends = {row.text(end) for row in victory.rows("links") for end in ("from", "to")}
    assert ends <= set(TERRAIN) | set(BEACHES)
    levels = [row.integer("at_least") for row in victory.rows("levels")]
    assert sorted(levels, reverse=True) == levels
    most = sum(row.integer("points") * len(row.texts("hexes")) for row in victory.rows("objectives"))
    assert levels[0] < most + sum(row.integer("points") for row in victory.rows("links"))


def test_vehicles_are_set_up_where_they_can_stand() -> None:
    roads = MAP.table("roads")
    on_road = {at for kind in roads.values for link in roads.texts(kind) for at in link.split("-")}
    terrain = CHARTS.table("terrain")
    for name, at in standing().items():
        if UNITS[name].text("move", "leg") in terrain.table(TERRAIN[at]).texts("prohibited"):
            assert at in on_road, name
