"""Reads ``units.toml``: the counters. Raises DataError with the path."""

from __future__ import annotations

import re

from pbem_rules.june44.printed.data import Face, Kind
from pbem_rules.kernel.tables import Table, wrong

SIDES = {"us": "allied", "cw": "allied", "german": "german"}
TYPES = ("infantry", "armour", "mechanised", "artillery", "airborne", "parachute", "mobile", "garrison")
SIZES = ("division", "brigade", "regiment")
_FACE = re.compile(r"([0-9])-([0-9])-([0-9])")


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
    row.only("name", "type", "size", "front", "back", "parent")
    kind = row.one_of("type", TYPES)
    if kind == "artillery" and "back" in row:
        raise wrong(row.at, "artillery has one step (2.4.2)")
    return Kind(
        id=name,
        name=row.text("name"),
        side=SIDES[nation],
        nation=nation,
        type=kind,
        size=row.one_of("size", SIZES),
        front=_face(row, "front"),
        back=_face(row, "back") if "back" in row else None,
        parent=row.text("parent", ""),
    )


def _face(row: Table, key: str) -> Face:
    match = _FACE.fullmatch(row.text(key))
    if match is None:
        raise wrong(row.path(key), "write attack-defence-movement, such as 5-4-4")
    attack, defence, move = (int(digits) for digits in match.groups())
    return Face(attack=attack, defence=defence, move=move)
