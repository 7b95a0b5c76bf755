"""Reads what wins a scenario from ``scenarios.toml``. Raises DataError with the path."""

from __future__ import annotations

from attrs import frozen

from pbem_rules.june6.printed.data import Ground, Level, Link, LossPoints, Objective
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.tables import Table, wrong

_SIDES = ("allied", "german")


@frozen(kw_only=True)
class Victory:
    """What counts at the end of a scenario, and the levels of victory from the Allied side's best downwards."""

    objectives: tuple[Objective, ...]
    links: tuple[Link, ...]
    losses: tuple[LossPoints, ...]
    lost_beach: int
    levels: tuple[Level, ...]


def read_victory(ground: Ground, table: Table) -> Victory:
    """The ``[scenarios.NAME.victory]`` table: hexes are checked against the map, levels must fall."""
    levels = tuple(
        Level(
            at_least=row.integer("at_least"),
            winner=row.one_of("winner", (*_SIDES, "")),
            name=row.text("name"),
            text=row.text("text", ""),
        )
        for row in table.rows("levels")
    )
    marks = [level.at_least for level in levels]
    if not marks or marks != sorted(set(marks), reverse=True):
        raise wrong(table.path("levels"), "every level must ask for less than the one before")
    return Victory(
        objectives=tuple(
            Objective(
                name=row.text("name"),
                hexes=hexes_of(ground.grid, row, "hexes"),
                points=row.integer("points"),
                each=row.flag("each", default=False),
            )
            for row in table.rows("objectives")
        ),
        links=tuple(
            Link(
                name=row.text("name"),
                start=_ends(ground, row, "from"),
                end=_ends(ground, row, "to"),
                points=row.integer("points"),
            )
            for row in table.rows("links")
        ),
        losses=tuple(
            LossPoints(side=row.one_of("side", _SIDES), sizes=row.texts("size"), points=row.integer("points"))
            for row in table.rows("losses")
        ),
        lost_beach=table.table("lost_beach").integer("points") if "lost_beach" in table else 0,
        levels=levels,
    )


def hexes_of(grid: Grid, row: Table, key: str) -> tuple[str, ...]:
    """A list of hexes, all on the map; empty when the key is absent."""
    found = row.texts(key)
    for name in found:
        if name not in grid:
            raise wrong(row.path(key), f"{name} is not on the map")
    return found


def _ends(ground: Ground, row: Table, key: str) -> tuple[str, ...]:
    """One end of a link: a landing box by name stands for its beach hexes."""
    name = row.text(key)
    if name in ground.beaches:
        return ground.beaches[name]
    if name not in ground.grid:
        raise wrong(row.path(key), f"{name!r} is neither a landing box nor a hex of the map")
    return (name,)
