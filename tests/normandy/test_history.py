"""The calendar against the shared table of Normandy and June 6: corps troops by unit, and nobody before their day."""

from __future__ import annotations

from datetime import date
from itertools import chain

from pbem.port.game import Choice
from pbem_rules.normandy.printed.calendar import day_name
from pbem_rules.normandy.rules import arrivals, setup
from pbem_rules.normandy.rules.view import View
from tests.lists import tried_with
from tests.normandy.play import GAME
from tests.normandy.shelf import DATA
from tests.shared.normandy import days, formations, read, turn_of

CAMPAIGN = View(data=DATA, state=setup.first(DATA, "campaign", {}))
TABLE = {
    "3/6 AB": "8 Para/6 AB", "5/6 AB": "7 Para/6 AB", "8 Arm/XXX Br": "24 Lancers/8 Arm Bde",
    "27 Arm/I Br": "13/18 Hussars/27 Arm Bde", "2 Cdn Arm/I Br": "6 Cdn/2 Cdn Bde",
    "4 Arm/I Br": "Bde/4 Arm Bde", "33 Arm/I Br": "Bde/33 Arm Bde", "31 Tank": "Bde/31 Tk Bde",
    "6 FJR/91": "I/FJR 6/91", "30/LXXXIV": "513 Mob/LXXXIV", "HQ/16 LFD": "HQ/16 LW",
    "83 NW/I SS": "I/83/I SS", "8 NW/II SS": "I/8 NW/II SS",
}  # fmt: skip
"""Counters of June 6 in the shared table, and ours; all others bear the same name."""
CORPS_TROOPS = {
    **{f"{n}/V": f"{n} Tk/{own}" for n, own in (("741", "2"), ("743", "30"), ("745", "1"), ("747", "29"))},
    **{f"{n}/VII": f"{n} Tk/{own}" for n, own in (("70", "4"), ("746", "9"))},
    **{f"{n}/VIII": f"{n} Tk/{own}" for n, own in (("712", "90"), ("749", "79"))},
    "635/V": "635 TD/1",
    "801/VII": "801 TD/4",
    "899/VII": "899 TD/9",
    "607/VIII": "607 TD/90",
    "823/XIX": "823 TD/30",
    "102/V": "102 Cav/V",
    "4 Cav/VII": "4 Cav/VII",
    "113/XIX": "113 Cav/XIX",
    "2 Ranger/V": "2 Ranger/V",
    "5 Ranger/V": "5 Ranger/V",
    **{f"HQ/{name}": f"HQ/{name}" for name in ("V", "VII", "VIII", "XIX", "VIII Br")},
    "HQ/I Br": "HQ/I",
    "HQ/XXX Br": "HQ/XXX",
    "HQ/XII Br": "HQ/XII",
    "47 Cdo/XXX Br": "47 RM Cdo/4 SSB",
    **{f"{n} Cdo/I Br": f"{n} RM Cdo/4 SSB" for n in (41, 46, 48)},
    **{f"{n} Cdo/I Br": f"{n} Cdo/1 SSB" for n in (3, 4, 6)},
    "45 Cdo/I Br": "45 RM Cdo/1 SSB",
    "141 RAC/VIII Br": "A/141 RAC/VIII Br",
    **{f"HQ/{name}": f"HQ/{name}" for name in ("I SS", "II FJ", "XLVII", "LXXXVI", "II SS", "LXXXIV")},
    "1 FlaSt/LXXXIV": "Flak-Sturm 1/LXXXIV",
    "2 FlaSt/I SS": "Flak-Sturm 2/LXXXIV",
    "3 FlaSt/I SS": "Flak-Sturm 3/I SS",
    "4 FlaSt/I SS": "Flak-Sturm 4/XLVII",
    "Sturm/LXXXIV": "Sturm AOK 7/LXXXIV",
    "206 Pz/LXXXIV": "Pz 206/LXXXIV",
    "902 StuG/LXXXIV": "StuG 902/LXXXIV",
    "101 Tiger/I SS": "101 SS sPz/I SS",
    "83 NW/I SS": "III/83/I SS",
    "84 NW/I SS": "III/84/I SS",
    "8 NW/II SS": "III/8 NW/II SS",
    "9 NW/LXXXVI": "III/14 NW/LXXXVI",
}
"""Corps troops of June 6 that we have too."""
OTHERWISE = {
    "5 Gp/V", "56/50 Br", "6 ARE/XXX Br", "5 ARE/I Br", "W Dgn/XXX Br", "22 Dgn/I Br", "634/VIII", "32 Gds",
    "503 Tiger", "17 MG/LXXXIV", "101 NW/LXXXIV",
}  # fmt: skip
"""Counters there that are none here, are taken off after 6 June, or come by an option alone."""


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


def test_no_corps_troops_of_june_6_are_passed_over() -> None:
    units = read("june6/data/units.toml")
    corps = {name for name, row in units.table("formations").tables() if row.text("kind") == "corps"}
    brigades = set(TABLE) - set(CORPS_TROOPS)
    theirs = {
        unit
        for unit, row in units.table("units").tables()
        if row.text("formation", "") in corps or not row.text("formation", "")
    }
    missing = (theirs & set(_june6())) - set(CORPS_TROOPS) - brigades - OTHERWISE
    assert set() == missing


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


def _called(day: str, formation: str) -> set[str]:
    """The units of a formation that the campaign lets in on a night."""
    state = GAME.place(
        "campaign", {"day": day, "part": 0, "phase": "weather", "mulberries": {}, "due": [formation]}
    )
    assert not isinstance(GAME.demands(state)[0], Choice)
    return set(arrivals.waiting(View(data=DATA, state=state), formation))


def test_a_unit_with_a_line_of_its_own_waits_for_its_day() -> None:
    assert "101 SS sPz/I SS" not in _called("06-12", "I SS")
    assert "101 SS AA/I SS" in _called("06-12", "I SS")
    assert "101 SS sPz/I SS" in _called("06-13", "I SS")
