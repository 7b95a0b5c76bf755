"""The table of Normandy that the games are held against (``rules/pbem_rules/shared/normandy``)."""

import tomllib
from collections.abc import Iterator
from datetime import date
from math import cos, hypot, radians
from pathlib import Path

from pbem_rules.kernel.tables import Table, root

RULES = Path(__file__).parents[2] / "rules" / "pbem_rules"
KM_A_DEGREE = 111.2
Spot = tuple[float, float]
"""Longitude and latitude."""


def read(path: str) -> Table:
    """A TOML file below the games' folder."""
    return root(tomllib.loads((RULES / path).read_text(encoding="utf-8")), path)


def formations() -> Iterator[Table]:
    """Every formation of the table."""
    table = read("shared/normandy/formations.toml")
    for side in ("us", "commonwealth", "german"):
        yield from table.table(side).rows("formations")


def days(row: Table) -> tuple[date, date]:
    """The first and the last day on which a formation came."""
    first = row.text("date")
    return _day(first), _day(row.text("until", first))


def _day(text: str) -> date:
    return date.fromisoformat(f"1944-{text}")


def spots() -> dict[str, Spot]:
    """Where each place is."""
    places = read("shared/normandy/places.toml").table("places")
    return {name: (_number(row, "lon"), _number(row, "lat")) for name, row in places.tables()}


def _number(row: Table, key: str) -> float:
    found = row.values[key]
    assert isinstance(found, float), row.path(key)
    return found


def kilometres(one: Spot, other: Spot) -> float:
    """How far two spots lie apart, good to a hundredth over the size of Normandy."""
    east = (one[0] - other[0]) * cos(radians((one[1] + other[1]) / 2))
    return hypot(east, one[1] - other[1]) * KM_A_DEGREE


def turn_of(day: date) -> int:
    """The turn of June 6 and of June '44 that holds a day: 6 June is the first, then two days each."""
    return 1 + (day - date(1944, 6, 5)).days // 2


def exceptions(kind: str, game: str) -> dict[str, Table]:
    """What a game has otherwise than the table, by name."""
    rows = read("shared/normandy/exceptions.toml").rows(kind)
    return {row.text("name"): row for row in rows if row.text("game") == game}
