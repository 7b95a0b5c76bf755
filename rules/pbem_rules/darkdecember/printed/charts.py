"""Reads ``charts.toml``: combat, terrain, fuel, weather and the numbers of the text. Raises DataError with the path."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

from pbem_rules.darkdecember.printed.data import Charts, Combat, Result, Row
from pbem_rules.darkdecember.printed.marks import FACES
from pbem_rules.kernel.charts import Span
from pbem_rules.kernel.tables import Table, into, wrong

_RATIO = re.compile(r"([1-9]):([1-9])")
_RESULT = re.compile(r"D([1-7])(?:\[([1-9])\])?(?:/A([1-3]))?|A([1-3])(?:\[([1-9])\])?|(FF)|(CA)")


def read_charts(table: Table) -> Charts:
    """Every chart."""
    dice = table.table("optional_dice").within("number", 9, least=1)
    charts = into(
        Charts, table, "crt", "optional_dice", combat=_combat(table.table("crt")), optional_dice=dice
    )
    if len(charts.fuel.die) != FACES:
        raise wrong(table.path("fuel.die"), "a number of divisions for each of the six faces")
    return charts


def _combat(table: Table) -> Combat:
    table.only("columns", "row")
    columns = []
    for text in table.texts("columns"):
        match = _RATIO.fullmatch(text)
        if match is None:
            raise wrong(table.path("columns"), f"{text!r} is not a ratio, such as 3:1")
        columns.append((int(match[1]), int(match[2])))
    if not columns or sorted(columns, key=lambda pair: Fraction(*pair)) != columns:
        raise wrong(table.path("columns"), "must rise")
    rows = []
    for row in table.rows("row"):
        row.only("dice", "advantage", "results")
        cells = tuple(_result(row, text) for text in row.texts("results"))
        if len(cells) != len(columns):
            raise wrong(row.path("results"), f"{len(cells)} results for {len(columns)} columns")
        plain, better = (Span.parse(row.text(key), row.path(key)) for key in ("dice", "advantage"))
        rows.append(Row(dice=plain, advantage=better, results=cells))
    _gapless(table, "dice", [row.dice for row in rows])
    _gapless(table, "advantage", [row.advantage for row in rows])
    return Combat(columns=tuple(columns), rows=tuple(rows))


def _result(row: Table, text: str) -> Result:
    """A cell: D3, D7[1], D4/A1, A2, A2[2], FF or CA."""
    match = _RESULT.fullmatch(text)
    if match is None:
        raise wrong(
            row.path("results"), f"{text!r} is not a result, such as D3, D7[1], D4/A1, A2[2], FF or CA"
        )
    level, steps, split, attacker, lost, exchange, counter = match.groups()
    return Result(
        defender=int(level or 0),
        attacker=int(split or attacker or 0),
        defender_steps=int(steps or 0),
        attacker_steps=int(lost or 0),
        exchange=bool(exchange),
        counter=bool(counter),
    )


def _gapless(table: Table, key: str, spans: list[Span]) -> None:
    """The column of dice begins below everything, ends above everything, and leaves nothing out."""
    if not spans or spans[0].low is not None or spans[-1].high is not None:
        raise wrong(table.path(f"row.{key}"), "the first must be <=, the last >=")
    for above, below in pairwise(spans):
        if above.high is None or below.low != above.high + 1:
            raise wrong(table.path(f"row.{key}"), f"{below} does not follow {above}")
