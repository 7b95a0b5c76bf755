"""Reads ``charts.toml``: combat, terrain, weather, supply. Raises DataError with the path."""

from __future__ import annotations

from pbem_rules.june44.printed.data import Charts, Supply, Terrain, Weather
from pbem_rules.kernel.tables import Table, wrong
from pbem_rules.shared.printed import printed

COLUMNS = range(-7, 8)
FACES = range(1, 11)
_NEVER = 11
_LINES = ("clear", "bocage", "swamp", "city", "river", "hill", "road")


def read_charts(table: Table) -> Charts:
    """Every chart."""
    weather, air, ranges = table.table("weather"), table.table("air"), table.table("ranges")
    kinds = {name: _weather(name, row) for name, row in weather.table("kinds").tables()}
    faces = weather.table("die").texts("faces")
    if len(faces) != len(FACES) or not set(faces) <= set(kinds):
        raise wrong(weather.path("die.faces"), "ten kinds of weather, one for each face")
    return Charts(
        combat=_combat(table.table("combat").table("columns")),
        weather=kinds,
        weather_die=faces,
        supply=_supply(table.table("supply")),
        terrain=_terrain(table.table("terrain")),
        air_success=air.within("success", 9),
        air_abort=air.within("abort", 9),
        fighter_success=air.within("fighter_success", 9),
        fighter_abort=air.within("fighter_abort", 9),
        artillery_range=ranges.within("artillery", 9),
        naval_range=ranges.within("naval", 9),
    )


def _combat(table: Table) -> dict[int, tuple[int, ...]]:
    """By column the steps of each face; a higher face or column never costs the enemy less."""
    found: dict[int, tuple[int, ...]] = {}
    for column in COLUMNS:
        row = table.table(str(column))
        row.only("hit", "two", "told")
        hit, two = row.within("hit", _NEVER, least=1), row.within("two", _NEVER, least=1)
        found[column] = tuple((face >= hit) + (face >= max(hit, two)) for face in FACES)
        below = found.get(column - 1)
        if below is not None and any(a > b for a, b in zip(below, found[column], strict=True)):
            raise wrong(row.at, "does less than the column below it")
    return found


def _terrain(table: Table) -> dict[str, Terrain]:
    found = {}
    for name, row in table.tables():
        row.only("name", "move", "defence", "cumulative")
        found[name] = Terrain(
            name=printed(row.text("name")),
            move=row.within("move", 9),
            defence=row.within("defence", 9),
            cumulative=row.flag("cumulative", default=False),
        )
    missing = [name for name in _LINES if name not in found]
    if missing:
        raise wrong(table.at, f"lacks {', '.join(missing)}")
    return found


def _weather(name: str, row: Table) -> Weather:
    row.only("name", "air", "naval", "german_move", "supply_drm", "storm")
    return Weather(
        id=name,
        name=printed(row.text("name")),
        air=row.within("air", 9),
        naval=row.within("naval", 9),
        german_move=row.within("german_move", 9),
        supply_drm=row.integer("supply_drm", 0),
        storm=row.flag("storm", default=False),
    )


def _supply(table: Table) -> tuple[Supply, ...]:
    rows = table.rows("rows")
    if len(rows) != len(FACES):
        raise wrong(table.path("rows"), "ten lines, one for each die")
    return tuple(
        Supply(
            points=row.within("points", 20), allied=row.within("allied", 9), german=row.within("german", 9)
        )
        for row in rows
    )
