"""The data files as typed values; every slip is reported with file and path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve

from pbem_rules.kernel.tables import Table, into, wrong
from pbem_rules.pegasus.printed.data import (
    Area,
    Data,
    Fire,
    Melee,
    MeleeModifiers,
    Movement,
    Scenario,
    Tables,
    Terrain,
)
from pbem_rules.pegasus.printed.forces import forces
from pbem_rules.pegasus.printed.sheet import Place, Sheet
from pbem_rules.shared import provenance


def read(tables: Mapping[str, object]) -> Data:
    """The game's data. Raises DataError."""
    parts = {
        name: Table.of(tables.get(name), f"{name}.toml: ") for name in ("map", "sheet", "tables", "forces")
    }
    terrain, chart, who = _terrain(parts["map"], parts["sheet"]), parts["tables"], parts["forces"]
    for plan in (army := forces(who)).plans.values():
        if plan.squads + plan.decoys != len(terrain.bunkers):
            raise wrong(
                f"forces.toml: plans.{plan.letter}", f"needs {len(terrain.bunkers)} squads and decoys"
            )
    cited = {
        name: (entry.cited().provenance, entry.cited().source) for name, entry in _labelled((chart, who))
    }
    return Data(
        terrain=terrain,
        movement=_movement(chart.table("movement")),
        fire=_fire(chart),
        melee=_melee(chart.table("melee"), chart.table("melee_signs")),
        tables=into(Tables, chart, *chart.keys()),
        forces=army,
        scenarios=_scenarios(who),
        cited=cited,
        sources=provenance.Sources(find=lambda: _sourced(parts, tables)),
        raw={name: entry.values for name, entry in (*_labelled((chart, who)), *_typed(tables))},
    )


def _sourced(parts: Mapping[str, Table], tables: Mapping[str, object]) -> Iterator[provenance.Value]:
    """Every value with its source; an area counts once, by its ground."""
    for name in ("tables", "forces"):
        yield from provenance.values(parts[name], tables=tables)
    for each in provenance.values(parts["map"], tables=tables):
        if each.path[-1] == "terrain":
            yield evolve(each, path=("map", *each.path))


def _typed(tables: Mapping[str, object]) -> Iterator[tuple[str, Table]]:
    """What a data pack says of itself, where there is one."""
    if "typed" in tables:
        yield "typed", Table.of(tables["typed"], "typed: ")


def _labelled(parts: Iterable[Table]) -> Iterator[tuple[str, Table]]:
    """Every table, and every one inside it that has a label of its own (``units.platoon``)."""
    for part in parts:
        for name, entry in part.tables():
            yield name, entry
            yield from ((f"{name}.{key}", each) for key, each in entry.subtables() if "provenance" in each)


# --- the map ----------------------------------------------------------------------------------------------------------


def _terrain(table: Table, drawn: Table) -> Terrain:
    areas = {name: _area(name, entry) for name, entry in table.table("areas").tables()}
    _both_ways(table, areas)
    runs = {
        f"{group}.{triangle}": entry.texts(triangle)
        for group, entry in table.table("runs").tables()
        for triangle in entry.values
    }
    for name, run in runs.items():
        if len(run) != 6 or not set(run) <= set(areas):
            raise wrong(table.path(f"runs.{name}"), "is not six areas of the map")
    bridges = {area.bridge: name for name, area in areas.items() if area.bridge}
    return Terrain(
        areas=areas,
        entries={area.entry: name for name, area in areas.items() if area.entry},
        bunkers=tuple(name for name, area in areas.items() if area.bunker),
        guns=tuple(name for name, area in areas.items() if area.machine_gun),
        pillbox=_only(table, areas, "pillbox"),
        at_gun=_only(table, areas, "at_gun"),
        crossroads=_only(table, areas, "crossroads"),
        pegasus=bridges["Pegasus"],
        ranville=bridges["Ranville"],
        ends=tuple(name for name, area in areas.items() if area.access == "Pegasus"),
        road=tuple(name for name, area in areas.items() if area.road),
        runs=runs,
        attribution=table.text("attribution"),
        sheet=_sheet(drawn, areas),
    )


