"""Reads the whole data pack into one value. Raises DataError naming file and path."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from pbem_rules.june6.printed.charts import read_charts
from pbem_rules.june6.printed.data import Data, Scenario
from pbem_rules.june6.printed.ground import narrowed, read_ground
from pbem_rules.june6.printed.scenarios import of_their_own, read_fixed_faces, read_scenarios
from pbem_rules.june6.printed.units import read_units
from pbem_rules.kernel.late import Late
from pbem_rules.kernel.tables import files_of, wrong
from pbem_rules.shared import provenance

FILES = ("charts", "map", "schedule", "scenarios", "units")


def read(tables: Mapping[str, object]) -> Data:
    """``tables`` maps file names without ``.toml`` to what they hold."""
    files = files_of(tables, FILES)
    charts = read_charts(files["charts"])
    ground = read_ground(files["map"], charts.numbers.ranges.naval)
    for name, kind in ground.terrain.items():
        if kind not in charts.terrain:
            known = ", ".join(charts.terrain)
            raise wrong(f"map.toml: terrain.{name}", f"{kind!r} is not a terrain; there is {known}")
    for name in ground.sides:
        if name not in charts.hexsides:
            known = ", ".join(charts.hexsides)
            raise wrong(f"map.toml: sides.{name}", f"{name!r} is not a kind of hexside; there is {known}")
    formations, units = read_units(files["units"])
    scenarios = read_scenarios(files["scenarios"], files["schedule"], units, ground)
    whole = Data(
        units=units,
        formations=formations,
        charts=charts,
        ground=ground,
        scenarios=scenarios,
        sources=provenance.Sources(find=lambda: provenance.in_files(tables, FILES)),
        tables=tables,
        fixed_faces=read_fixed_faces(files["scenarios"]),
    )
    own = of_their_own(files["scenarios"])
    return evolve(whole, parts=Late(own, lambda name: _part(whole, scenarios[name])))


def _part(whole: Data, scenario: Scenario) -> Data:
    """The data as one scenario has them: its hexes, its resource points, and no other scenario."""
    points = {**whole.charts.base_points, **scenario.base_points}
    return evolve(
        whole,
        ground=narrowed(whole.ground, scenario.area) if scenario.area else whole.ground,
        charts=evolve(whole.charts, base_points=points),
        scenarios={scenario.name: scenario},
    )
