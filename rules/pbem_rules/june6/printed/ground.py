"""Reads ``map.toml``: the printed grid of both sheets and everything on it. Raises DataError with the path."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from pbem_rules.june6.printed.data import Ground
from pbem_rules.kernel.ground import hexes
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.layout import Layout, Sheet
from pbem_rules.kernel.tables import Table, wrong

LAYOUT = Layout(along="east", across="north", shifted="odd")
SHEETS = (Sheet(prefix="E"), Sheet(prefix="W", places=-17))
"""Sheet W's columns are 17 higher than sheet E's for the same ground; rows are common (facts of 8.47, 12.53, 18.13)."""

_COAST_COUNTS_AS_ONE = 1
_NAME_AND_RANK = 2


def read_ground(table: Table, naval_range: int) -> Ground:
    """The map. ``naval_range`` counts the coast hex itself as the first hex (18.13)."""
    terrain = _texts(table.table("terrain"))
    grid = Grid(layout=LAYOUT, sheets=SHEETS, hexes=frozenset(terrain))
    coast = frozenset(hexes(grid, table.table("coast"), "hexes"))
    sides = {
        name: frozenset(_pairs(grid, table.table("sides"), name, "/"))
        for name in table.table("sides").keys()  # noqa: SIM118
    }
    roads, supply = table.table("roads"), table.table("supply")
    return Ground(
        grid=grid,
        terrain=terrain,
        names=_names(grid, table.table("names")),
        coast=coast,
        sides=sides,
        river_names=_texts(table.table("river_names")),
        bridges=_texts(table.table("bridges")),
        primary=frozenset(_pairs(grid, roads, "primary", "-")),
        secondary=frozenset(_pairs(grid, roads, "secondary", "-")),
        beaches={box: hexes(grid, table.table("beaches"), box) for box in table.table("beaches").keys()},  # noqa: SIM118
        entries={
            letter: hexes(grid, table.table("entry"), letter)
            for letter in sorted(table.table("entry").keys())
        },
        supply=hexes(grid, supply, "german"),
        cherbourg=hexes(grid, supply, "cherbourg"),
        strongpoints=frozenset(hexes(grid, table.table("strongpoints"), "hexes")),
        reached=lambda: _within(grid, coast, naval_range - _COAST_COUNTS_AS_ONE),
        sides_at=_sides_at(sides),
    )


def narrowed(ground: Ground, area: frozenset[str]) -> Ground:
    """The ground of a scenario that is played on a part of the map: beyond its edge there is nothing.

    Landing boxes and entry letters of which no hex is left are gone as well.
    """

    def inside(link: str) -> bool:
        return area.issuperset(link.split("/"))

    def left(groups: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        found = {key: tuple(name for name in group if name in area) for key, group in groups.items()}
        return {key: group for key, group in found.items() if group}

    return evolve(
        ground,
        grid=Grid(layout=LAYOUT, sheets=SHEETS, hexes=area),
        terrain={name: kind for name, kind in ground.terrain.items() if name in area},
        names={name: each for name, each in ground.names.items() if name in area},
        coast=ground.coast & area,
        sides={feature: frozenset(filter(inside, sides)) for feature, sides in ground.sides.items()},
        sides_at={side: features for side, features in ground.sides_at.items() if inside(side)},
        river_names={side: name for side, name in ground.river_names.items() if inside(side)},
        bridges={side: name for side, name in ground.bridges.items() if inside(side)},
        primary=frozenset(filter(inside, ground.primary)),
        secondary=frozenset(filter(inside, ground.secondary)),
        beaches=left(ground.beaches),
        entries=left(ground.entries),
        supply=tuple(name for name in ground.supply if name in area),
        cherbourg=tuple(name for name in ground.cherbourg if name in area),
        strongpoints=ground.strongpoints & area,
        reached=lambda: ground.naval_range & area,
    )


def _pairs(grid: Grid, table: Table, key: str, mark: str) -> tuple[str, ...]:
    found = []
    for name in table.texts(key):
        a, _, b = name.partition(mark)
        if a not in grid or b not in grid.adjacent[a]:
            raise wrong(table.path(key), f"{name} is not two adjacent hexes of the map")
        found.append(f"{a}/{b}" if a < b else f"{b}/{a}")
    return tuple(found)


def _texts(table: Table) -> dict[str, str]:
    return {key: table.text(key) for key in table.keys()}  # noqa: SIM118


def _names(grid: Grid, table: Table) -> dict[str, tuple[str, str]]:
    found = {}
    for key in table.keys():  # noqa: SIM118
        words = table.texts(key)
        if key not in grid:
            raise wrong(table.path(key), f"{key} is not on the map")
        if len(words) != _NAME_AND_RANK:
            raise wrong(table.path(key), "write a name and its rank")
        name, rank = words
        found[key] = (name, rank)
    return found


def _within(grid: Grid, coast: frozenset[str], reach: int) -> frozenset[str]:
    """Every hex at most ``reach`` steps from a coast hex, as the shell flies."""
    found: set[str] = set()
    for name in sorted(coast):
        found.update(grid.within(name, reach))
    return frozenset(found)


def _sides_at(sides: dict[str, frozenset[str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for feature in sorted(sides):
        for side in sorted(sides[feature]):
            found[side] = (*found.get(side, ()), feature)
    return found
