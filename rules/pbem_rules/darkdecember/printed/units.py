"""Reads ``units.toml``: the counters. Raises DataError with the path."""

from __future__ import annotations

from pbem_rules.darkdecember.printed.counters import Kind, Leader
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Ground
from pbem_rules.kernel.tables import Cited, Table, into, wrong

SIDES = {"us": ALLIED, "british": ALLIED, "french": ALLIED, "german": GERMAN}
MOTORIZED = ("armour", "mechanised", "cavalry")
KINDS = (*MOTORIZED, "infantry", "parachute", "glider", "engineer")
OURS = Cited(
    provenance="reconstructed",
    source="numbers by [calibration], date and place of arrival from memory of the official histories",
)


def read_units(table: Table, ground: Ground) -> dict[str, Kind]:
    """Units by id, in the order of the file. A formation is of one side."""
    found: dict[str, Kind] = {}
    formations: dict[str, str] = {}
    for nation, side in SIDES.items():
        for name, row in table.table(nation).tables():
            if name in found:
                raise wrong(row.at, f"there are two units called {name}")
            unit = _unit(nation, side, name, row, ground)
            if unit.formation and formations.setdefault(unit.formation, nation) != nation:
                raise wrong(row.path("formation"), f"{unit.formation} has units of two nations")
            found[name] = unit
    return found


def _unit(nation: str, side: str, name: str, row: Table, ground: Ground) -> Kind:
    kind = row.one_of("kind", KINDS)
    unit = into(
        Kind,
        row,
        *("kind", "formation"),
        id=name,
        side=side,
        nation=nation,
        formation=row.text("formation", ""),
        armour=kind == "armour",
        cavalry=kind == "cavalry",
        motorized=kind in MOTORIZED,
        engineer=kind == "engineer",
        parachute=kind == "parachute",
        elite=kind == "parachute" or row.flag("ss", default=False),
        cited=row.cited(OURS),
    )
    _check(unit, row, ground)
    return unit


def _check(unit: Kind, row: Table, ground: Ground) -> None:
    if [bool(unit.hex), bool(unit.army), bool(unit.turn)].count(True) != 1:
        raise wrong(row.at, "stands in a hex, or in the area of an army, or comes on a turn")
    if unit.hex and unit.hex not in ground.grid:
        raise wrong(row.path("hex"), f"{unit.hex} is not on the map")
    if unit.army and unit.army not in ground.armies:
        raise wrong(row.path("army"), f"{unit.army!r} is not an army")
    if bool(unit.turn) != bool(unit.areas or unit.drops):
        raise wrong(row.at, "whoever comes on a turn comes in an area, or drops")
    _check_areas(unit.areas, unit.side, row, ground)
    if unit.back is not None and unit.back.move != unit.front.move:
        raise wrong(row.path("back"), "moves otherwise than the front")


def _check_areas(areas: tuple[str, ...], side: str, row: Table, ground: Ground) -> None:
    """German areas lie in the east, the others are Allied (3.4, 3.5)."""
    known = {way.area for way in ground.exits.values() if (way.edge == "east") == (side == GERMAN)}
    for area in areas:
        if area not in known:
            raise wrong(row.path("area"), f"{area!r} is not a {side} area of entry")


def read_leaders(table: Table, ground: Ground) -> dict[str, Leader]:
    """The commanders of O9.0 by id."""
    found = {}
    rows = table.table("leaders")
    for name in rows.unlabelled():
        row = rows.table(name)
        leader = into(Leader, row, id=name)
        if leader.hex and leader.hex not in ground.grid:
            raise wrong(row.path("hex"), f"{leader.hex} is not on the map")
        _check_areas(leader.areas, leader.side, row, ground)
        if leader.army and leader.army not in ground.armies:
            raise wrong(row.path("army"), f"{leader.army!r} is not an army")
        found[name] = leader
    return found
