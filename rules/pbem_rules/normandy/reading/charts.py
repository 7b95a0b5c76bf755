"""Reads ``charts.toml`` into its classes, and checks what no type can say. Raises DataError with the path."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pbem_rules.kernel.tables import Table, into, wrong
from pbem_rules.normandy.printed.charts import Charts, Column

WEATHERS = ("clear", "overcast", "heavy-rain", "storm")
TERRAIN = ("open", "farmland", "flooded", "woods", "bocage", "village", "town", "city")
_RESULT = re.compile(r"[AD][1-3]R?|[AD]R|EX|DE")
_ODDS = re.compile(r"[1-9]:[1-9]")


def read_charts(table: Table) -> Charts:
    """The charts."""
    charts = into(Charts, table)
    combat = charts.combat
    totals = combat.die + combat.most_drm - combat.first + 1
    for n, column in enumerate(combat.columns, 1):
        _column(f"{table.path('combat.columns')}[{n}]", column, totals)
    _same(table.path("terrain"), charts.terrain, TERRAIN)
    _same(table.path("recon.terrain"), charts.recon.terrain, TERRAIN)
    for at, kinds in (
        ("points.daily", charts.points.daily),
        ("air.points", charts.air.points),
        ("air.flak", charts.air.flak),
    ):
        _same(table.path(at), kinds, WEATHERS)
    _rising(table.path("weather.kinds"), [row.upto for row in charts.weather.kinds], charts.weather.die)
    replacements = charts.replacements
    for nation, rows in (("us", replacements.us), ("cw", replacements.cw), ("german", replacements.german)):
        _rising(table.path(f"replacements.{nation}"), [row.upto for row in rows], replacements.die)
    _rising(table.path("recon.rows"), [row.least for row in charts.recon.rows])
    _rising(table.path("air.interdiction"), [row.least for row in charts.air.interdiction])
    return charts


def _column(at: str, column: Column, totals: int) -> None:
    if not _ODDS.fullmatch(column.odds):
        raise wrong(f"{at}.odds", f"{column.odds!r} is not odds such as 2:1")
    if len(column.results) != totals:
        raise wrong(
            f"{at}.results", f"has {len(column.results)} results; the die and its modifiers make {totals}"
        )
    for n, each in enumerate(column.results, 1):
        if not _RESULT.fullmatch(each):
            raise wrong(f"{at}.results[{n}]", f"{each!r} is not a result such as D1R")


def _same(at: str, found: Iterable[str], wanted: Sequence[str]) -> None:
    if set(found) != set(wanted):
        raise wrong(at, f"must have {', '.join(wanted)} and nothing else")


def _rising(at: str, found: list[int], last: int | None = None) -> None:
    if not found or found != sorted(set(found)) or (last is not None and found[-1] != last):
        raise wrong(at, "must rise from row to row" + (f" and end with {last}" if last is not None else ""))
