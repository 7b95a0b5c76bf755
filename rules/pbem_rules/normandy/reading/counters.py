"""Reads ``units.toml``: types with their ratings, formations with their units. Raises DataError with the path."""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.kernel.tables import Table, into, wrong
from pbem_rules.normandy.printed.counters import Formation, Type, Unit


def read_types(table: Table) -> dict[str, Type]:
    """The types by name."""
    found = {name: _type(name, row) for name, row in table.tables()}
    for name, each in found.items():
        if each.company and (each.company not in found or found[each.company].size != "company"):
            raise wrong(table.path(f"{name}.company"), f"there is no type {each.company!r} of size company")
    return found


def _type(name: str, row: Table) -> Type:
    found = into(Type, row, id=name)
    if found.fire and len(found.fire) != found.steps:
        raise wrong(row.path("fire"), f"has {len(found.fire)} values for {found.steps} steps")
    return found


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
    found = into(Formation, row, "corps", "units", id=name, corps=row.text("corps", ""))
    if (found.side == "german") != (found.nation == "german"):
        raise wrong(row.path("nation"), f"{found.nation} does not fight on the {found.side} side")
    return found
