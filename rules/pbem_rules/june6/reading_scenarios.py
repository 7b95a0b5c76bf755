"""Reads ``schedule.toml`` and ``scenarios.toml``. Raises DataError with the path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem_rules.june6.printed import (
    Due,
    Ground,
    Level,
    Link,
    LossPoints,
    Objective,
    Placing,
    Scenario,
    UnitType,
)
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.tables import Table, wrong

_SIDES = ("allied", "german")
_BEACH, _DROP, _GLIDER, _ENTRY = "beach", "drop", "glider", "entry"


def read_scenarios(
    scenarios: Table, schedule: Table, units: Mapping[str, UnitType], ground: Ground
) -> dict[str, Scenario]:
    """Every scenario by name; its units, hexes and arrivals are checked against the counters and the map."""
    return {
        name: _scenario(name, table, schedule, units, ground)
        for name, table in scenarios.table("scenarios").tables()
    }


def _scenario(
    name: str, table: Table, schedule: Table, units: Mapping[str, UnitType], ground: Ground
) -> Scenario:
    grid = ground.grid
    first, last = table.integer("first_turn"), table.integer("last_turn")
    start, victory = table.table("turn1"), table.table("victory")
    placings = tuple(_placings(table, units, grid))
    placed = {each.unit for each in placings}
    if len(placed) != len(placings):
        raise wrong(table.at, "a unit is set up twice")
    return Scenario(
        name=name,
        title=table.text("title"),
        first_turn=first,
        last_turn=last,
        weather=start.text("weather"),
        initiative=start.one_of("initiative", _SIDES),
        air=start.integer("air"),
        naval=start.integer("naval"),
        placings=placings,
        arrivals=tuple(_arrivals(table, schedule, units, grid, range(first, last + 1))),
        first_markers={side: tuple(_markers(table.table("cup"), side)) for side in _SIDES},
        objectives=tuple(
            Objective(
                name=row.text("name"),
                hexes=_hexes(grid, row, "hexes"),
                points=row.integer("points"),
                each=row.flag("each", default=False),
            )
            for row in victory.rows("objectives")
        ),
        links=tuple(
            Link(
                name=row.text("name"),
                start=_ends(ground, row, "from"),
                end=_ends(ground, row, "to"),
                points=row.integer("points"),
            )
            for row in victory.rows("links")
        ),
        losses=tuple(
            LossPoints(side=row.one_of("side", _SIDES), sizes=row.texts("size"), points=row.integer("points"))
            for row in victory.rows("losses")
        ),
        lost_beach=victory.table("lost_beach").integer("points"),
        levels=tuple(
            Level(at_least=row.integer("at_least"), winner=row.text("winner"), name=row.text("name"))
            for row in victory.rows("levels")
        ),
        options={key: table.table("options").flag(key) for key in table.table("options").keys()},  # noqa: SIM118
        title_note=table.text("note", ""),
    )


def _hexes(grid: Grid, row: Table, key: str) -> tuple[str, ...]:
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


def _placings(table: Table, units: Mapping[str, UnitType], grid: Grid) -> Iterator[Placing]:
    """Units on the map at the start: those dropped carry Reduced Efficiency markers (7.25)."""
    for section in ("drop", "german", "strongpoints"):
        for unit, row in table.table(section).table("units").tables():
            if unit not in units:
                raise wrong(row.at, f"there is no unit {unit!r}")
            where = row.text("hex")
            if where not in grid:
                raise wrong(row.path("hex"), f"{where} is not on the map")
            yield Placing(
                unit=unit,
                where=where,
                scattered=row.flag("scattered", default=False),
                efficiency=section != "drop",
            )


def _arrivals(
    table: Table, schedule: Table, units: Mapping[str, UnitType], grid: Grid, turns: range
) -> Iterator[Due]:
    """What arrives in the scenario's turns, in the order of the schedule; drops are in the set-up."""
    gliders = table.table("gliders")
    for side in _SIDES:
        for row in schedule.table(side).rows("arrivals"):
            how = row.one_of("how", (_BEACH, _DROP, _GLIDER, _ENTRY))
            if row.integer("turn") not in turns or how == _DROP or "option" in row:
                continue
            names = row.texts("units")
            for unit in names:
                if unit not in units or units[unit].side != side:
                    raise wrong(row.path("units"), f"there is no {side} unit {unit!r}")
            places = row.texts("entry") if how == _ENTRY else ()
            if how == _GLIDER:
                places = _hexes(grid, gliders, names[0])
            yield Due(
                formation=row.text("formation"),
                units=names,
                turn=row.integer("turn"),
                how=how,
                place=row.text("box") if how == _BEACH else "",
                places=places,
                release=row.integer("release") if "release" in row else None,
                markers=row.integer("markers", 0),
                reduced_phase=row.text("phase", "") == "RE",
            )


def _markers(cup: Table, side: str) -> Iterator[str]:
    """The free markers of the first turn, each as often as it is in the cup; corps sets as ``corps/us``."""
    for formation in cup.table(side).keys():  # noqa: SIM118
        yield from [formation] * cup.table(side).integer(formation)
    corps = f"{side}_corps"
    if side == "german":
        yield from ["corps/german"] * cup.integer(corps)
        return
    for group in cup.table(corps).keys():  # noqa: SIM118
        yield from [f"corps/{group}"] * cup.table(corps).integer(group)
