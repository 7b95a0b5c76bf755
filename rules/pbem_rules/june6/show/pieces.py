"""Units, formations, hexes, the schedule and scenarios as text, with where each comes from."""

from __future__ import annotations

from collections.abc import Iterator

from pbem_rules.june6.printed.data import Data, Due, Objective, Ratings
from pbem_rules.june6.show import labels
from pbem_rules.june6.show.text import Sheet, said
from pbem_rules.kernel.hexes import side_name
from pbem_rules.kernel.tables import root, typed_by

_WHO = ("formation", "side", "nation", "type", "size")
"""What a unit was, and not how it is rated."""
_FACE = ("", "strength", "cohesion", "movement", "armour", "antitank", "artillery")


# --- units and formations ---------------------------------------------------------------------------------------------


def unit(data: Data, name: str) -> Sheet:
    """A counter, both faces."""
    kind = data.units[name]
    formation = data.formations.get(kind.formation)
    sheet = Sheet()
    whose = f", {formation.name}" if formation is not None else ""
    sheet.head(f"{name}, {kind.name}{whose}", kind.provenance, "the printed counter")
    role = "combat unit" if kind.combat else "combat support unit"
    extra = [role, f"{kind.size}", f"moves: {kind.move}", f"{2 if kind.reduced else 1} steps", *kind.marks]
    who = labels.row(sheet, data, f"units.units.{name}", only=_WHO)
    sheet.line(
        f"{kind.type}: {', '.join(extra)}"
        + ("; only defends (12.11)" if kind.defends_only else "")
        + f"; {who}"
    )
    sheet.line()
    path = f"units.units.{name}"
    front = labels.row(sheet, data, path, without=(*_WHO, "back"))
    rows = [_face("full", kind.full, front)]
    if kind.reduced is not None:
        rows.append(_face("reduced", kind.reduced, labels.row(sheet, data, f"{path}.back")))
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
    found = data.formations[name]
    sheet = Sheet()
    sheet.line(f"June 6: {found.name} ({name})")
    sheet.line(
        "Who belonged to it is history; a unit's ratings are a reconstruction unless its row says other."
    )
    corps = f", {data.formations[found.corps].name}" if found.corps in data.formations else ""
    label = labels.row(sheet, data, f"units.formations.{name}")
    sheet.line(f"{found.nation} {found.kind}{corps}; headquarters {found.hq or 'none'}; {label}")
    sheet.line()
    rows = []
    for each in found.units:
        kind = data.units[each]
        cited = labels.row(sheet, data, f"units.units.{each}", without=(*_WHO, "back"))
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
    sheet = Sheet()
    sheet.line("June 6: formations")
    sheet.line("Names and parts are history or published; colours are ours.")
    sheet.line()
    rows = []
    for name, found in data.formations.items():
        cited = labels.row(sheet, data, f"units.formations.{name}")
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
        sheet.line()
        sheet.line(side.capitalize())
        sheet.line()
        rows = []
        for n, row in enumerate(part.rows("arrivals"), 1):
            cited = labels.row(sheet, data, f"schedule.{side}.arrivals.{n}")
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
                    cited,
                )
            )
        sheet.table(("turn", "formation", "how", "release", "markers", "units", "provenance"), rows)
    return sheet


# --- hexes ------------------------------------------------------------------------------------------------------------


def hex_sheet(data: Data, name: str) -> Sheet:
    """A hex: what is printed in it and on its sides."""
    ground = data.ground
    town, rank = ground.names.get(name, ("", ""))
    sheet = Sheet()
    named = labels.row(sheet, data, f"map.names.{name}")
    place = f", {town} ({rank}; {named})" if town else ""
    sheet.head(f"hex {name}{place}", "reconstructed", "the printed map")
    sheet.line("Real geography, laid on the grid that the examples of the rule text fix.")
    kind = data.charts.terrain[ground.terrain[name]]
    costs = ", ".join(
        f"{word} {'by road only' if cost is None else cost}"
        for word, cost in (("foot", kind.leg), ("motor", kind.motor))
    )
    source = labels.row(sheet, data, f"map.terrain.{name}")
    sheet.line(f"Terrain: {kind.name.lower()} ({costs}; defence {kind.defence:+d}); {source}")
    for text in (*_printed(sheet, data, name), *_objectives(sheet, data, name)):
        sheet.line(text)
    sheet.line()
    rows = []
    for direction, other in zip(ground.grid.directions, ground.grid.neighbours[name], strict=True):
        if other is not None:
            rows.append(_side(sheet, data, name, other, direction.name))
    sheet.table(("towards", "hex", "terrain", "road", "hexside", "bridge", "provenance"), rows)
    return sheet


def _side(sheet: Sheet, data: Data, name: str, other: str, way: str) -> tuple[str, ...]:
    ground, side = data.ground, side_name(name, other)
    features = [each.replace("_", " ") for each in ground.features(name, other)]
    river = ground.river_names.get(side, "")
    drawn = [("hexside", _listed(sheet, data, "sides", each, side)) for each in ground.features(name, other)]
    if road := ground.road(name, other):
        drawn.append(("road", _listed(sheet, data, "roads", road, side.replace("/", "-"))))
    if river:
        drawn.append(("its name", labels.row(sheet, data, f"map.river_names.{side}")))
    if side in ground.bridges:
        drawn.append(("bridge", labels.row(sheet, data, f"map.bridges.{side}")))
    said_ = list(dict.fromkeys(label for _, label in drawn))
    label = said_[0] if len(said_) == 1 else "; ".join(f"{what} {label}" for what, label in drawn)
    return (
        way,
        other,
        ground.terrain[other],
        ground.road(name, other),
        ", ".join(features) + (f" ({river})" if river else ""),
        ground.bridges.get(side, ""),
        label,
    )


def _listed(sheet: Sheet, data: Data, *path: str) -> str:
    """The label of one of a list of the map: its kind, its name there."""
    *keys, name = path
    table = root(data.tables["map"], "map.toml")
    for key in keys[:-1]:
        table = table.table(key)
    place = table.texts(keys[-1]).index(name) + 1
    return labels.row(sheet, data, ".".join(("map", *keys, str(place))))


def _printed(sheet: Sheet, data: Data, name: str) -> Iterator[str]:
    ground = data.ground
    for box, hexes in ground.beaches.items():
        if name in hexes:
            yield f"Beach hex of {box}; {_listed(sheet, data, 'beaches', box, name)}"
    for letter, hexes in ground.entries.items():
        if name in hexes:
            yield f"Entry hex {letter}; {_listed(sheet, data, 'entry', letter, name)}"
    facts = (
        (ground.strongpoints, "Printed strongpoint (19.4)", ("strongpoints", "hexes")),
        (ground.supply, "German supply source (5.21)", ("supply", "german")),
        (ground.cherbourg, "A hex of Cherbourg (5.22)", ("supply", "cherbourg")),
        (ground.coast, "Coast", ("coast", "hexes")),
    )
    yield from (
        f"{text}; {_listed(sheet, data, *path, name)}" for hexes, text, path in facts if name in hexes
    )
    if name in ground.naval_range:
        yield "In range of naval markers (18.13)"


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
