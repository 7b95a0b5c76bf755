"""What is printed: the map and the counters, read from the tables in ``data/``. A mistake names file and path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from attrs import frozen

from pbem_rules.kernel import At, Grid, Layout, OneOf, Sheet, Within, into, root, wrong

RED, BLUE = "red", "blue"
_LAYOUT = Layout(along="south", across="east", shifted="even")


@frozen(kw_only=True)
class Printed:
    """A counter as printed."""

    side: Annotated[str, OneOf("red", "blue")]
    strength: Annotated[int, Within(9)]
    start: str


@frozen(kw_only=True, slots=False)
class Data:
    """``moves``: hexes a turn; ``needed``: what removes a unit."""

    grid: Grid
    ford: str
    moves: Annotated[int, Within(9)]
    needed: Annotated[int, Within(9)]
    units: Annotated[Mapping[str, Printed], At("unit")]


def read(tables: Mapping[str, object]) -> Data:
    """The tables by file name without ``.toml``. Raises DataError naming the place."""
    on_map, counters = root(tables["map"], "map"), root(tables["units"], "units")
    sheet = Sheet()
    lines, places = range(1, on_map.within("columns", 20) + 1), range(1, on_map.within("rows", 20) + 1)
    grid = Grid(
        layout=_LAYOUT, sheets=(sheet,), hexes=frozenset(sheet.rectangle(_LAYOUT, lines=lines, places=places))
    )
    data = into(Data, counters, grid=grid, ford=grid.named(on_map.text("ford")))
    for name, unit in data.units.items():
        if unit.start not in grid:
            raise wrong(f"units.unit.{name}.start", f"there is no hex {unit.start!r}")
    return data
