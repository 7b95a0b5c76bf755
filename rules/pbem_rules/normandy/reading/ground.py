"""Reads ``map.toml``: five sheets as rows of letters, and what lies on and between the hexes. DataError with the path."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.tables import Table, into, wrong
from pbem_rules.normandy.printed.ground import Beach, Ground, Land, Work
from pbem_rules.normandy.sheets import LAYOUT, SHEETS, WINDOWS

TERRAIN = {".": "sea", "o": "open", "f": "farmland", "b": "bocage", "w": "woods", "m": "flooded"}
SIZES = ("village", "town", "city")
_LINES = ("stream", "river", "bluff", "bridges", "cherbourg", "roads")
_FILE = ("map", "sheets", *SIZES, "hills", "works", *_LINES, "beaches", "edges", "special", "typed")


def read_land(table: Table) -> Land:
    """What no game begins without."""
    table.only(*_FILE)
    terrain = _terrain(table.table("sheets"))
    return Land(
        terrain=terrain,
        beaches={name: _beach(name, row, terrain) for name, row in table.table("beaches").tables()},
        pointe_du_hoc=_hexes(table.table("special"), "pointe_du_hoc", terrain),
    )


def read_ground(table: Table, begun: Land) -> Ground:
    """The whole map."""
    land = begun.terrain
    grid = Grid(layout=LAYOUT, sheets=SHEETS, hexes=frozenset(land))
    sizes = [(size, table.table(size)) for size in SIZES]
    places = [(where, named, size) for size, named in sizes for where in named.keys()]  # noqa: SIM118
    for where, at, _ in places:
        _on_land(at, where, where, land)
    special, cherbourg, hills = table.table("special"), table.table("cherbourg"), table.table("hills")
    main, roads = (_courses(grid, table.table("roads").table(kind), land) for kind in ("main", "road"))
    of_main = Edges.of(step for course in main for step in pairwise(course))
    ground = Ground(
        grid=grid,
        terrain=land,
        settlements={where: size for where, _, size in places},
        names={where: at.text(where) for where, at, _ in places},
        hills={where: hills.text(where) for where in hills.keys()},  # noqa: SIM118
        works={where: into(Work, row, hex=where) for where, row in table.table("works").tables()},
        streams=_sides(grid, table.table("stream")),
        rivers=_sides(grid, table.table("river")),
        bluffs=_sides(grid, table.table("bluff")),
        bridges=_sides(grid, table.table("bridges")),
        perimeter=_sides(grid, cherbourg),
        main=of_main,
        roads=Edges.of(step for course in roads for step in pairwise(course)) - of_main,
        courses=(*main, *roads),
        cherbourg=frozenset(_hexes(cherbourg, "hexes", land)),
        beaches=begun.beaches,
        edges={name: _hexes(table.table("edges"), name, land) for name in ("east", "south")},
        pointe_du_hoc=begun.pointe_du_hoc,
        hill_112=_hexes(special, "hill_112", land),
        pegasus=_hexes(special, "pegasus", land),
        title=table.table("map").text("title"),
        attribution=table.table("map").text("attribution"),
    )
    for where in (*ground.hills, *ground.works):
        _on_land(table, where, where, land)
    return ground


def _terrain(sheets: Table) -> dict[str, str]:
    """The terrain of every hex of the five sheets."""
    found: dict[str, str] = {}
    sheets.only(*(sheet.prefix for sheet in SHEETS))
    for sheet in SHEETS:
        columns, lines = WINDOWS[sheet.prefix]
        rows = sheets.table(sheet.prefix).texts("rows")
        at = sheets.path(f"{sheet.prefix}.rows")
        across = [f"{sheet.prefix}{column:02}" for column in columns]
        if len(rows) != len(lines):
            raise wrong(at, f"has {len(rows)} rows; the sheet has {len(lines)}")
        for line, row in zip(lines, rows, strict=True):
            if len(row) != len(columns) or set(row) - set(TERRAIN):
                letters = "".join(TERRAIN)
                raise wrong(
                    f"{at}[{line}]", f"expected {len(columns)} letters out of {letters}, found {row!r}"
                )
            below = f"{line:02}"
            found.update(zip([each + below for each in across], map(TERRAIN.__getitem__, row), strict=True))
    return found


def _on_land(table: Table, key: str, name: str, land: Mapping[str, str]) -> None:
    if land.get(name, "sea") == "sea":
        raise wrong(table.path(key), f"{name} is not a hex of land")


def _hexes(table: Table, key: str, land: Mapping[str, str]) -> tuple[str, ...]:
    found = table.texts(key)
    for name in found:
        _on_land(table, key, name, land)
    if not found or len(set(found)) != len(found):
        raise wrong(table.path(key), "expected different hexes, at least one")
    return found


def _courses(grid: Grid, table: Table, land: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Roads from hex to hex. Every step leads to a hex of land beside the last."""
    found = []
    for n, text in enumerate(table.texts("courses"), 1):
        course = tuple(text.split())
        for one, two in pairwise(course):
            if land.get(two, "sea") == "sea" or two not in grid.adjacent.get(one, ()):
                raise wrong(f"{table.path('courses')}[{n}]", f"{two} is not a hex of land beside {one}")
        found.append(course)
    return found


def _sides(grid: Grid, table: Table) -> Edges:
    pairs = []
    for n, name in enumerate(table.texts("sides"), 1):
        a, _, b = name.partition("/")
        if b not in grid.adjacent.get(a, ()) or a > b:
            raise wrong(
                f"{table.path('sides')}[{n}]", f"{name!r} is not two hexes beside each other, lower first"
            )
        pairs.append((a, b))
    return Edges.of(pairs)


def _beach(name: str, row: Table, land: Mapping[str, str]) -> Beach:
    beach = into(Beach, row, "hexes", name=name, hexes=_hexes(row, "hexes", land))
    if len(beach.hexes) != len(beach.sectors):
        raise wrong(row.path("sectors"), f"names {len(beach.sectors)} sectors for {len(beach.hexes)} hexes")
    return beach
