"""Reads what wins a scenario from ``scenarios.toml``. Raises DataError with the path."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from pbem_rules.june6.printed.data import Ground, Scenario
from pbem_rules.kernel.ground import hexes
from pbem_rules.kernel.tables import Table, part, wrong

_FIELDS = ("objectives", "links", "losses", "levels")


def read_victory(ground: Ground, table: Table) -> dict[str, object]:
    """The ``[scenarios.NAME.victory]`` table as fields of a scenario; the levels fall, the Allied side's best first."""
    readers = {"hexes": partial(hexes, ground.grid), "end": partial(_end, ground)}
    found = part(Scenario, evolve(table, by=readers), *_FIELDS, also=("lost_beach",))
    marks = [row.integer("at_least") for row in table.rows("levels")]
    if not marks or marks != sorted(set(marks), reverse=True):
        raise wrong(table.path("levels"), "every level must ask for less than the one before")
    lost_beach = table.table("lost_beach").integer("points") if "lost_beach" in table else 0
    return {**found, "lost_beach": lost_beach}


def _end(ground: Ground, row: Table, key: str) -> tuple[str, ...]:
    """One end of a link: a landing box by name stands for its beach hexes."""
    name = row.text(key)
    if name in ground.beaches:
        return ground.beaches[name]
    if name not in ground.grid:
        raise wrong(row.path(key), f"{name!r} is neither a landing box nor a hex of the map")
    return (name,)
