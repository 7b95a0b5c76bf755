"""The Battle for Normandy's data and maps: as printed, what is ours says so; the calendar against the shared table."""

import re
import tomllib
from datetime import date
from itertools import chain, pairwise
from pathlib import Path

import pytest

from pbem_rules.normandy.printed.calendar import day_name, day_number
from pbem_rules.normandy.printed.charts import Column
from pbem_rules.normandy.rules import arrivals, setup
from pbem_rules.normandy.rules.view import View
from rules.tools.build_normandy_map import hills, load, on_land, places, terrain, works
from tests.lists import tried_with
from tests.normandy.shelf import DATA, HOME, NOTES
from tests.shared.normandy import days, formations, kilometres, read, spots, turn_of
from tests.tools.nets import components

CHARTS = DATA.charts
ROADS = {"N13"}
"""Words that look like notes."""
WORST = ("A2R", "A1R", "A1", "AR", "EX", "DR", "D1R", "D2R", "DE")
"""Results from the worst for the attacker to the best."""

# ---------------------------------------------------------------- the text


def test_notes_are_numbered_once() -> None:
    numbers = [line.split()[1] for line in NOTES.splitlines() if line.startswith("### N")]
    assert len(numbers) == len(set(numbers))


def test_every_note_that_is_cited_is_there() -> None:
    noted = set(re.findall(r"^### (N\d+)", NOTES, re.MULTILINE))
    for path in sorted(HOME.rglob("*")):
        if path.suffix in (".py", ".toml") and path.name != "ground.toml":
            cited = set(re.findall(r"\b(N\d\d?)\b(?!\d)", path.read_text(encoding="utf-8")))
            assert cited - ROADS <= noted, path


# ---------------------------------------------------------------- what the text prints


# ---------------------------------------------------------------- the combat table


def _severity(result: str) -> int:
    return WORST.index(result)


def test_a_better_die_and_better_odds_are_never_worse() -> None:
    columns = CHARTS.combat.columns
    for column in columns:
        assert all(_severity(a) <= _severity(b) for a, b in pairwise(column.results))
    for lower, higher in pairwise(columns):
        assert all(_severity(a) <= _severity(b) for a, b in zip(lower.results, higher.results, strict=True))
        assert _ratio(lower) < _ratio(higher)


def _ratio(column: Column) -> float:
    attacker, defender = map(int, column.odds.split(":"))
    return attacker / defender


# ---------------------------------------------------------------- scenarios and the calendar


@tried_with("name", DATA.scenarios)
def test_nobody_is_set_up_against_the_rules_of_stacking(name: str) -> None:
    """2.1, 2.4: six points, no Americans with the Commonwealth, no enemies together; 9.8: no vehicles in flooded ground."""
    scenario, ground = DATA.scenarios[name], DATA.ground
    for where in set(scenario.units.values()) & set(ground.grid.hexes):
        units = [unit for unit, at in scenario.units.items() if at == where]
        nations = {DATA.formations[DATA.units[unit].formation].nation for unit in units}
        assert 1 == len(nations), (where, units)
        assert CHARTS.stacking.most >= sum(DATA.type_of(unit).stack for unit in units), (where, units)
        if ground.terrain[where] == "flooded":
            on_wheels = {DATA.type_of(unit).branch for unit in units if not DATA.type_of(unit).fixed}
            assert {"infantry", "parachute", "glider"} >= on_wheels, where


def test_days_are_numbered_and_named_both_ways() -> None:
    assert (1, 30, 31, 61, 62, 92) == tuple(
        map(day_number, ("06-01", "06-30", "07-01", "07-31", "08-01", "08-31"))
    )
    assert all(day_number(day_name(number)) == number for number in range(1, 93))
    assert [None] * 4 == [day_number(text) for text in ("06-31", "05-31", "6-6", "06")]


CAMPAIGN = View(data=DATA, state=setup.first(DATA, "campaign", {}))
HISTORY = tomllib.loads(Path(__file__).with_name("history.toml").read_text("utf-8"))
TABLE: dict[str, str] = HISTORY["table"]
CORPS_TROOPS: dict[str, str] = HISTORY["corps_troops"]


def _day(unit: str) -> date | None:
    """The day on which a unit comes in the campaign, 6 June for what is set up; None for never."""
    line = arrivals.line_of(CAMPAIGN, unit)
    day = "06-06" if unit in DATA.scenarios["campaign"].units else line and day_name(line.day)
    return date.fromisoformat(f"1944-{day}") if day else None


def test_every_line_of_the_shared_table_is_kept() -> None:
    for row in formations():
        named = row.text("june6")
        unit, (first, last) = TABLE.get(named, named), days(row)
        assert unit in DATA.units, named
        came = _day(unit)
        assert came is not None, named
        assert first <= came <= last, (row.text("name"), came)


def _june6() -> dict[str, int]:
    """The turn in which each counter of June 6 comes, 1 for what stands on the map."""
    schedule = read("june6/data/schedule.toml")
    rows = chain(schedule.table("allied").rows("arrivals"), schedule.table("german").rows("arrivals"))
    landings = read("june6/data/scenarios.toml").table("scenarios").table("landings")
    standing = dict.fromkeys(landings.table("german").table("units").values, 1)
    return standing | {unit: row.integer("turn") for row in rows for unit in row.texts("units")}


def test_corps_troops_come_on_the_days_of_june_6() -> None:
    turns = _june6()
    assert set(CORPS_TROOPS) <= set(turns)
    found = {}
    for there, here in CORPS_TROOPS.items():
        day = _day(here)
        assert day is not None, here
        if turns[there] != turn_of(day):
            found[here] = day
    assert {} == found


@tried_with("name", [each for each in DATA.scenarios if each != "campaign"])
def test_nobody_stands_in_a_scenario_before_the_campaign_brings_them(name: str) -> None:
    scenario = DATA.scenarios[name]
    first = date.fromisoformat(f"1944-{day_name(scenario.first.day)}")
    early = {unit: day for unit in scenario.units if (day := _day(unit)) is not None and day > first}
    never = {unit for unit in scenario.units if _day(unit) is None and not DATA.type_of(unit).rhino}
    assert ({}, set()) == (early, never)


@tried_with("name", [each for each in DATA.scenarios if each != "campaign"])
def test_nobody_comes_in_a_scenario_before_the_campaign_brings_them(name: str) -> None:
    for line in DATA.scenarios[name].arrivals:
        day = min(
            each.day for each in DATA.scenarios["campaign"].arrivals if each.formation == line.formation
        )
        assert day <= line.day, line


def _parts_missing(name: str) -> set[str]:
    """Units that neither stand nor come though their headquarters does; who is bound to the landing, and works, apart."""
    scenario = DATA.scenarios[name]
    view = View(data=DATA, state=setup.first(DATA, name, {}))
    there = {unit for unit in DATA.units if unit in scenario.units or arrivals.line_of(view, unit)}
    led = {DATA.units[unit].formation for unit in there if DATA.type_of(unit).branch == "headquarters"}
    return {
        unit
        for unit, printed in DATA.units.items()
        if printed.formation in led and unit not in there and not _of_the_landing(unit)
    }


def _of_the_landing(unit: str) -> bool:
    """What never comes later than 6 June (17.24, 17.34, 20.2)."""
    kind = DATA.units[unit].type
    return unit.startswith("PF ") or any(word in kind for word in ("beach", "avre", "gap"))


@tried_with("name", DATA.scenarios)
def test_each_unit_of_a_formation_in_play_stands_or_comes_or_is_named(name: str) -> None:
    assert set(HISTORY["absent"].get(name, [])) == _parts_missing(name)


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