def _sheet(table: Table, areas: Mapping[str, Area]) -> Sheet:
    places = {name: into(Place, at) for name, at in table.table("areas").tables()}
    if set(places) != set(areas):
        raise wrong(table.path("areas"), f"does not place {', '.join(sorted(set(places) ^ set(areas)))}")
    return Sheet(width=table.integer("width"), height=table.integer("height"), places=places)


def _area(name: str, table: Table) -> Area:
    obstructed = table.one_of("terrain", ("clear", "obstructed")) == "obstructed"
    return into(Area, table, "terrain", id=name, obstructed=obstructed)


def _both_ways(table: Table, areas: Mapping[str, Area]) -> None:
    for name, area in areas.items():
        for kind in ("single", "double", "dashed"):
            beside: tuple[str, ...] = {"single": area.single, "double": area.double}.get(kind, area.dashed)
            for other in beside:
                back = areas.get(other)
                found = (
                    ()
                    if back is None
                    else {"single": back.single, "double": back.double}.get(kind, back.dashed)
                )
                if name not in found:
                    raise wrong(
                        table.path(f"areas.{name}.{kind}"), f"{other} does not border it in the same way"
                    )


def _only(table: Table, areas: Mapping[str, Area], what: str) -> str:
    found = [name for name, area in areas.items() if getattr(area, what)]
    if len(found) != 1:
        raise wrong(table.path("areas"), f"must have one {what}, has {found}")
    return found[0]


# --- tables -----------------------------------------------------------------------------------------------------------


def _movement(table: Table) -> Movement:
    speeds = ("slow", "medium", "fast")
    car = {speed: table.integer(f"car_{speed}") for speed in speeds}
    return into(Movement, table, *(f"car_{speed}" for speed in speeds), car=car)


def _fire(chart: Table) -> Fire:
    table = chart.table("fire")
    columns = table.texts("columns")
    rows = {name: table.table("rows").texts(name) for name in columns if name in table.table("rows")}
    for lost in (chart.table("first_column"), chart.table("lost_column")):
        rows |= {name: lost.texts(name) for name in columns if name in lost}
    for name in columns:
        if len(rows.get(name, ())) != 8:
            raise wrong(table.path(f"rows.{name}"), "must have eight results")
    guns = table.table("guns")
    return into(
        Fire,
        chart,
        *chart.keys(),
        rows=rows,
        guns=tuple((int(least), guns.text(least)) for least in guns.values),
        piat=table.one_of("piat", columns),
        gammon=table.one_of("gammon", columns),
        machine_gun=table.one_of("machine_gun", columns),
        tank=table.one_of("tank_small_arms", columns),
    )


def _melee(table: Table, signs: Table) -> Melee:
    columns = [each.split(":") for each in table.texts("columns")]
    found = table.values.get("rows")
    if not isinstance(found, list) or any(
        not isinstance(row, list) or len(row) != len(columns) or not all(isinstance(c, str) for c in row)
        for row in found
    ):
        raise wrong(table.path("rows"), "expected rows of results")
    apart = {name: signs.integer(name) for name in ("british_suppressed", "british_last", "tank")}
    return Melee(
        columns=tuple((int(british), int(german)) for british, german in columns),
        rows=tuple(tuple(row) for row in found),
        modifiers=into(MeleeModifiers, table.table("modifiers"), **apart),
    )


def _scenarios(table: Table) -> dict[str, Scenario]:
    levels, plans = table.table("levels"), table.table("plans").keys()
    found: dict[str, Scenario] = {}
    for name, entry in table.table("scenarios").subtables():
        cup = entry.texts("plans")
        if not cup or not set(cup) <= set(plans):
            raise wrong(entry.path("plans"), "names no plan or an unknown one")
        points = levels.integers(entry.one_of("levels", levels.keys()))
        if len(points) != 3:
            raise wrong(entry.path("levels"), "marginal, substantial and overwhelming want a number each")
        found[name] = into(Scenario, entry, "plans", "levels", name=name, plans=cup, levels=points)
    return found
