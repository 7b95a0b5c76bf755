"""Hexes and hexsides of a map as the tables of a data pack name them; what is not on the map raises DataError."""

from __future__ import annotations

from collections.abc import Iterable

from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.tables import Table, wrong


def hexes(grid: Grid, table: Table, key: str) -> tuple[str, ...]:
    """The list of hexes under a key."""
    found = table.texts(key)
    for name in found:
        if name not in grid:
            raise wrong(table.path(key), f"{name} is not on the map")
    return found


def by_hex(grid: Grid, table: Table, names: Iterable[str]) -> dict[str, str]:
    """The text of each of these hexes, which are keys of the table."""
    for name in names:
        if name not in grid:
            raise wrong(table.path(name), f"{name} is not on the map")
    return {name: table.text(name) for name in names}


def sides(grid: Grid, table: Table, key: str = "sides") -> Edges:
    """The list of hexsides under a key, each written as the two hexes it lies between: ``1822/1922``."""
    pairs = []
    for name in table.texts(key):
        a, _, b = name.partition("/")
        if a not in grid or b not in grid.adjacent[a]:
            raise wrong(table.path(key), f"{name} is not two adjacent hexes of the map")
        pairs.append((a, b))
    return Edges.of(pairs)
