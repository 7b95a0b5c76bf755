"""Reads ``units.toml``: types with their ratings, formations with their units. Raises DataError with the path."""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.kernel.tables import PROVENANCES, Table, wrong
from pbem_rules.normandy.printed.counters import Face, Formation, Type, Unit
from pbem_rules.normandy.reading.typed import numbers

BRANCHES = (
    "infantry",
    "parachute",
    "glider",
    "ranger",
    "commando",
    "motorised",
    "mechanised",
    "tank",
    "anti-tank",
    "reconnaissance",
    "engineer",
    "artillery",
    "headquarters",
    "pathfinder",
    "replacement",
    "avre",
    "crocodile",
    "ship",
)
SIZES = ("company", "battalion", "brigade", "division", "corps", "ship")
FORMATIONS = ("division", "brigade", "corps", "fleet", "garrison")
_FLAGS = ("fixed", "flak", "rocket", "truck", "landing", "rhino", "battle_group")
_ABOUT = ("provenance", "source", "note", *PROVENANCES)


def read_types(table: Table) -> dict[str, Type]:
    """The types by name."""
    found = {name: _type(name, row) for name, row in table.tables()}
    for name, each in found.items():
        if each.company and (each.company not in found or found[each.company].size != "company"):
            raise wrong(table.path(f"{name}.company"), f"there is no type {each.company!r} of size company")
    return found


def _type(name: str, row: Table) -> Type:
    row.only(
        "branch",
        "faces",
        "move",
        "stack",
        "size",
        "circle",
        "dot",
        "fire",
        "range",
        "company",
        *_FLAGS,
        *_ABOUT,
    )
    faces = _faces(row)
    fire = numbers(row, "fire")
    if fire and len(fire) != len(faces):
        raise wrong(row.path("fire"), f"has {len(fire)} values for {len(faces)} steps")
    flags = {flag: row.flag(flag, default=False) for flag in _FLAGS}
    return Type(
        id=name,
        branch=row.one_of("branch", BRANCHES),
        size=row.one_of("size", SIZES),
        faces=faces,
        move=row.within("move", 20),
        stack=row.within("stack", 6),
        circle=row.one_of("circle", ("", "yellow", "blue"), ""),
        dot=row.one_of("dot", ("", "white", "red"), ""),
        fire=fire,
        range=row.within("range", 30, 0),
        company=row.text("company", ""),
        cited=row.cited(),
        **flags,
    )


def _faces(row: Table) -> tuple[Face, ...]:
    """Attack and defence by steps, the strongest first."""
    listed = row.values.get("faces")
    if not isinstance(listed, list) or not listed:
        raise wrong(row.path("faces"), "expected a list of [attack, defence], one for each step")
    found = []
    for n, pair in enumerate(listed, 1):
        values = numbers(Table(values={"pair": pair}, at=f"{row.path('faces')}[{n}]"), "pair")
        if len(values) != 2:
            raise wrong(f"{row.path('faces')}[{n}]", f"expected [attack, defence], found {pair!r}")
        found.append(Face(attack=values[0], defence=values[1]))
    return tuple(found)


def read_formations(table: Table, types: Mapping[str, Type]) -> tuple[dict[str, Formation], dict[str, Unit]]:
    """The formations by name, and every unit by its whole name."""
    formations: dict[str, Formation] = {}
    units: dict[str, Unit] = {}
    for name, row in table.tables():
        formations[name] = _formation(name, row)
        inner = row.table("units")
        for kind in inner.keys():  # noqa: SIM118
            if kind not in types:
                raise wrong(inner.path(kind), f"there is no type {kind!r}")
            for short in inner.texts(kind):
                unit = Unit(id=f"{short}/{name}", short=short, type=kind, formation=name)
                if not unit.id.isascii():  # an order that names it has to stand on a log
                    raise wrong(
                        inner.path(kind), f"{unit.id!r} has letters that no order can name: ASCII alone"
                    )
                if unit.id in units:
                    raise wrong(inner.path(kind), f"there are two units called {unit.id!r}")
                units[unit.id] = unit
    for name, each in formations.items():
        if each.corps and (each.corps not in formations or formations[each.corps].size != "corps"):
            raise wrong(table.path(f"{name}.corps"), f"there is no corps {each.corps!r}")
    return formations, units


def _formation(name: str, row: Table) -> Formation:
    row.only("name", "side", "nation", "size", "corps", "units", *_ABOUT)
    side, nation = row.one_of("side", ("allied", "german")), row.one_of("nation", ("us", "cw", "german"))
    if (side == "german") != (nation == "german"):
        raise wrong(row.path("nation"), f"{nation} does not fight on the {side} side")
    return Formation(
        id=name,
        name=row.text("name"),
        side=side,
        nation=nation,
        size=row.one_of("size", FORMATIONS),
        corps=row.text("corps", ""),
        cited=row.cited(),
    )
