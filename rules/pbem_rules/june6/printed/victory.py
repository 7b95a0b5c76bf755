"""Reads what wins a scenario from ``scenarios.toml``. Raises DataError with the path."""

from __future__ import annotations

from attrs import frozen

from pbem_rules.june6.printed.data import Ground, Level, Link, LossPoints, Objective
from pbem_rules.kernel.filling import filled
from pbem_rules.kernel.ground import hexes
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
        filled(Level, row, winner=row.one_of("winner", (*_SIDES, ""))) for row in table.rows("levels")
    )
    marks = [level.at_least for level in levels]
    if not marks or marks != sorted(set(marks), reverse=True):
        raise wrong(table.path("levels"), "every level must ask for less than the one before")
    return Victory(
        objectives=tuple(
            filled(Objective, row, hexes=hexes(ground.grid, row, "hexes")) for row in table.rows("objectives")
        ),
        links=tuple(
            filled(Link, row, start=_ends(ground, row, "from"), end=_ends(ground, row, "to"))
            for row in table.rows("links")
        ),
        losses=tuple(
            filled(LossPoints, row, side=row.one_of("side", _SIDES), sizes=row.texts("size"))
            for row in table.rows("losses")
        ),
        lost_beach=table.table("lost_beach").integer("points") if "lost_beach" in table else 0,
        levels=levels,
    )


def _ends(ground: Ground, row: Table, key: str) -> tuple[str, ...]:
    """One end of a link: a landing box by name stands for its beach hexes."""
    name = row.text(key)
    if name in ground.beaches:
        return ground.beaches[name]
    if name not in ground.grid:
        raise wrong(row.path(key), f"{name!r} is neither a landing box nor a hex of the map")
    return (name,)
