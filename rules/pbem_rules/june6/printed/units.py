"""Reads ``units.toml``: formations and counters. Raises DataError with the path."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem_rules.june6.printed.data import Formation, Ratings, UnitType
from pbem_rules.kernel.filling import filled
from pbem_rules.kernel.tables import Cited, Table, wrong

_NUMBERS = ("cs", "cohesion", "ma", "armour", "at", "artillery")
_MOST = 30
_MOVES = ("leg", "motor", "bicycle")
_KINDS = ("division", "corps", "garrison")
_COMMONWEALTH = ("british", "canadian")


def group_of(nation: str) -> str:
    """The group that shares a pair of corps markers (5.14): us, commonwealth or german."""
    return "commonwealth" if nation in _COMMONWEALTH else nation


def read_units(table: Table) -> tuple[dict[str, Formation], dict[str, UnitType]]:
    """Formations and units by id, in the order of the file; each formation lists its units."""
    formations = {key: _formation(key, row) for key, row in table.table("formations").tables()}
    units: dict[str, UnitType] = {}
    members: dict[str, list[str]] = {key: [] for key in formations}
    sources = table.table("sources")
    for key, row in table.table("units").tables():
        unit = _unit(key, row, table, formations, sources)
        units[key] = unit
        if unit.formation:
            members[unit.formation].append(key)
    for key, formation in formations.items():
        if formation.hq and formation.hq not in members[key]:
            raise wrong(table.path(f"formations.{key}.hq"), f"{formation.hq!r} is not one of its units")
        formations[key] = evolve(formation, units=tuple(members[key]))
    return formations, units


def _formation(key: str, row: Table) -> Formation:
    side, kind = row.one_of("side", ("allied", "german")), row.one_of("kind", _KINDS)
    return filled(Formation, row, id=key, side=side, kind=kind, units=())


def _unit(key: str, row: Table, table: Table, formations: dict[str, Formation], sources: Table) -> UnitType:
    defaults = table.table("defaults")
    owner = row.text("formation")
    if owner and owner not in formations:
        raise wrong(row.path("formation"), f"there is no formation {owner!r}")
    formation = formations.get(owner)
    types = table.table("types")
    kind = types.table(row.one_of("type", types.keys()))
    cited: Cited = row.cited()
    ratings = {name: row.within(name, _MOST, _default(defaults, name)) for name in _NUMBERS}
    return UnitType(
        id=key,
        formation=owner,
        side=formation.side if formation else row.one_of("side", ("allied", "german")),
        nation=formation.nation if formation else row.text("nation"),
        name=row.text("name"),
        type=row.text("type"),
        size=row.text("size"),
        combat=kind.one_of("class", ("combat", "support")) == "combat",
        move=row.one_of("move", _MOVES, defaults.text("move")),
        full=Ratings(**ratings),
        reduced=_back(row, defaults),
        defends_only=row.flag("defence_only", default=defaults.flag("defence_only")),
        infantry_type=kind.flag("infantry_type"),
        marks=row.texts("marks"),
        provenance=cited.provenance,
        source=sources.text(cited.source, cited.source),
    )


def _default(defaults: Table, name: str) -> int | None:
    return defaults.integer(name) if name in defaults else None


def _back(row: Table, defaults: Table) -> Ratings | None:
    """The reduced side: present exactly when the counter has two steps."""
    two = row.integer("steps", defaults.integer("steps")) == 2
    if two != ("back" in row):
        raise wrong(row.at, "a unit of two steps has a back, a unit of one step has none")
    if not two:
        return None
    back = row.table("back")
    return Ratings(**{name: back.within(name, _MOST, _default(defaults, name)) for name in _NUMBERS})
