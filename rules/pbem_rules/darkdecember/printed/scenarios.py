"""Reads ``scenarios.toml`` and ``options.toml``. Raises DataError with the path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem_rules.darkdecember.printed.about import ABOUT
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
    Stock,
)
from pbem_rules.kernel.ground import sides
from pbem_rules.kernel.tables import Table, wrong

FIRST_DAY = "16 Dec"
"""The set-up that is printed on the counters (I7.1)."""

_NO_SCENARIO = ("turns", "setups")
_MANY = 99


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
        name: _scenario(name, row, calendar, setups, ground)
        for name, row in table.tables()
        if name not in _NO_SCENARIO
    }


def _scenario(
    name: str, row: Table, calendar: Calendar, setups: Mapping[str, Setup], ground: Ground
) -> Scenario:
    row.only("name", "first", "last", "setup", "fuel", "replacements", "victory", *ABOUT)
    first, last, day = calendar.turn(row, "first"), calendar.turn(row, "last"), row.text("setup")
    if not 0 < first <= last:
        raise wrong(row.at, "ends before it begins")
    if day != FIRST_DAY and day not in setups:
        raise wrong(row.path("setup"), f"there is no set-up of {day}")
    if not calendar.names[first - 1].startswith(f"{day} "):
        raise wrong(row.path("setup"), f"the scenario does not begin on {day}")
    stock = row.table("replacements")
    return Scenario(
        id=name,
        name=row.text("name"),
        first=first,
        last=last,
        setup=setups.get(day),
        fuel=row.flag("fuel"),
        stock=Stock(
            allied_infantry=stock.within("allied_infantry", _MANY),
            allied_motorized=stock.within("allied_motorized", _MANY),
            german_infantry=stock.within("german_infantry", _MANY),
            german_motorized=stock.within("german_motorized", _MANY),
        ),
        victory=_victory(row.table("victory"), ground),
    )


def _victory(row: Table, ground: Ground) -> Places | Points:
    if row.one_of("kind", ("places", "points")) == "places":
        row.only("kind", "places", "armour", "west_of", *ABOUT)
        hexes = row.texts("places")
        for place in hexes:
            if place not in ground.towns:
                raise wrong(row.path("places"), f"{place} is not a town")
        return Places(hexes=hexes, armour=row.within("armour", _MANY), west_of=row.within("west_of", _MANY))
    row.only(
        "kind", "towns", "west_of_meuse", "exited", "allied_lost", "german_lost", "german", "draw", *ABOUT
    )
    towns = row.table("towns")
    for place in towns.keys():  # noqa: SIM118
        if place not in ground.towns:
            raise wrong(towns.path(place), "is not a town")
    german = row.integer("german")
    return Points(
        towns={place: towns.within(place, _MANY) for place in towns.keys()},  # noqa: SIM118
        west_of_meuse=row.within("west_of_meuse", _MANY),
        exited=row.within("exited", _MANY),
        allied_lost=row.within("allied_lost", _MANY),
        german_lost=row.within("german_lost", _MANY),
        german=german,
        draw=row.within("draw", german),
    )


def _setup(row: Table, units: Mapping[str, Kind], ground: Ground, turn: int) -> Setup:
    """A set-up of a later day: everybody who has come by then stands somewhere or is lost, and nobody else."""
    row.only("lost", "losses", "blown", "built", ALLIED, GERMAN, *ABOUT)
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
    return Setup(units=placed, lost=lost, losses=row.within("losses", _MANY), blown=blown, built=built)


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
    found = {}
    for name, row in table.tables():
        row.only("name", "paragraph")
        found[name] = Option(id=name, name=row.text("name"), paragraph=row.text("paragraph"))
    return found
