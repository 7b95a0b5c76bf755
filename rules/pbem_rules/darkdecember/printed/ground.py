"""Reads ``map.toml``: the grid of Dark December and everything on it. Raises DataError with the path."""

from __future__ import annotations

from string import ascii_uppercase

from pbem_rules.darkdecember.printed.data import Army, Exit, Ground
from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.ground import by_hex, hexes, sides
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.layout import Layout, Sheet
from pbem_rules.kernel.tables import Table, into, wrong

LAYOUT = Layout(along="south", across="east", shifted="even")
"""Columns number eastwards, rows southwards; even columns stand half a hex further south (N60)."""

KINDS = ("clear", "woods", "heavy_woods", "marsh")
ARMIES = ("6PZA", "5PZA", "7A")
_LABELS = ("region", "height")


def read_ground(table: Table) -> Ground:
    """The map. The sheet is a full rectangle; every hex of it has ground."""
    size, kinds = table.table("grid"), table.table("terrain")
    wanted = Sheet().rectangle(
        LAYOUT,
        lines=range(1, size.within("columns", 99, least=1) + 1),
        places=range(1, size.within("rows", 99, least=1) + 1),
    )
    missing = [name for name in wanted if name not in kinds]
    if missing:
        raise wrong(kinds.at, f"has no ground for {', '.join(missing[:3])}")
    grid = Grid(layout=LAYOUT, sheets=(Sheet(),), hexes=frozenset(wanted))
    terrain = {name: kinds.one_of(name, KINDS) for name in kinds.unlabelled()}
    for name in terrain:
        _on(grid, kinds, name, name)
    rivers = table.table("rivers")
    courses = {name: _sides(grid, rivers, name) for name in rivers.unlabelled()}
    river = Edges.of(pair for edges in courses.values() for pair in edges)
    bridges = _sides(grid, table.table("bridges"), "sides")
    roads = _sides(grid, table.table("roads"), "sides")
    blown = _within(table.table("blown"), grid, bridges, "no bridge")
    _within(table.table("bridges"), grid, river, "no river")
    return Ground(
        grid=grid,
        terrain=terrain,
        towns=by_hex(grid, table.table("towns"), table.table("towns").unlabelled()),
        names=by_hex(grid, table.table("names"), table.table("names").unlabelled()),
        westwall=frozenset(_hexes(grid, table.table("westwall"), "hexes")),
        rivers=river,
        courses=courses,
        bridges=bridges,
        blown=blown,
        fords=_within(table.table("fords"), grid, river, "no river"),
        roads=roads,
        exits={name: _exit(grid, roads, name, row) for name, row in table.table("exits").subtables()},
        armies={name: _army(grid, table.table("armies").table(name)) for name in ARMIES},
        behind_meuse=frozenset(_hexes(grid, table.table("behind"), "meuse")),
        behind_semois=frozenset(_hexes(grid, table.table("behind"), "semois")),
        labels=tuple(
            (text, row.text("hex"), row.one_of("kind", _LABELS))
            for text, row in table.table("labels").tables()
        ),
        attribution=table.table("map").text("attribution"),
    )


def _on(grid: Grid, table: Table, key: str, name: str) -> None:
    if name not in grid:
        raise wrong(table.path(key), f"{name} is not on the map")


def _hexes(grid: Grid, table: Table, key: str) -> tuple[str, ...]:
    found = hexes(grid, table, key)
    if len(set(found)) != len(found):
        raise wrong(table.path(key), "names a hex twice")
    return found


def _sides(grid: Grid, table: Table, key: str) -> Edges:
    found = sides(grid, table, key)
    if len(found) != len(table.texts(key)):
        raise wrong(table.path(key), "names a hexside twice")
    return found


def _within(table: Table, grid: Grid, allowed: Edges, what: str) -> Edges:
    """The hexsides of a table, all of which must be among ``allowed``."""
    found = _sides(grid, table, "sides")
    for a, b in found - allowed:
        raise wrong(table.path("sides"), f"{a}/{b} has {what}")
    return found


def _exit(grid: Grid, roads: Edges, name: str, row: Table) -> Exit:
    if name not in grid or not roads.at(name):
        raise wrong(row.at, "is not a road hex")
    if None not in grid.neighbours[name]:
        raise wrong(row.at, "is not at the edge of the map")
    found = into(Exit, row, hex=name)
    if len(found.area) != 1 or found.area not in ascii_uppercase:
        raise wrong(row.path("area"), f"{found.area!r} is not a letter from A to Z")
    return found


def _army(grid: Grid, table: Table) -> Army:
    infantry, armour = (frozenset(_hexes(grid, table, key)) for key in ("infantry", "armour"))
    if not armour <= infantry:
        raise wrong(table.path("armour"), f"{min(armour - infantry)} is not among infantry")
    return Army(infantry=infantry, armour=armour)
