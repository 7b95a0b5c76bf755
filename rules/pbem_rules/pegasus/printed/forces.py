"""``forces.toml`` as typed values."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.records import frozen
from pbem_rules.kernel.tables import Table, into, wrong
from pbem_rules.pegasus.printed.data import Force, Forces, Kind, Plan
from pbem_rules.pegasus.printed.marks import DieWords


def forces(table: Table) -> Forces:
    """Who there is and what comes when. Raises DataError."""
    german, british, leaders = table.table("german"), table.table("british"), table.table("leaders")
    platoons = leaders.table("platoons")
    gliders = {
        int(n): table.table("gliders").texts(n) for n in table.table("gliders").values if n.isdecimal()
    }
    plans = dict(table.table("plans").subtables())
    letters = table.table("plan_letters")
    if letters.texts("letters") != tuple(plans):
        raise wrong(letters.path("letters"), f"are not those of the plans, {', '.join(plans)}")
    forces = into(_BritishForce, british, *british.keys()).force
    return into(
        Forces,
        table,
        *table.keys(),
        plans={letter: _plan(letter, each) for letter, each in plans.items()},
        german={int(n): into(Force, each) for n, each in german.table("forces").subtables()},
        british_force={int(n): die for n, die in forces.items()},
        gliders=gliders,
        leaders={name: platoons.within(name, len(gliders), least=1) for name in platoons.values},
        helpers=(*platoons.values, *leaders.texts("recovery")),
        kinds={name: into(Kind, each, name=name) for name, each in table.table("units").subtables()},
    )


@frozen
class _BritishForce:
    force: Mapping[str, DieWords]


def _plan(letter: str, table: Table) -> Plan:
    platoons = table.table("platoons") if "platoons" in table else None
    starts = () if platoons is None else tuple((name, platoons.integer(name)) for name in platoons.values)
    return into(Plan, table, "platoons", letter=letter, platoons=starts)
