"""Reads ``units.toml``: the counters. Raises DataError with the path."""

from __future__ import annotations

from pbem_rules.june44.printed.data import Kind
from pbem_rules.kernel.tables import Table, into, wrong

SIDES = {"us": "allied", "cw": "allied", "german": "german"}


def read_units(table: Table) -> dict[str, Kind]:
    """Units by id, in the order of the file. A parachute regiment's division must be there, and be airborne."""
    found: dict[str, Kind] = {}
    for nation in SIDES:
        for name, row in table.table(nation).tables():
            if name in found:
                raise wrong(row.at, f"there are two units called {name}")
            found[name] = _unit(nation, name, row)
    for name, unit in found.items():
        parent = found.get(unit.parent)
        if unit.parent and (parent is None or parent.type != "airborne" or parent.nation != unit.nation):
            raise wrong(
                table.path(f"{unit.nation}.{name}.parent"), f"{unit.parent!r} is not an airborne division"
            )
        if (unit.type == "parachute") != bool(unit.parent):
            raise wrong(
                table.path(f"{unit.nation}.{name}"), "parachute regiments have a parent, and nobody else has"
            )
    return found


def _unit(nation: str, name: str, row: Table) -> Kind:
    unit = into(Kind, row, id=name, side=SIDES[nation], nation=nation)
    if unit.type == "artillery" and unit.back is not None:
        raise wrong(row.at, "artillery has one step (2.4.2)")
    return unit
