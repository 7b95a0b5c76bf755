"""Reads the whole data pack of Dark December into one value. Raises DataError naming file and path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve

from pbem_rules.darkdecember.printed.charts import read_charts
from pbem_rules.darkdecember.printed.counters import Kind
from pbem_rules.darkdecember.printed.data import GERMAN, Charts, Data, Ground
from pbem_rules.darkdecember.printed.ground import read_ground
from pbem_rules.darkdecember.printed.scenarios import Calendar, read_options, read_scenarios
from pbem_rules.darkdecember.printed.units import OURS, SIDES, read_leaders, read_units
from pbem_rules.kernel.tables import Table, files_of, wrong
from pbem_rules.shared.provenance import Sources, Value, values

FILES = ("charts", "map", "options", "scenarios", "units")
_NO_NUMBERS = ("map.map", "map.labels", "scenarios.turns")
"""Tables that say something about others, or are only drawn."""


def read(tables: Mapping[str, object]) -> Data:
    """``tables`` maps file names without ``.toml`` to what they hold."""
    files = files_of(tables, FILES)
    calendar = Calendar(files["scenarios"])
    files = {name: evolve(file, by={"turn": calendar.turn}) for name, file in files.items()}
    ground = read_ground(files["map"])
    units = read_units(files["units"], ground)
    charts = read_charts(files["charts"])
    _fuelled(files["charts"], charts, units.values())
    _towns(files["map"], ground)
    return Data(
        ground=ground,
        units=units,
        leaders=read_leaders(files["units"], ground),
        charts=charts,
        turns=calendar.names,
        scenarios=read_scenarios(files["scenarios"], calendar, units, ground),
        options=read_options(files["options"]),
        sources=Sources(find=lambda: sourced(files)),
        raw=tables,
    )


def sourced(files: Mapping[str, Table]) -> Iterator[Value]:
    """Every value of the map, the counters, the charts and the scenarios with its source, file by file."""
    for name in ("charts", "map", "scenarios", "units"):
        for key, row in files[name].tables():
            if f"{name}.{key}" not in _NO_NUMBERS:
                for each in values(row, OURS if key in SIDES else None):
                    yield evolve(each, path=(name, *key.split("."), *each.path))


def _fuelled(table: Table, charts: Charts, units: Iterable[Kind]) -> None:
    """Whom fuel may stop is there: German formations, and units without one (1.1)."""
    german = [unit for unit in units if unit.side == GERMAN and unit.motorized]
    formations, ids = {unit.formation for unit in german}, {unit.id for unit in german}
    for name in charts.fuel.formations:
        if name not in formations:
            raise wrong(table.path("fuel.formations"), f"{name!r} is not a motorized German formation")
    for name in charts.fuel.independent:
        if name not in ids:
            raise wrong(table.path("fuel.independent"), f"{name!r} is not a motorized German unit")


def _towns(table: Table, ground: Ground) -> None:
    for name in ground.towns:
        if name in ground.names:
            raise wrong(table.path(f"names.{name}"), "is a town already")
