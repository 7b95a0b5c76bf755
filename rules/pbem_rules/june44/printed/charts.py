"""Reads ``charts.toml``: combat, terrain, weather, supply. Raises DataError with the path."""

from __future__ import annotations

from pbem_rules.june44.printed.data import Charts, Supply, Terrain, Weather
from pbem_rules.kernel.tables import Table, into, wrong

COLUMNS = range(-7, 8)
FACES = range(1, 11)
_NEVER = 11
_LINES = ("clear", "bocage", "swamp", "city", "river", "hill", "road")


def read_charts(table: Table) -> Charts:
    """Every chart."""
    weather = table.table("weather")
    kinds = {name: into(Weather, row, id=name) for name, row in weather.table("kinds").tables()}
    faces = weather.table("die").texts("faces")
    if len(faces) != len(FACES) or not set(faces) <= set(kinds):
        raise wrong(weather.path("die.faces"), "ten kinds of weather, one for each face")
    supply = tuple(into(Supply, row) for row in table.table("supply").rows("rows"))
    if len(supply) != len(FACES):
        raise wrong(table.path("supply.rows"), "ten lines, one for each die")
    return into(
        Charts,
        table,
        *table.keys(),
        combat=_combat(table.table("combat").table("columns")),
        weather=kinds,
        weather_die=faces,
        supply=supply,
        terrain=_terrain(table.table("terrain")),
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
    found = {name: into(Terrain, row) for name, row in table.tables()}
    missing = [name for name in _LINES if name not in found]
    if missing:
        raise wrong(table.at, f"lacks {', '.join(missing)}")
    return found
