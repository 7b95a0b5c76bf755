"""Reads ``schedule.toml`` and ``scenarios.toml``. Raises DataError with the path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem_rules.june6.printed.data import Due, Ground, Option, Placing, Scenario, UnitType
from pbem_rules.june6.printed.victory import read_victory
from pbem_rules.kernel.ground import hexes
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.late import Late
from pbem_rules.kernel.tables import Table, into, part, wrong

FIRST_TURN = 1
"""6 June: no weather, initiative or logistics phase (3.1, 3.2)."""
FREE_OPERATIONS = "free"


_SIDES = ("allied", "german")
_BEACH, _DROP, _GLIDER, _ENTRY = "beach", "drop", "glider", "entry"


def read_scenarios(
    scenarios: Table, schedule: Table, units: Mapping[str, UnitType], ground: Ground
) -> Mapping[str, Scenario]:
    """Every scenario by name; its units, hexes and arrivals are checked against the counters and the map.

    A scenario that is ``like`` another has that one's tables and values where it has none of its own.
    """
    tables = scenarios.table("scenarios")
    known = scenarios.table("options")

    def scenario(name: str) -> Scenario:
        table = _whole(tables, name)
        return _scenario(name, table, _options(known, table), schedule, units, ground)

    return Late(tables.keys(), scenario)


def of_their_own(scenarios: Table) -> Iterator[str]:
    """The names of those with an area or resource points of their own."""
    tables = scenarios.table("scenarios")
    return (name for name in tables.keys() if {"area", "resources"} & _whole(tables, name).values.keys())  # noqa: SIM118


def _whole(tables: Table, name: str) -> Table:
    own = tables.table(name)
    base = tables.table(own.text("like")).values if "like" in own else {}
    return Table(values={**base, **own.values}, at=own.at)


def _scenario(
    name: str,
    table: Table,
    options: dict[str, Option],
    schedule: Table,
    units: Mapping[str, UnitType],
    ground: Ground,
) -> Scenario:
    first, last = table.integer("first_turn"), table.integer("last_turn")
    area = _area(ground, table)
    placings = tuple(_placings(table, units, ground.grid))
    _check_placings(table, placings, area)
    arrivals = tuple(_arrivals(table, schedule, units, ground, area))
    return into(
        Scenario,
        table,
        *table.keys(),
        name=name,
        last_turn=last,
        placings=placings,
        arrivals=arrivals,
        options={
            name: each
            for name, each in options.items()
            if _matters(each, placings if first == 1 else (), arrivals)
        },
        title_note=table.text("note", ""),
        area=area,
        base_points=_points(table),
        delays=tuple(_delay_points(table, ground, placings)),
        **_start(table, ground, area, first),
        **read_victory(ground, table.table("victory")),
    )


def _options(known: Table, table: Table) -> dict[str, Option]:
    """What may be chosen for a scenario; ``options`` of the scenario sets other defaults."""
    own = table.table("options") if "options" in table else Table(values={}, at=table.at)
    own.only(*known.keys())
    found = {}
    for name, row in known.tables():
        values = row.texts("values")
        default = own.one_of(name, values, row.text("default"))
        if default not in values:
            raise wrong(row.path("default"), f"{default!r} is none of {', '.join(values)}")
        found[name] = into(Option, row, "values", "default", name=name, values=values, default=default)
    return found


def _matters(option: Option, landed: tuple[Placing, ...], arrivals: tuple[Due, ...]) -> bool:
    """Whether something can come of an option: drops need somebody who jumps on 6 June, a group has to come."""
    if option.name == _DROP:
        return any(not each.efficiency for each in landed)
    return not option.german_points or any(due.option == option.name for due in arrivals)


def read_fixed_faces(scenarios: Table) -> tuple[int, ...]:
    """The faces of teaching games, 0 to 9, in the order in which they are used."""
    text = "".join(scenarios.table("teaching").texts("faces"))
    if not text.isdecimal():
        raise wrong(scenarios.path("teaching.faces"), "expected digits")
    return tuple(map(int, text))


def _area(ground: Ground, table: Table) -> frozenset[str]:
    """The hexes in play: those of one sheet, from and to a column; the whole map where nothing is said."""
    if "area" not in table:
        return frozenset()
    row = table.table("area")
    sheet, columns = row.one_of("sheet", ("E", "W")), range(row.integer("from"), row.integer("to") + 1)
    return frozenset(name for name in ground.grid.hexes if name[0] == sheet and int(name[3:]) in columns)


def _points(table: Table) -> dict[int, tuple[int, int]]:
    """Resource points before the die in the scenario's turns, where it has its own."""
    if "resources" not in table:
        return {}
    row = table.table("resources")
    return {
        each.integer("turn"): (each.integer("allied"), each.integer("german")) for each in row.rows("base")
    }


