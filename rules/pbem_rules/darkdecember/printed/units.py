"""Reads ``units.toml``: the counters. Raises DataError with the path."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem_rules.darkdecember.printed.about import ABOUT
from pbem_rules.darkdecember.printed.counters import Face, Kind, Leader
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Ground
from pbem_rules.kernel.tables import Cited, Table, wrong

SIDES = {"us": ALLIED, "british": ALLIED, "french": ALLIED, "german": GERMAN}
MOTORIZED = ("armour", "mechanised", "cavalry")
KINDS = (*MOTORIZED, "infantry", "parachute", "glider", "engineer")
SIZES = ("battalion", "regiment", "brigade")
_FLAGS = ("fort", "star", "restricted", "optional", "variant", "drop", "ss", "bridges")
_KEYS = (
    "name",
    "formation",
    "kind",
    "size",
    "front",
    "back",
    "hex",
    "army",
    "turn",
    "area",
    "leaves",
    *_FLAGS,
)
_FACE = re.compile(r"([0-9])-([0-9])-([0-9])")
OURS = Cited(
    provenance="reconstructed",
    source="numbers by [calibration], date and place of arrival from memory of the official histories",
)

Turns = Callable[[Table, str], int]
"""Reads the turn that a key of a table names; 0 when the key is absent."""


def read_units(table: Table, ground: Ground, turn: Turns) -> dict[str, Kind]:
    """Units by id, in the order of the file. A formation is of one side."""
    found: dict[str, Kind] = {}
    formations: dict[str, str] = {}
    for nation, side in SIDES.items():
        for name, row in table.table(nation).tables():
            if name in found:
                raise wrong(row.at, f"there are two units called {name}")
            unit = _unit(nation, side, name, row, ground, turn)
            if unit.formation and formations.setdefault(unit.formation, nation) != nation:
                raise wrong(row.path("formation"), f"{unit.formation} has units of two nations")
            found[name] = unit
    return found


def _unit(nation: str, side: str, name: str, row: Table, ground: Ground, turn: Turns) -> Kind:
    row.only(*_KEYS, *ABOUT)
    kind, flags = row.one_of("kind", KINDS), {key: row.flag(key, default=False) for key in _FLAGS}
    unit = Kind(
        id=name,
        name=row.text("name"),
        side=side,
        nation=nation,
        formation=row.text("formation", ""),
        size=row.one_of("size", SIZES),
        front=_face(row, "front"),
        back=_face(row, "back") if "back" in row else None,
        armour=kind == "armour",
        cavalry=kind == "cavalry",
        motorized=kind in MOTORIZED,
        engineer=kind == "engineer",
        parachute=kind == "parachute",
        elite=kind == "parachute" or flags["ss"],
        ss=flags["ss"],
        bridges=flags["bridges"],
        hex=row.text("hex", ""),
        army=row.text("army", ""),
        turn=turn(row, "turn"),
        areas=_letters(row),
        fortified=flags["fort"],
        star=flags["star"],
        restricted=flags["restricted"],
        optional=flags["optional"],
        variant=flags["variant"],
        drops=flags["drop"],
        leaves=turn(row, "leaves"),
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


def _letters(row: Table) -> tuple[str, ...]:
    """The areas of entry of a counter, printed like ``X, Y`` (I6.4)."""
    return tuple(each.strip() for each in row.text("area").split(",")) if "area" in row else ()


def _check_areas(areas: tuple[str, ...], side: str, row: Table, ground: Ground) -> None:
    """German areas lie in the east, the others are Allied (3.4, 3.5)."""
    known = {way.area for way in ground.exits.values() if (way.edge == "east") == (side == GERMAN)}
    for area in areas:
        if area not in known:
            raise wrong(row.path("area"), f"{area!r} is not a {side} area of entry")


def _face(row: Table, key: str) -> Face:
    match = _FACE.fullmatch(row.text(key))
    if match is None:
        raise wrong(row.path(key), "write attack-defence-movement, such as 3-4-5")
    attack, defence, move = (int(digits) for digits in match.groups())
    return Face(attack=attack, defence=defence, move=move)


def read_leaders(table: Table, ground: Ground, turn: Turns) -> dict[str, Leader]:
    """The commanders of O9.0 by id."""
    found = {}
    rows = table.table("leaders")
    for name in (key for key in rows.values if key not in ABOUT):
        row = rows.table(name)
        row.only(
            "name", "side", "attack", "defence", "move", "army", "nation", "hex", "turn", "area", "leaves"
        )
        leader = Leader(
            id=name,
            name=row.text("name"),
            side=row.one_of("side", (ALLIED, GERMAN)),
            attack=row.within("attack", 9),
            defence=row.within("defence", 9),
            move=row.within("move", 9),
            army=row.text("army", ""),
            nation=row.text("nation", ""),
            hex=row.text("hex", ""),
            turn=turn(row, "turn"),
            areas=_letters(row),
            leaves=turn(row, "leaves"),
        )
        if leader.hex and leader.hex not in ground.grid:
            raise wrong(row.path("hex"), f"{leader.hex} is not on the map")
        _check_areas(leader.areas, leader.side, row, ground)
        if leader.army and leader.army not in ground.armies:
            raise wrong(row.path("army"), f"{leader.army!r} is not an army")
        found[name] = leader
    return found
