"""Reads the whole data pack of The Battle for Normandy into one value. Raises DataError naming file and path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve

from pbem_rules.kernel.tables import Cited, Table, files_of
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.reading.charts import read_charts
from pbem_rules.normandy.reading.counters import read_formations, read_types
from pbem_rules.normandy.reading.ground import read_ground, read_land
from pbem_rules.normandy.reading.scenarios import read_scenarios
from pbem_rules.shared.provenance import Sources, Value, values

FILES = ("charts", "map", "scenarios", "schedule", "units")


def read(tables: Mapping[str, object]) -> Data:
    """``tables`` maps file names without ``.toml`` to what they hold."""
    files = files_of(tables, FILES)
    land = read_land(files["map"])
    files["units"].only("types", "formations", "typed")
    types = read_types(files["units"].table("types"))
    formations, units = read_formations(files["units"].table("formations"), types)
    charts = read_charts(files["charts"])
    scenarios = read_scenarios(files["scenarios"], files["schedule"], land, units, formations)
    return Data(
        land=land,
        laid=lambda: read_ground(files["map"], land),
        types=types,
        formations=formations,
        units=units,
        charts=charts,
        scenarios=scenarios,
        sources=Sources(find=lambda: _sourced(files, land.terrain)),
        cited=_cited(files),
        raw=tables,
    )


def _sourced(files: Mapping[str, Table], hexes: Iterable[str]) -> Iterator[Value]:
    """Every value with its source, file by file; a hex of the map counts once, by its ground."""
    for name in ("charts", "units", "scenarios", "schedule"):
        for each in values(files[name]):
            yield evolve(each, path=(name, *each.path))
    drawn = files["map"].table("map").cited()
    for each_hex in hexes:
        yield Value(path=("map", "terrain", each_hex), cited=drawn)


def _cited(files: Mapping[str, Table]) -> dict[str, Cited]:
    """The source of every table that has one line for the whole, by name."""
    found: dict[str, Cited] = {}
    for name, row in files["charts"].tables():
        if "provenance" in row:
            found[name] = row.cited()
        else:
            found |= {f"{name}.{inner}": each.cited() for inner, each in row.tables()}
    for name, row in files["units"].table("types").tables():
        found[f"type.{name}"] = row.cited()
    for name, row in files["units"].table("formations").tables():
        found[f"formation.{name}"] = row.cited()
    for name, row in files["scenarios"].tables():
        found[f"scenario.{name}"] = row.cited()
    return found
