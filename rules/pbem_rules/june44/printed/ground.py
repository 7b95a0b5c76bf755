"""Reads ``map.toml``: the printed grid of June '44 and everything on it. Raises DataError with the path."""

from __future__ import annotations

from pbem_rules.june44.printed.data import Beach, Ground
from pbem_rules.kernel.ground import by_hex, hexes, sides
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.layout import Layout, Sheet
from pbem_rules.kernel.tables import Table, into, wrong

LAYOUT = Layout(along="west", across="south", shifted="odd")
"""Rows number southwards, columns westwards; odd rows stand half a hex further west (N60)."""

_EDGES = ("south", "east")
_LABELS = ("sea", "bay", "region", "cape", "height")


def read_ground(table: Table) -> Ground:
    """The map."""
    kinds = table.table("terrain")
    terrain = {name: _kinds(kinds, name) for name in kinds.keys()}  # noqa: SIM118
    grid = Grid(layout=LAYOUT, sheets=(Sheet(),), hexes=frozenset(terrain))
    edges, entries = table.table("edges"), table.table("entry")
    beaches = {name: into(Beach, row, hex=name) for name, row in table.table("beaches").tables()}
    ground = Ground(
        grid=grid,
        terrain=terrain,
        names=_texts(grid, table.table("names")),
        hills=frozenset(hexes(grid, table.table("hills"), "hexes")),
        rivers=sides(grid, table.table("rivers")),
        bridges=sides(grid, table.table("bridges")),
        roads=sides(grid, table.table("roads")),
        forbidden=sides(grid, table.table("forbidden")),
        ocean=frozenset(hexes(grid, table.table("coast"), "hexes")),
        cities=_texts(grid, table.table("cities")),
        beaches=beaches,
        forts=_strengths(grid, table.table("forts")),
        fortlike=_strengths(grid, table.table("fortlike")),
        edges={name: hexes(grid, edges, name) for name in _EDGES},
        entries={name: hexes(grid, row, "hexes") for name, row in entries.tables()},
        sea=frozenset(table.table("sea").texts("hexes")),
        labels=tuple(
            (text, row.text("hex"), row.one_of("kind", _LABELS))
            for text, row in table.table("labels").tables()
        ),
        attribution=table.table("map").text("attribution"),
    )
    for name in beaches:
        if name not in ground.ocean:
            raise wrong(table.path(f"beaches.{name}"), "is not a hex of the coast")
    return ground


def _kinds(table: Table, name: str) -> tuple[str, ...]:
    """The terrain of a hex, such as ``bocage``, or ``city + swamp`` where it has two kinds."""
    kinds = tuple(each.strip() for each in table.text(name).split("+"))
    if not all(kinds) or len(set(kinds)) != len(kinds):
        raise wrong(
            table.path(name), f"{table.text(name)!r} is not a list of different kinds, such as city + swamp"
        )
    return kinds


def _texts(grid: Grid, table: Table) -> dict[str, str]:
    return by_hex(grid, table, table.keys())


def _strengths(grid: Grid, table: Table) -> dict[str, int]:
    for name in table.keys():  # noqa: SIM118
        if name not in grid:
            raise wrong(table.path(name), f"{name} is not on the map")
    return {name: row.within("strength", 9) for name, row in table.tables()}
