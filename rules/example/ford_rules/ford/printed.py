"""What is printed: the map and the counters, read from the tables in ``data/``. A mistake names file and path."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.layout import Layout, Sheet
from pbem_rules.kernel.tables import root, wrong

RED, BLUE = "red", "blue"
_LAYOUT = Layout(along="south", across="east", shifted="even")


@frozen(kw_only=True)
class Printed:
    """A counter as printed."""

    side: str
    strength: int
    start: str


@frozen(kw_only=True, slots=False)
class Data:
    """``moves``: hexes a turn; ``needed``: what removes a unit."""

    grid: Grid
    ford: str
    moves: int
    needed: int
    units: Mapping[str, Printed]


def read(tables: Mapping[str, object]) -> Data:
    """The tables by file name without ``.toml``. Raises DataError naming the place."""
    on_map, counters = root(tables["map"], "map"), root(tables["units"], "units")
    sheet = Sheet()
    lines, places = range(1, on_map.within("columns", 20) + 1), range(1, on_map.within("rows", 20) + 1)
    grid = Grid(
        layout=_LAYOUT, sheets=(sheet,), hexes=frozenset(sheet.rectangle(_LAYOUT, lines=lines, places=places))
    )
    units = {
        name: Printed(
            side=each.one_of("side", (RED, BLUE)),
            strength=each.within("strength", 9),
            start=each.text("start"),
        )
        for name, each in counters.table("unit").tables()
    }
    for name, unit in units.items():
        if unit.start not in grid:
            raise wrong(f"units.unit.{name}.start", f"there is no hex {unit.start!r}")
    return Data(
        grid=grid,
        ford=grid.named(on_map.text("ford")),
        moves=counters.within("moves", 9),
        needed=counters.within("needed", 9),
        units=units,
    )
