"""Units, formations, hexes, the schedule and scenarios as text, with where each comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem_rules.june6.printed import Data, Due, Objective, Ratings
from pbem_rules.june6.showing_text import Sheet, said
from pbem_rules.kernel.hexes import side_name
from pbem_rules.kernel.tables import Table, root, typed_by

_FACE = ("", "strength", "cohesion", "movement", "armour", "antitank", "artillery")


def _units(data: Data) -> Table:
    return root(data.tables["units"], "units.toml")


def _source(table: Table, key: str) -> str:
    """The words behind a short key of a file's ``[sources]``; the key itself when it stands for nothing."""
    sources = table.table("sources") if "sources" in table else None
    return sources.text(key) if sources is not None and key in sources else key


# --- units and formations ---------------------------------------------------------------------------------------------


def unit(data: Data, name: str) -> Sheet:
    """A counter, both faces."""
    kind, table = data.units[name], _units(data)
    formation = data.formations.get(kind.formation)
    sheet = Sheet()
    whose = f", {formation.name}" if formation is not None else ""
    sheet.head(f"{name}, {kind.name}{whose}", kind.provenance, "the printed counter")
    role = "combat unit" if kind.combat else "combat support unit"
    extra = [role, f"{kind.size}", f"moves: {kind.move}", f"{2 if kind.reduced else 1} steps", *kind.marks]
    sheet.line(f"{kind.type}: {', '.join(extra)}" + ("; only defends (12.11)" if kind.defends_only else ""))
    sheet.line()
    row = table.table("units").table(name)
    published = ", ".join(row.texts("published"))
    front = sheet.cite(kind.provenance, _source(table, kind.source))
    rows = [_face("full", kind.full, front + (f", but published: {published}" if published else ""))]
    if kind.reduced is not None:
        back = table.table("about").text("back_provenance", "reconstructed")
        ours = sheet.cite(back, "halved from the front (see calibration)")
        rows.append(_face("reduced", kind.reduced, _whose(sheet, data, ours, "units", "units", name, "back")))
    sheet.table((*_FACE, "provenance"), rows)
    sheet.line()
    for arrival in _stands(data, name):
        sheet.line(arrival)
    return sheet


def _face(name: str, face: Ratings, label: str) -> tuple[str, ...]:
    extra = (said(value) if value else "" for value in (face.armour, face.at, face.artillery))
    return name, str(face.cs), str(face.cohesion), str(face.ma), *extra, label


def _stands(data: Data, name: str) -> Iterator[str]:
    """Where the scenarios have a unit."""
    for scenario_ in data.scenarios.values():
        for placing in scenario_.placings:
            if placing.unit == name:
                town = data.ground.names.get(placing.where, ("", ""))[0]
                yield f"In {scenario_.name}: at {placing.where} {town}".rstrip()
        for due in scenario_.arrivals:
            if name in due.units:
                yield f"In {scenario_.name}: {_arrives(due)}"


def _arrives(due: Due) -> str:
    where = due.place or " or ".join(due.places)
    release = "" if due.release is None else f", release number {due.release} (10.32)"
    return f"turn {due.turn}, {due.how} {where}{release}"


def formation(data: Data, name: str) -> Sheet:
    """A formation and its units."""
    found, table = data.formations[name], _units(data)
    row = table.table("formations").table(name)
    sheet = Sheet()
    sheet.line(f"June 6: {found.name} ({name})")
    sheet.line(
        "Who belonged to it is history; a unit's ratings are a reconstruction unless its row says other."
    )
    corps = f", {data.formations[found.corps].name}" if found.corps in data.formations else ""
    label = sheet.cite(row.text("provenance", ""), _source(table, row.text("source", "")))
    sheet.line(f"{found.nation} {found.kind}{corps}; headquarters {found.hq or 'none'}; {label}")
    sheet.line()
    rows = []
    for each in found.units:
        kind = data.units[each]
        cited = sheet.cite(kind.provenance, _source(table, kind.source))
        rows.append((*_face(each, kind.full, "")[:-1], kind.type, kind.move, cited))
    sheet.table((*_FACE, "type", "moves", "provenance"), rows)
    sheet.line()
    for scenario_ in data.scenarios.values():
        for due in scenario_.arrivals:
            if due.formation == name:
                sheet.line(f"In {scenario_.name}: {_arrives(due)}: {', '.join(due.units)}")
    return sheet


def formations(data: Data) -> Sheet:
    """Every formation in a line."""
    table = _units(data)
    sheet = Sheet()
    sheet.line("June 6: formations")
    sheet.line("Names and parts are history or published; colours are ours.")
    sheet.line()
    rows = []
    for name, found in data.formations.items():
        row = table.table("formations").table(name)
        cited = sheet.cite(row.text("provenance", ""), _source(table, row.text("source", "")))
        rows.append((name, found.name, found.side, found.kind, found.corps, str(len(found.units)), cited))
    sheet.table(("", "name", "side", "kind", "corps", "units", "provenance"), rows)
    return sheet


