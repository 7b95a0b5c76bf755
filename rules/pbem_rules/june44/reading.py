"""Reads the whole data pack of June '44 into one value. Raises DataError naming file and path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pbem.bytes.errors import DataError
from pbem_rules.june44.printed import Data
from pbem_rules.june44.reading_cards import read_cards
from pbem_rules.june44.reading_charts import read_charts
from pbem_rules.june44.reading_ground import read_ground
from pbem_rules.june44.reading_scenarios import read_scenarios
from pbem_rules.june44.reading_units import read_units
from pbem_rules.kernel.tables import PROVENANCES, Cited, Table, root, wrong

_NO_GROUND = {
    "river": "a hexside, listed in [rivers]",
    "road": "listed in [roads]",
    "hill": "added to the terrain of a hex, listed in [hills]",
}
"""Lines of the terrain chart that are no terrain of a hex."""
FILES = ("cards", "charts", "map", "scenarios", "schedule", "units")


def read(tables: Mapping[str, object]) -> Data:
    """``tables`` maps file names without ``.toml`` to what they hold."""
    missing = [name for name in FILES if name not in tables]
    if missing:
        raise DataError("data", f"the data pack lacks {', '.join(f'{name}.toml' for name in missing)}.")
    files = {name: root(tables[name], f"{name}.toml") for name in FILES}
    ground, charts = read_ground(files["map"]), read_charts(files["charts"])
    for where, kinds in ground.terrain.items():
        for kind in kinds:
            if kind not in charts.terrain:
                raise wrong(f"map.toml: terrain.{where}", f"{kind!r} is not on the terrain chart")
            if kind in _NO_GROUND:
                raise wrong(f"map.toml: terrain.{where}", f"{kind!r} is {_NO_GROUND[kind]}")
    units, cards = read_units(files["units"]), read_cards(files["cards"])
    scenarios, arrivals = read_scenarios(files["scenarios"], files["schedule"], units, ground)
    cited = {**_charts(files), **arrivals}
    cited |= {f"unit.{name}": each.cited for name, each in units.items()}
    cited |= {f"card.{name}": each.cited for name, each in cards.items()}
    counts = Counter(each.provenance for each in cited.values())
    counts[files["map"].table("map").cited().provenance] += len(ground.terrain)
    return Data(
        ground=ground,
        units=units,
        charts=charts,
        cards=cards,
        scenarios=scenarios,
        provenance={label: counts[label] for label in PROVENANCES},
        cited=cited,
        raw=tables,
    )


def _charts(files: Mapping[str, Table]) -> dict[str, Cited]:
    """The source of every table that has one line for the whole, by name: charts, lines of charts, forts, scenarios."""
    found: dict[str, Cited] = {}
    charts, ground, scenarios = files["charts"], files["map"], files["scenarios"]
    for name in ("combat", "supply", "air", "ranges"):
        found[name] = charts.table(name).cited()
    found["weather"] = charts.table("weather").table("die").cited()
    lines = (
        ("weather", charts.table("weather").table("kinds")),
        ("terrain", charts.table("terrain")),
        ("fort", ground.table("forts")),
        ("fort", ground.table("fortlike")),
        ("scenario", scenarios),
    )
    for prefix, table in lines:
        for name, row in table.tables():
            found[f"{prefix}.{name}"] = row.cited()
    return found