def _start(table: Table, ground: Ground, area: frozenset[str], first: int) -> dict[str, object]:
    """6 June has a state of its own; later scenarios begin with an ordinary turn, on ground taken before."""
    if first == FIRST_TURN:
        day = table.table("turn1")
        free = day.table("free_operations")
        markers = {
            side: (*_markers(table.table("cup"), side), *(FREE_OPERATIONS,) * free.integer(side))
            for side in _SIDES
        }
        return {
            **part(Scenario, day, "weather", "initiative", "air", "naval", also=("free_operations",)),
            "first_markers": markers,
        }
    taken = table.table("ground")
    boxes = (where for box in taken.texts("beaches") for where in ground.beaches[box])
    return {
        "weather": "clear",
        "initiative": "allied",
        "air": 0,
        "naval": 0,
        "first_markers": {},
        "held": hexes(ground.grid, taken, "held"),
        "destroyed": hexes(ground.grid, taken, "destroyed"),
        "beaches": tuple(sorted(where for where in boxes if not area or where in area)),
    }


def _placings(table: Table, units: Mapping[str, UnitType], grid: Grid) -> Iterator[Placing]:
    """Units on the map at the start: those dropped carry Reduced Efficiency markers (7.25)."""
    for section in ("drop", "german", "strongpoints", "allied"):
        if section not in table:
            continue
        for unit, row in table.table(section).table("units").tables():
            if unit not in units:
                raise wrong(row.at, f"there is no unit {unit!r}")
            where = row.text("hex")
            if where not in grid:
                raise wrong(row.path("hex"), f"{where} is not on the map")
            yield into(Placing, row, *row.keys(), unit=unit, where=where, efficiency=section != "drop")


def _check_placings(table: Table, placings: tuple[Placing, ...], area: frozenset[str]) -> None:
    """Every unit stands once, and where the scenario is played."""
    if len({each.unit for each in placings}) != len(placings):
        raise wrong(table.at, "a unit is set up twice")
    for each in placings:
        if area and each.where not in area:
            raise wrong(table.at, f"{each.unit} stands at {each.where}, beyond the area of the scenario")


def _delay_points(table: Table, ground: Ground, placings: tuple[Placing, ...]) -> Iterator[str]:
    """The hexes with a Delay Point at the start, in hex order: land hexes, without units (19.15) and without a beach."""
    if "delay_points" not in table:
        return
    closed = {each.where for each in placings}.union(*ground.beaches.values())
    points = table.table("delay_points").table("hexes")
    for where in sorted(points.keys()):
        if where not in ground.terrain:
            raise wrong(points.path(where), f"{where} is not a land hex of the map")
        if where in closed:
            raise wrong(points.path(where), f"{where} is a beach or holds a unit")
        yield where


def _arrivals(
    table: Table, schedule: Table, units: Mapping[str, UnitType], ground: Ground, area: frozenset[str]
) -> Iterator[Due]:
    """What arrives in the scenario's turns, in the order of the schedule; drops are in the set-up.

    ``formations``, where it is given, names whose arrivals count, besides those of options; of the entry letters those
    on the area are left.
    """
    turns = range(table.integer("first_turn"), table.integer("last_turn") + 1)
    members = table.texts("formations")
    for side in _SIDES:
        for row in schedule.table(side).rows("arrivals"):
            how, names = row.one_of("how", (_BEACH, _DROP, _GLIDER, _ENTRY)), row.texts("units")
            if row.integer("turn") not in turns or how == _DROP:
                continue
            asked = "option" in row  # players who agree on the group have it wherever it can enter
            if (
                members
                and not asked
                and row.text("formation") not in members
                and not set(names) & set(members)
            ):
                continue
            for unit in names:
                if unit not in units or units[unit].side != side:
                    raise wrong(row.path("units"), f"there is no {side} unit {unit!r}")
            yield into(
                Due,
                row,
                *("box", "entry", "phase"),
                place=_box(ground, row, area) if how == _BEACH else "",
                places=_places(table, row, ground, area),
                reduced_phase=row.text("phase", "") == "RE",
            )


def _box(ground: Ground, row: Table, area: frozenset[str]) -> str:
    box = row.text("box")
    if box not in ground.beaches or (area and not area.issuperset(ground.beaches[box])):
        raise wrong(row.path("box"), f"{box!r} is not a landing box of the scenario")
    return box


def _places(table: Table, row: Table, ground: Ground, area: frozenset[str]) -> tuple[str, ...]:
    """The letters that an arrival may enter by, or the hexes that a glider unit may land in."""
    if row.text("how") == _GLIDER:
        return hexes(ground.grid, table.table("gliders"), row.texts("units")[0])
    letters = row.texts("entry")
    for each in letters:
        if each not in ground.entries:
            raise wrong(
                row.path("entry"), f"there is no entry {each!r}; there is {', '.join(ground.entries)}"
            )
    found = tuple(each for each in letters if not area or area & set(ground.entries[each]))
    if letters and not found:
        raise wrong(row.path("entry"), f"none of {', '.join(letters)} is on the area of the scenario")
    return found


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
