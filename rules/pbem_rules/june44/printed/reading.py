"""Reads the whole data pack of June '44 into one value. Raises DataError naming file and path."""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.june44.printed.cards import read_cards
from pbem_rules.june44.printed.charts import read_charts
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.printed.ground import read_ground
from pbem_rules.june44.printed.scenarios import read_scenarios
from pbem_rules.june44.printed.units import read_units
from pbem_rules.kernel.tables import files_of, wrong
from pbem_rules.shared import provenance

_NO_GROUND = {
    "river": "a hexside, listed in [rivers]",
    "road": "listed in [roads]",
    "hill": "added to the terrain of a hex, listed in [hills]",
}
"""Lines of the terrain chart that are no terrain of a hex."""
FILES = ("cards", "charts", "map", "scenarios", "schedule", "units")


def read(tables: Mapping[str, object]) -> Data:
    """``tables`` maps file names without ``.toml`` to what they hold."""
    files = files_of(tables, FILES)
    ground, charts = read_ground(files["map"]), read_charts(files["charts"])
    for where, kinds in ground.terrain.items():
        for kind in kinds:
            if kind not in charts.terrain:
                raise wrong(f"map.toml: terrain.{where}", f"{kind!r} is not on the terrain chart")
            if kind in _NO_GROUND:
                raise wrong(f"map.toml: terrain.{where}", f"{kind!r} is {_NO_GROUND[kind]}")
    units, cards = read_units(files["units"]), read_cards(files["cards"])
    scenarios = read_scenarios(files["scenarios"], files["schedule"], units, ground)
    return Data(
        ground=ground,
        units=units,
        charts=charts,
        cards=cards,
        scenarios=scenarios,
        sources=provenance.Sources(find=lambda: provenance.in_files(tables, FILES)),
        raw=tables,
    )
