"""Reads ``scenarios.toml`` and ``schedule.toml``. Raises DataError with the path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem_rules.june44.printed.data import TURNS, Arrival, Ground, Kind, Scenario
from pbem_rules.kernel.ground import hexes
from pbem_rules.kernel.tables import Table, into, wrong
from pbem_rules.shared.printed import printed

_SEA = "sea:"
_SIDES = ("allied", "german")
_READ = ("like", "last_turn", "defences", "drops", "stray", "stray_hexes", *_SIDES)
"""Keys of a scenario that are read here."""


def read_scenarios(
    scenarios: Table, schedule: Table, units: Mapping[str, Kind], ground: Ground
) -> dict[str, Scenario]:
    """Every scenario by name."""
    arrivals = _schedule(schedule, units, ground)
    names = tuple(map(printed, scenarios.table("turns").texts("names")))
    if len(names) != TURNS:
        raise wrong(scenarios.path("turns.names"), f"there are {TURNS} turns (5.0)")
    rows = {name: row for name, row in scenarios.tables() if name != "turns"}
    return {
        name: _scenario(name, _whole(row, rows), names, arrivals, units, ground) for name, row in rows.items()
    }


def _whole(row: Table, rows: Mapping[str, Table]) -> Table:
    """A scenario that is ``like`` another has that one's values where it has none of its own."""
    if "like" not in row:
        return row
    base = rows.get(row.text("like"))
    if base is None or "like" in base:
        raise wrong(row.path("like"), f"{row.text('like')!r} is not a scenario that stands by itself")
    return Table(values={**base.values, **row.values}, at=row.at)


def _schedule(table: Table, units: Mapping[str, Kind], ground: Ground) -> tuple[Arrival, ...]:
    found: dict[str, Arrival] = {}
    for side in _SIDES:
        for row in table.table(side).rows("arrivals"):
            name, place = row.text("unit"), row.text("place")
            kind = units.get(name)
            if kind is None or kind.side != side:
                raise wrong(row.path("unit"), f"{name!r} is not a {side} unit")
            if name in found:
                raise wrong(row.path("unit"), f"{name} arrives twice")
            if place not in _places(kind, ground):
                raise wrong(row.path("place"), f"{place!r} is not a place where {name} can come")
            found[name] = into(Arrival, row)
    return tuple(found.values())


def _places(kind: Kind, ground: Ground) -> frozenset[str]:
    if kind.side == "german":
        return frozenset({*ground.entries, *ground.edges})
    return frozenset({kind.nation, *(b.name for b in ground.beaches.values() if b.nation == kind.nation)})


def _scenario(
    name: str,
    row: Table,
    turns: tuple[str, ...],
    arrivals: tuple[Arrival, ...],
    units: Mapping[str, Kind],
    ground: Ground,
) -> Scenario:
    first = row.within("first_turn", TURNS, least=1)
    last = row.within("last_turn", TURNS, least=first)
    placed = dict(_placed(row, units, ground))
    regiments, stray = row.texts("regiments"), row.text("stray", "")
    drops = hexes(ground.grid, row, "drops")
    if len(regiments) != len(drops):
        raise wrong(row.path("drops"), "a drop hex for each regiment")
    for unit in (*regiments, *((stray,) if stray else ())):
        if unit not in units or unit in placed:
            raise wrong(row.at, f"{unit!r} is not a unit, or stands on the map already")
    defences = row.integers("defences", 99) if "defences" in row else ()
    if first == 1 and len(defences) != len(ground.beaches):
        raise wrong(row.path("defences"), "a defence for each beach (4.0)")
    here = {*placed, *regiments, stray}
    return into(
        Scenario,
        row,
        *_READ,
        id=name,
        turns=turns[:last],
        units=placed,
        arrivals=tuple(each for each in arrivals if each.unit not in here and each.turn <= last),
        defences=defences,
        drops=drops,
        stray=stray,
        stray_hexes=tuple(_stray(row, ground)) if stray else (),
    )


def _placed(row: Table, units: Mapping[str, Kind], ground: Ground) -> Iterator[tuple[str, str]]:
    for side in _SIDES:
        table = row.table(side)
        for name in table.keys():  # noqa: SIM118
            where = table.text(name)
            if name not in units or units[name].side != side:
                raise wrong(table.path(name), f"is not a {side} unit")
            at = where.removeprefix(_SEA)
            if at not in ground.terrain or (at != where and at not in ground.beaches):
                raise wrong(table.path(name), f"{where!r} is neither a hex of the map nor off a beach")
            yield name, where


def _stray(row: Table, ground: Ground) -> Iterator[tuple[int, str]]:
    value = row.values.get("stray_hexes", [])
    last = 0
    for pair in value if isinstance(value, list) else ():
        match pair:
            case [int(most), str(where)] if most > last and where in ground.terrain:
                last = most
                yield most, where
            case _:
                raise wrong(row.path("stray_hexes"), f"{pair!r} is not a face, rising, and a hex")
    if last != 10:
        raise wrong(row.path("stray_hexes"), "must cover the ten faces")
