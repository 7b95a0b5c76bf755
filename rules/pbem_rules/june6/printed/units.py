"""Reads ``units.toml``: formations and counters. Raises DataError with the path."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem_rules.june6.printed.data import Formation, Ratings, UnitType
from pbem_rules.kernel.tables import Cited, Table, into, wrong

_RATINGS = ("cs", "cohesion", "ma", "armour", "at", "artillery")
_COMMONWEALTH = ("british", "canadian")


def group_of(nation: str) -> str:
    """The group that shares a pair of corps markers (5.14): us, commonwealth or german."""
    return "commonwealth" if nation in _COMMONWEALTH else nation


def read_units(table: Table) -> tuple[dict[str, Formation], dict[str, UnitType]]:
    """Formations and units by id, in the order of the file; each formation lists its units."""
    formations = {key: _formation(key, row) for key, row in table.table("formations").tables()}
    units: dict[str, UnitType] = {}
    members: dict[str, list[str]] = {key: [] for key in formations}
    defaults, sources = table.table("defaults"), table.table("sources")
    types = {key: _class(row) for key, row in table.table("types").tables()}
    for key, row in table.table("units").tables():
        unit = _unit(key, row, defaults, types, formations, sources)
        units[key] = unit
        if unit.formation:
            members[unit.formation].append(key)
    for key, formation in formations.items():
        if formation.hq and formation.hq not in members[key]:
            raise wrong(table.path(f"formations.{key}.hq"), f"{formation.hq!r} is not one of its units")
        formations[key] = evolve(formation, units=tuple(members[key]))
    return formations, units


def _formation(key: str, row: Table) -> Formation:
    return into(Formation, row, "markers", id=key, units=())


def _class(row: Table) -> tuple[bool, bool]:
    """Of a type of units: whether they are combat units, and whether they support armour."""
    return row.one_of("class", ("combat", "support")) == "combat", row.flag("infantry_type")


def _unit(
    key: str,
    row: Table,
    defaults: Table,
    types: dict[str, tuple[bool, bool]],
    formations: dict[str, Formation],
    sources: Table,
) -> UnitType:
    whole = Table(values={**defaults.values, **row.values}, at=row.at)
    owner = row.text("formation")
    if owner and owner not in formations:
        raise wrong(row.path("formation"), f"there is no formation {owner!r}")
    formation = formations.get(owner)
    combat, infantry_type = types[row.one_of("type", tuple(types))]
    cited: Cited = row.cited()
    return into(
        UnitType,
        whole,
        *("formation", "side", "nation", "steps", "back", *_RATINGS),
        id=key,
        formation=owner,
        side=formation.side if formation else row.one_of("side", ("allied", "german")),
        nation=formation.nation if formation else row.text("nation"),
        combat=combat,
        full=into(Ratings, whole, *whole.keys()),
        reduced=_back(whole, defaults),
        infantry_type=infantry_type,
        provenance=cited.provenance,
        source=sources.text(cited.source, cited.source),
    )


def _back(row: Table, defaults: Table) -> Ratings | None:
    """The reduced side: present exactly when the counter has two steps."""
    two = row.integer("steps") == 2
    if two != ("back" in row):
        raise wrong(row.at, "a unit of two steps has a back, a unit of one step has none")
    if not two:
        return None
    back = Table(values={**defaults.values, **row.table("back").values}, at=row.path("back"))
    return into(Ratings, back, *defaults.keys())
