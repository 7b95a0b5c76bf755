"""``forces.toml`` as typed values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pbem_rules.kernel.filling import filled
from pbem_rules.kernel.tables import Table, wrong
from pbem_rules.pegasus.printed.data import ALL, DieTable, Force, Forces, Kind, Plan, VictoryPoints

T = TypeVar("T")


def die_table(table: Table, key: str, read: Callable[[Table, str], T]) -> DieTable[T]:
    """The rows of a six-sided die: keys are the highest faces, rising, the last one 6."""
    rows = table.table(key)
    keys = rows.keys()
    if not all(each.isdigit() for each in keys):
        raise wrong(table.path(key), "has a key that is not a face")
    tops = tuple(int(each) for each in keys)
    if not tops or list(tops) != sorted(set(tops)) or tops[0] < 1 or tops[-1] != 6:
        raise wrong(table.path(key), "must rise to 6")
    return DieTable(tops=tops, values=tuple(read(rows, each) for each in keys))


def text(table: Table, key: str) -> str:
    """A word of a die table."""
    return table.text(key)


def number(table: Table, key: str) -> int:
    """A number of a die table."""
    return table.integer(key)


def number_or_all(table: Table, key: str) -> int:
    """A number, or as text "all" or a number (a pack lays text over text)."""
    value = table.values.get(key)
    if not isinstance(value, str):
        return table.integer(key)
    if value != "all" and not value.isdigit():
        raise wrong(table.path(key), f"{value!r} is neither a number nor all")
    return ALL if value == "all" else int(value)


def numbers(table: Table, key: str) -> tuple[int, ...]:
    """A list of whole numbers."""
    found = table.values.get(key)
    if not isinstance(found, list) or not all(type(each) is int for each in found):
        raise wrong(table.path(key), "expected whole numbers")
    return tuple(found)


def forces(table: Table) -> Forces:
    """Who there is and what comes when. Raises DataError."""
    german, british, entry = table.table("german"), table.table("british"), table.table("gliders_entry")
    groups, pool = table.table("gliders_groups"), table.table("pool")
    reserve, leaders = german.table("forces"), table.table("leaders")
    platoons = leaders.table("platoons")
    gliders = {int(n): table.table("gliders").texts(n) for n in table.table("gliders").values if n.isdigit()}
    plans = dict(table.table("plans").subtables())
    letters = table.table("plan_letters")
    if letters.texts("letters") != tuple(plans):
        raise wrong(letters.path("letters"), f"are not those of the plans, {', '.join(plans)}")
    return Forces(
        plans={letter: _plan(letter, each) for letter, each in plans.items()},
        plan_tanks=die_table(table.table("plan_tanks"), "die", text),
        car_turn=german.integer("car_turn"),
        car_in=german.text("car_in"),
        car_out=german.text("car_out"),
        tank_out=german.text("tank_out"),
        entry=die_table(german, "entry", text),
        german_force={
            plan: die_table(german.table("force"), plan, number) for plan in german.table("force").values
        },
        german={int(n): _force(each) for n, each in reserve.subtables()},
        optional=die_table(british, "optional", text),
        british_force={
            int(n): die_table(british.table("force"), n, text) for n in british.table("force").values
        },
        british={name: _force(each) for name, each in british.table("forces").subtables()},
        british_entry=table.table("british_entry").text("area"),
        gliders=gliders,
        triangle=die_table(entry, "die", text),
        loses=entry.integer("loses"),
        lost=die_table(entry, "lost", number),
        groups={
            name: numbers(groups, name) for name in groups.values if name not in ("provenance", "source")
        },
        leaders={name: platoons.within(name, len(gliders), least=1) for name in platoons.values},
        helpers=(*platoons.values, *leaders.texts("recovery")),
        kinds={name: _kind(name, each) for name, each in table.table("units").subtables()},
        pool_platoons=pool.integer("platoons"),
        pool_tanks=pool.integer("tanks"),
        victory=filled(VictoryPoints, table.table("victory")),
    )


def _plan(letter: str, table: Table) -> Plan:
    platoons = table.table("platoons") if "platoons" in table else None
    starts = () if platoons is None else tuple((name, platoons.integer(name)) for name in platoons.values)
    return filled(
        Plan,
        table,
        letter=letter,
        squads=table.within("squads", 99),
        decoys=table.within("decoys", 99),
        schmidt=table.one_of("schmidt", ("pillbox", "car")),
        platoons=starts,
    )


def _force(table: Table) -> Force:
    tanks = number_or_all(table, "tanks") if "tanks" in table else 0
    return filled(Force, table, platoons=number_or_all(table, "platoons"), tanks=tanks)


def _kind(name: str, table: Table) -> Kind:
    return filled(Kind, table, name=name, side=table.one_of("side", ("british", "german")))
