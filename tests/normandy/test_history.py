"""The calendar against the shared table of Normandy and June 6: corps troops by unit, and nobody before their day."""

from __future__ import annotations

import tomllib
from datetime import date
from itertools import chain
from pathlib import Path

from pbem_rules.normandy.printed.calendar import day_name
from pbem_rules.normandy.rules import arrivals, setup
from pbem_rules.normandy.rules.view import View
from tests.lists import tried_with
from tests.normandy.shelf import DATA
from tests.shared.normandy import days, formations, read, turn_of

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
