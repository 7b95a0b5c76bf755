"""Reads ``scenarios.toml`` and ``options.toml``. Raises DataError with the path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem_rules.darkdecember.printed.counters import Kind
from pbem_rules.darkdecember.printed.data import (
    ALLIED,
    GERMAN,
    Ground,
    Option,
    Places,
    Points,
    Scenario,
    Setup,
)
from pbem_rules.kernel.ground import sides
from pbem_rules.kernel.tables import Table, into, wrong

FIRST_DAY = "16 Dec"
"""The set-up that is printed on the counters (I7.1)."""

_NO_SCENARIO = ("turns", "setups")


class Calendar:
    """The turns by name."""

    def __init__(self, table: Table) -> None:
        self.names = table.table("turns").texts("names")
        if not self.names or len(set(self.names)) != len(self.names):
            raise wrong(table.path("turns.names"), "expected the names of the turns, each once")
        self._numbers = {name: n for n, name in enumerate(self.names, 1)}

    def turn(self, table: Table, key: str) -> int:
        """The number of the turn that ``key`` names, from 1; 0 when the key is absent."""
        if key not in table:
            return 0
        found = self._numbers.get(table.text(key))
        if found is None:
            raise wrong(table.path(key), f"{table.text(key)!r} is not a turn, such as 16 Dec AM")
        return found


def read_scenarios(
    table: Table, calendar: Calendar, units: Mapping[str, Kind], ground: Ground
) -> dict[str, Scenario]:
    """Every scenario by id, in the order of the file."""
    setups = {
        name: _setup(row, units, ground, calendar.turn(Table(values={"day": f"{name} AM"}, at=row.at), "day"))
        for name, row in table.table("setups").tables()
    }
    return {
        name: _scenario(name, row, calendar.names, setups, ground)
        for name, row in table.tables()
        if name not in _NO_SCENARIO
    }


def _scenario(
    name: str, row: Table, names: tuple[str, ...], setups: Mapping[str, Setup], ground: Ground
) -> Scenario:
    day = row.text("setup")
    if day != FIRST_DAY and day not in setups:
        raise wrong(row.path("setup"), f"there is no set-up of {day}")
    setup, victory = setups.get(day), _victory(row.table("victory"), ground)
    scenario = into(Scenario, row, "setup", "victory", id=name, setup=setup, victory=victory)
    if not 0 < scenario.first <= scenario.last:
        raise wrong(row.at, "ends before it begins")
    if not names[scenario.first - 1].startswith(f"{day} "):
        raise wrong(row.path("setup"), f"the scenario does not begin on {day}")
    return scenario


def _victory(row: Table, ground: Ground) -> Places | Points:
    if row.one_of("kind", ("places", "points")) == "places":
        found = into(Places, row, "kind")
        for place in found.hexes:
            if place not in ground.towns:
                raise wrong(row.path("places"), f"{place} is not a town")
        return found
    points = into(Points, row, "kind", "draw", draw=row.within("draw", row.integer("german")))
    for place in points.towns:
        if place not in ground.towns:
            raise wrong(row.path(f"towns.{place}"), "is not a town")
    return points


def _setup(row: Table, units: Mapping[str, Kind], ground: Ground, turn: int) -> Setup:
    """A set-up of a later day: everybody who has come by then stands somewhere or is lost, and nobody else."""
    placed = dict(_placed(row, units, ground))
    lost = row.texts("lost")
    for name in lost:
        if name not in units or name in placed:
            raise wrong(row.path("lost"), f"{name!r} is not a unit, or stands on the map")
    for name, unit in units.items():
        here = unit.turn < turn and not (unit.optional or unit.variant)
        if here != (name in placed or name in lost):
            raise wrong(row.at, f"{name} {'is missing' if here else 'has not come yet'}")
    blown, built = (sides(ground.grid, row, key) for key in ("blown", "built"))
    for a, b in blown - ground.bridges:
        raise wrong(row.path("blown"), f"{a}/{b} has no bridge")
    for a, b in built - ground.rivers:
        raise wrong(row.path("built"), f"{a}/{b} has no river")
    return into(Setup, row, *("blown", "built", ALLIED, GERMAN), units=placed, blown=blown, built=built)


def _placed(row: Table, units: Mapping[str, Kind], ground: Ground) -> Iterator[tuple[str, str]]:
    for side in (ALLIED, GERMAN):
        table = row.table(side)
        for name in table.keys():  # noqa: SIM118
            if name not in units or units[name].side != side:
                raise wrong(table.path(name), f"is not a {side} unit")
            if table.text(name) not in ground.grid:
                raise wrong(table.path(name), f"{table.text(name)} is not on the map")
            yield name, table.text(name)


def read_options(table: Table) -> dict[str, Option]:
    """What both sides may agree on."""
    return {name: into(Option, row, id=name) for name, row in table.tables()}