def schedule(data: Data) -> Sheet:
    """Every arrival, as the schedule has it."""
    table = root(data.tables["schedule"], "schedule.toml")
    sheet = Sheet()
    sheet.head("arrivals (schedule)", "reconstructed", "the printed schedule")
    sheet.line("Dates are history; entry letters and release numbers are ours.")
    for side in ("allied", "german"):
        part = table.table(side)
        default = part.text("provenance", "reconstructed")
        sheet.line()
        sheet.line(side.capitalize())
        sheet.line()
        rows = []
        for row in part.rows("arrivals"):
            cited = sheet.cite(row.text("provenance", default), _source(table, row.text("source", "")))
            published = ", ".join(row.texts("published"))
            where = row.text("box", "") or " or ".join(row.texts("entry"))
            release = str(row.integer("release")) if "release" in row else ""
            rows.append(
                (
                    str(row.integer("turn")),
                    row.text("formation", ""),
                    f"{row.text('how')} {where}".rstrip(),
                    release,
                    said(row.values.get("markers", "")),
                    ", ".join(row.texts("units")),
                    cited + (f", but published: {published}" if published else ""),
                )
            )
        sheet.table(("turn", "formation", "how", "release", "markers", "units", "provenance"), rows)
    return sheet


# --- hexes ------------------------------------------------------------------------------------------------------------


def hex_sheet(data: Data, name: str) -> Sheet:
    """A hex: what is printed in it and on its sides."""
    ground, labels = data.ground, _labels(data)
    town, rank = ground.names.get(name, ("", ""))
    sheet = Sheet()
    named = _whose(sheet, data, labels["names"], "map", "names", name)
    place = f", {town} ({rank}; {named})" if town else ""
    sheet.head(f"hex {name}{place}", "reconstructed", "the printed map")
    sheet.line("Real geography, laid on the grid that the examples of the rule text fix.")
    kind = data.charts.terrain[ground.terrain[name]]
    costs = ", ".join(
        f"{word} {'by road only' if cost is None else cost}"
        for word, cost in (("foot", kind.leg), ("motor", kind.motor))
    )
    source = _whose(sheet, data, labels.get(name, labels["terrain"]), "map", "terrain", name)
    sheet.line(f"Terrain: {kind.name.lower()} ({costs}; defence {kind.defence:+d}); {source}")
    for text in (*_printed(sheet, data, name, labels), *_objectives(sheet, data, name)):
        sheet.line(text)
    sheet.line()
    rows = []
    for direction, other in zip(ground.grid.directions, ground.grid.neighbours[name], strict=True):
        if other is not None:
            rows.append(_side(sheet, data, labels, name, other, direction.name))
    sheet.table(("towards", "hex", "terrain", "road", "hexside", "bridge", "provenance"), rows)
    return sheet


def _labels(data: Data) -> Mapping[str, str]:
    """The provenance of each layer of the map, and of the hexes and hexsides that have one of their own."""
    table = root(data.tables["map"], "map.toml").table("provenance")
    return {key: table.text(key) for key in table.keys()}  # noqa: SIM118


def _side(
    sheet: Sheet, data: Data, labels: Mapping[str, str], name: str, other: str, way: str
) -> tuple[str, ...]:
    ground, side = data.ground, side_name(name, other)
    features = [each.replace("_", " ") for each in ground.features(name, other)]
    river = ground.river_names.get(side, "")
    label = labels.get(side, labels["sides"] if features else labels["roads"])
    drawn: list[tuple[str, ...]] = [("sides", each, side) for each in ground.features(name, other)]
    if road := ground.road(name, other):
        drawn.append(("roads", road, side.replace("/", "-")))
    if side in ground.bridges:
        drawn.append(("bridges", side))
    for each in drawn:
        label = _whose(sheet, data, label, "map", *each)
    return (
        way,
        other,
        ground.terrain[other],
        ground.road(name, other),
        ", ".join(features) + (f" ({river})" if river else ""),
        ground.bridges.get(side, ""),
        label,
    )


def _printed(sheet: Sheet, data: Data, name: str, labels: Mapping[str, str]) -> Iterator[str]:
    ground = data.ground
    for box, hexes in ground.beaches.items():
        if name in hexes:
            ours = labels.get(f"beaches.{box}", labels["beaches"])
            yield f"Beach hex of {box}; {_whose(sheet, data, ours, 'map', 'beaches', box)}"
    for letter, hexes in ground.entries.items():
        if name in hexes:
            yield f"Entry hex {letter}; {_whose(sheet, data, labels['entry'], 'map', 'entry', letter)}"
    forts, sources, coast = (
        _whose(sheet, data, labels[each], "map", each) for each in ("strongpoints", "supply", "coast")
    )
    facts = (
        (name in ground.strongpoints, f"Printed strongpoint (19.4); {forts}"),
        (name in ground.supply, f"German supply source (5.21); {sources}"),
        (name in ground.cherbourg, f"A hex of Cherbourg (5.22); {sources}"),
        (name in ground.coast, f"Coast; {coast}"),
        (name in ground.naval_range, "In range of naval markers (18.13)"),
    )
    yield from (text for holds, text in facts if holds)


def _objectives(sheet: Sheet, data: Data, name: str) -> Iterator[str]:
    for found in data.scenarios.values():
        for each in found.objectives:
            if name in each.hexes:
                whose = _whose(sheet, data, "reconstructed", "scenarios", "scenarios", found.name, "victory")
                yield f"Objective in {found.name}: {_worth(each)}; {whose}"


def _whose(sheet: Sheet, data: Data, ours: str, *path: str) -> str:
    """The label of a value: ours, or that an owner has typed it."""
    by = typed_by(data.tables, *path)
    return sheet.cite("typed", by) if by else ours


def _worth(objective: Objective) -> str:
    return f"{objective.name}, {objective.points} points{' for each hex' if objective.each else ''}"
