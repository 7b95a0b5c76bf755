"""Reads ``charts.toml``: combat, terrain, fuel, weather and the numbers of the text. Raises DataError with the path."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from attrs import fields

from pbem_rules.darkdecember.printed.about import ABOUT
from pbem_rules.darkdecember.printed.data import (
    PART,
    Advantage,
    Charts,
    Combat,
    Drop,
    Fuel,
    Numbers,
    Rate,
    Replacements,
    Result,
    Row,
    Strategic,
    Terrain,
    TerrainChart,
    Weather,
)
from pbem_rules.kernel.charts import Span
from pbem_rules.kernel.tables import Table, wrong

Turns = Callable[[Table, str], int]

_FACES = 6
_MOST = 7
_RATIO = re.compile(r"([1-9]):([1-9])")
_RESULT = re.compile(r"D([1-7])(?:\[([1-9])\])?(?:/A([1-3]))?|A([1-3])(?:\[([1-9])\])?|(FF)|(CA)")
_POINTS = re.compile(r"[0-9]{1,2}(/[1-9])?")
_HALVES = {"AM": (True, False), "PM": (False, True), "every": (True, True)}


def read_charts(table: Table, turn: Turns) -> Charts:
    """Every chart."""
    advantage, fuel = table.table("advantage"), table.table("fuel")
    return Charts(
        combat=_combat(table.table("crt")),
        terrain=_terrain(table.table("terrain")),
        strategic=_strategic(table.table("strategic")),
        fuel=_fuel(fuel, turn),
        drop=_drop(table.table("drop"), turn),
        weather=_weather(table.table("weather"), turn),
        advantage=Advantage(
            german_to=turn(advantage, "german_to"),
            surprise=turn(advantage, "surprise"),
            surprise_drm=advantage.integer("surprise_drm"),
        ),
        replacements=_replacements(table.table("replacements"), turn),
        numbers=_numbers(table.table("numbers")),
        optional_dice=table.table("optional_dice").within("number", 9, least=1),
    )


def _combat(table: Table) -> Combat:
    table.only("columns", "row", *ABOUT)
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


def _parts(table: Table, key: str) -> int:
    """Movement points such as 2 or 1/3, in thirtieths."""
    text = table.text(key)
    if _POINTS.fullmatch(text) is None or (Fraction(text) * PART).denominator != 1:
        raise wrong(table.path(key), f"{text!r} is not a number of points, such as 2, 1/2, 1/3 or 1/5")
    return int(Fraction(text) * PART)


def _terrain(table: Table) -> TerrainChart:
    names = tuple(each.name for each in fields(TerrainChart))
    table.only(*names)
    return TerrainChart(**{name: _line(table.table(name)) for name in names})


def _line(row: Table) -> Terrain:
    row.only("name", "foot", "motor", "tdl", "frost", *ABOUT)
    return Terrain(
        name=row.text("name"),
        foot=_parts(row, "foot"),
        motor=_parts(row, "motor"),
        tdl=row.within("tdl", _MOST),
        frost=row.within("frost", _MOST, 0) * PART,
    )


def _strategic(table: Table) -> Strategic:
    table.only("motorized", "german_foot", "allied_foot", *ABOUT)
    return Strategic(
        motorized=_parts(table, "motorized"),
        german_foot=_parts(table, "german_foot"),
        allied_foot=_parts(table, "allied_foot"),
    )


def _whole(table: Table, key: str, most: int) -> tuple[int, ...]:
    """A list of whole numbers from 0 to ``most``."""
    value = table.values.get(key)
    if not isinstance(value, list) or not all(type(each) is int and 0 <= each <= most for each in value):
        raise wrong(table.path(key), f"expected whole numbers from 0 to {most}")
    return tuple(value)


def _faces(table: Table, key: str) -> tuple[int, ...]:
    found = _whole(table, key, _FACES)
    if 0 in found or len(set(found)) != len(found):
        raise wrong(table.path(key), "expected different faces from 1 to 6")
    return found


def _fuel(table: Table, turn: Turns) -> Fuel:
    die = _whole(table, "die", 9)
    if len(die) != _FACES:
        raise wrong(table.path("die"), "a number of divisions for each of the six faces")
    return Fuel(
        die=die,
        first=turn(table, "first"),
        more_from=turn(table, "more_from"),
        more=table.within("more", 9),
        brigades=table.within("brigades", 9, least=1),
        formations=table.texts("formations"),
        independent=table.texts("independent"),
    )


def _drop(table: Table, turn: Turns) -> Drop:
    return Drop(
        lands=_faces(table, "lands"),
        turn=turn(table, "turn"),
        supplied_through=turn(table, "supplied_through"),
    )


def _weather(table: Table, turn: Turns) -> Weather:
    return Weather(
        clear_from=turn(table, "clear_from"),
        clear_to=turn(table, "clear_to"),
        frost_from=turn(table, "frost_from"),
        snow_from=turn(table, "snow_from"),
        rolled_from=turn(table, "rolled_from"),
        clear_faces=_faces(table, "clear_faces"),
        german_motorized=table.within("german_motorized", 9),
    )


def _replacements(table: Table, turn: Turns) -> Replacements:
    def rate(key: str) -> Rate:
        row = table.table(key)
        row.only("from", "when")
        mornings, afternoons = _HALVES[row.one_of("when", tuple(_HALVES))]
        return Rate(first=turn(row, "from"), mornings=mornings, afternoons=afternoons)

    return Replacements(
        restore=table.within("restore", 9, least=1),
        rebuild=table.within("rebuild", 9, least=1),
        allied_motorized=rate("allied_motorized"),
        allied_infantry=rate("allied_infantry"),
        german_infantry=rate("german_infantry"),
    )


def _numbers(table: Table) -> Numbers:
    names = tuple(each.name for each in fields(Numbers))
    table.only(*names, *ABOUT)
    return Numbers(**{name: table.integer(name) for name in names})
