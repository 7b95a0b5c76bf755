"""Reads ``scenarios.toml`` and ``schedule.toml``. Raises DataError with the path."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbem_rules.kernel.late import Late
from pbem_rules.kernel.tables import Table, into, part, wrong
from pbem_rules.normandy.printed.calendar import day_name
from pbem_rules.normandy.printed.counters import Formation, Unit
from pbem_rules.normandy.printed.ground import Land
from pbem_rules.normandy.printed.scenarios import Arrival, Goal, Level, Scenario

_WINDOW = re.compile(r"([A-E])(\d\d)(\d\d)-(\d\d)(\d\d)")
_EDGES = ("east", "south", "north")
_WAVES = ("1", "2", "3")


def read_scenarios(
    table: Table,
    schedule: Table,
    land: Land,
    units: Mapping[str, Unit],
    formations: Mapping[str, Formation],
) -> Mapping[str, Scenario]:
    """The scenarios by name, each with its calendar."""
    schedule.only(*table.keys(), "typed")

    def scenario(name: str) -> Scenario:
        rows = schedule.table(name).rows("arrivals")
        arrivals = tuple(_arrival(each, land, formations, units) for each in rows)
        _once(schedule.table(name), arrivals)
        return _scenario(name, table.table(name), arrivals, land, units, formations)

    return Late(table.keys(), scenario)


def _scenario(
    name: str,
    row: Table,
    arrivals: tuple[Arrival, ...],
    land: Land,
    units: Mapping[str, Unit],
    formations: Mapping[str, Formation],
) -> Scenario:
    hexes = frozenset(where for text in row.texts("windows") for where in _window(row, text, land))
    begin, victory = row.table("begin"), row.table("victory")
    placed: dict[str, str] = {}
    for side in ("allied", "german"):
        at = row.table(side).table("units")
        for unit in at.keys():  # noqa: SIM118
            if unit not in units or formations[units[unit].formation].side != side:
                raise wrong(at.path(unit), f"the {side} side has no unit {unit!r}")
            placed[unit] = _place(at, unit, hexes, land)
    for beach in begin.texts("beaches"):
        if beach not in land.beaches:
            raise wrong(begin.path("beaches"), f"there is no beach {beach!r}")
    scenario = into(
        Scenario,
        row,
        *("windows", "begin", "victory", "allied", "german"),
        id=name,
        hexes=hexes,
        units=placed,
        arrivals=arrivals,
        goals=tuple(_goal(each, hexes, land) for each in victory.rows("places")),
        levels=_levels(victory),
        **part(Scenario, begin, "points", "weather", "beaches", "ship_turns", "carpets"),
        **part(Scenario, victory, "port", also=("places", "levels")),
    )
    if scenario.last < scenario.first:
        raise wrong(row.path("last"), "lies before the first turn")
    for each in arrivals:
        if not scenario.first.day <= each.day <= scenario.last.day:
            said = f"{each.formation} comes on {day_name(each.day)}, outside the scenario"
            raise wrong(f"schedule.toml: {name}", said)
    return scenario


def _window(row: Table, text: str, land: Land) -> list[str]:
    """The hexes of a part of a sheet, written ``B0201-3622``: columns 02 to 36, rows 01 to 22."""
    match = _WINDOW.fullmatch(text)
    if match is None:
        raise wrong(row.path("windows"), f"{text!r} is not a part of a sheet such as B0201-3622")
    sheet, left, top, right, bottom = match.groups()
    names = [
        f"{sheet}{c:02}{r:02}"
        for c in range(int(left), int(right) + 1)
        for r in range(int(top), int(bottom) + 1)
    ]
    if not names or not land.terrain.keys() >= set(names):
        raise wrong(row.path("windows"), f"{text!r} reaches beyond the sheet")
    return names


def _place(at: Table, unit: str, hexes: frozenset[str], land: Land) -> str:
    """Where a unit begins."""
    text = at.text(unit)
    kind, _, rest = text.rpartition(":")
    where, _, wave = rest.partition("/")
    good = False
    if not kind:
        good = text in hexes and land.terrain.get(text) != "sea"
    elif kind == "wave":
        beaches = [where_ for beach in land.beaches.values() for where_ in beach.hexes]
        good = where in beaches and where in hexes and wave in _WAVES
    elif kind in ("box", "fleet"):
        good = rest in land.beaches
    elif kind == "drop":
        good = rest in hexes
    if not good:
        raise wrong(at.path(unit), f"{text!r} is not a place of this scenario")
    return text


def _goal(row: Table, hexes: frozenset[str], land: Land) -> Goal:
    named = row.texts("hexes") or (row.text("hex"),)
    for name in named:
        if name not in hexes or not land.is_land(name):
            raise wrong(row.path("hexes"), f"{name} is not a hex of this scenario")
    return into(Goal, row, "hex", "hexes", hexes=named)


def _levels(victory: Table) -> tuple[Level, ...]:
    """The levels, the best for the Allied side first."""
    found = tuple(into(Level, row) for row in victory.rows("levels"))
    if [each.least for each in found] != sorted({each.least for each in found}, reverse=True):
        raise wrong(victory.path("levels"), "must fall from level to level")
    return found


def _once(table: Table, arrivals: tuple[Arrival, ...]) -> None:
    """A formation has one line for itself, and each of its units one at most."""
    lines = [name for each in arrivals for name in each.units or (each.formation,)]
    for name in lines:
        if lines.count(name) > 1:
            raise wrong(table.path("arrivals"), f"{name} comes twice")


def _arrival(
    row: Table, land: Land, formations: Mapping[str, Formation], units: Mapping[str, Unit]
) -> Arrival:
    name = row.text("formation")
    if name not in formations:
        raise wrong(row.path("formation"), f"there is no formation {name!r}")
    for each in row.texts("units"):
        if each not in units or units[each].formation != name:
            raise wrong(row.path("units"), f"{name} has no unit {each!r}")
    return into(Arrival, row, "at", at=row.one_of("at", (*land.beaches, *_EDGES)))
