"""A scenario as text for people: how long it is, who stands where, what comes, what wins, and what may be agreed on."""

from __future__ import annotations

from collections.abc import Iterator

from pbem_rules.june6.model import ALLIED, GERMAN
from pbem_rules.june6.printed.data import Data, Due, Scenario
from pbem_rules.june6.show import labels
from pbem_rules.june6.show.text import Sheet
from pbem_rules.kernel.tables import Table, root

_SECTIONS = ("allied", "drop", "german", "strongpoints")


def _row(data: Data, name: str) -> Table:
    """The scenario's own table over that of the scenario it is like."""
    tables = root(data.tables["scenarios"], "scenarios.toml").table("scenarios")
    own = tables.table(name)
    base = tables.table(own.text("like")).values if "like" in own else {}
    return Table(values={**base, **own.values}, at=own.at)


def scenarios(data: Data) -> Sheet:
    """Every scenario in a line."""
    sheet = Sheet()
    sheet.head("scenarios", "reconstructed", "the printed play book")
    sheet.line()
    rows = [
        (name, each.title, f"{each.first_turn}-{each.last_turn}", _area(data, name), str(len(each.placings)))
        for name, each in data.scenarios.items()
    ]
    sheet.table(("", "title", "turns", "map", "units at the start"), rows)
    return sheet


def scenario(data: Data, name: str) -> Sheet:
    """A scenario: length, map, options, set-up, arrivals, and what wins."""
    found, row = data.scenarios[name], _row(data, name)
    sheet = Sheet()
    sheet.head(f"{found.title} ({name})", row.text("provenance", "reconstructed"), "the printed play book")
    sheet.line(found.title_note)
    names = data.charts.turn_names
    turns = f"Turns {found.first_turn} to {found.last_turn}"
    sheet.line(f"{turns} ({names[found.first_turn]} to {names[found.last_turn]}); map: {_area(data, name)}.")
    sheet.line(f"Source: {row.text('source', '')}")
    _options(sheet, found)
    _points(sheet, data, found, row)
    _victory(sheet, found, row.table("victory"))
    _set_up(sheet, data, found, row)
    _arrivals(sheet, data, found)
    return sheet


def _area(data: Data, name: str) -> str:
    row = _row(data, name)
    if "area" not in row:
        return "both sheets"
    area = row.table("area")
    return f"sheet {area.text('sheet')}, columns {area.integer('from')} to {area.integer('to')}"


def _options(sheet: Sheet, found: Scenario) -> None:
    """What the two may agree on: ``--option NAME=VALUE`` of the invitation."""
    sheet.line()
    sheet.line("Options, agreed on in the invitation (--option NAME=VALUE) and never changed:")
    for each in found.options.values():
        values = ", ".join(f"{value} (default)" if value == each.default else value for value in each.values)
        paragraph = f" ({each.paragraph})" if each.paragraph else ""
        sheet.line(f"  {each.name}: {values}. {each.text}{paragraph}")


def _points(sheet: Sheet, data: Data, found: Scenario, row: Table) -> None:
    if not found.base_points:
        return
    label = sheet.cite(row.table("resources").text("provenance"), row.table("resources").text("source"))
    sheet.line()
    sheet.line("Resource points before the die (5.12), instead of those of the turn track:")
    rows = [
        (data.charts.turn_names[turn], str(allied), str(german), label)
        for turn, (allied, german) in sorted(found.base_points.items())
    ]
    sheet.table(("turn", "Allied", "German", "provenance"), rows)


# --- what wins --------------------------------------------------------------------------------------------------------


def _victory(sheet: Sheet, found: Scenario, victory: Table) -> None:
    label = sheet.cite(victory.text("provenance", "reconstructed"), victory.text("source", ""))
    sheet.line()
    sheet.line("The Allied score at the end of the last turn; who was last in a hex holds it:")
    sheet.line()
    rows = [
        (each.name, f"{each.points}{' each' if each.each else ''}", " ".join(each.hexes), label)
        for each in found.objectives
    ]
    rows += [
        (each.name, str(each.points), f"{' '.join(each.start)} to {' '.join(each.end)}", label)
        for each in found.links
    ]
    sheet.table(("objective or link", "points", "where", "provenance"), rows)
    sheet.line()
    for loss in found.losses:
        sheet.line(f"{loss.points:+d} for every {loss.side} {' or '.join(loss.sizes)} eliminated; {label}")
    sheet.line(f"{found.lost_beach:+d} for every beach hex won and lost again; {label}")
    sheet.line()
    levels = [
        (_range(found, n), each.winner or "draw", each.name, each.text, label)
        for n, each in enumerate(found.levels)
    ]
    sheet.table(("score", "winner", "level", "what it means", "provenance"), levels)


def _range(found: Scenario, n: int) -> str:
    least = found.levels[n].at_least
    if n == len(found.levels) - 1:
        return f"{found.levels[n - 1].at_least - 1} or less"
    return f"{least} or more" if n == 0 else f"{least} to {found.levels[n - 1].at_least - 1}"


# --- who is there -----------------------------------------------------------------------------------------------------


def _set_up(sheet: Sheet, data: Data, found: Scenario, row: Table) -> None:
    places = {
        unit: each.text("place", "")
        for section in _SECTIONS
        if section in row
        for unit, each in row.table(section).table("units").tables()
    }
    for side in (ALLIED, GERMAN):
        standing = [each for each in found.placings if data.unit(each.unit).side == side]
        if not standing:
            continue
        sheet.line()
        sheet.line(f"{side.capitalize()} set-up, {len(standing)} units:")
        sheet.line()
        rows = []
        for each in standing:
            marks = [word for word, on in (("reduced", each.reduced), ("scattered", each.scattered)) if on]
            label = _from(sheet, data, found.name, each.unit)
            rows.append((each.unit, each.where, places.get(each.unit, ""), ", ".join(marks), label))
        sheet.table(("unit", "hex", "place", "markers", "provenance"), rows)


def _from(sheet: Sheet, data: Data, scenario: str, unit: str) -> str:
    """Where the place of a unit comes from: the scenario's own set-up, or that of the scenario it is like."""
    tables = root(data.tables["scenarios"], "scenarios.toml").table("scenarios")
    like = tables.table(scenario).text("like", "")
    for name in (scenario, *([like] if like else [])):
        for section in _SECTIONS:
            if found := labels.row(sheet, data, f"scenarios.scenarios.{name}.{section}.units.{unit}"):
                return found
    return ""


def _arrivals(sheet: Sheet, data: Data, found: Scenario) -> None:
    if not found.arrivals:
        return
    sheet.line()
    sheet.line("Arrivals (the schedule has where each comes from):")
    sheet.line()
    rows = [
        (data.charts.turn_names[due.turn], " ".join(_way(due)), ", ".join(due.units))
        for due in found.arrivals
    ]
    sheet.table(("turn", "how", "units"), rows)


def _way(due: Due) -> Iterator[str]:
    yield due.how
    yield due.place or " or ".join(due.places)
    if due.option:
        yield f"(option {due.option})"
    if due.release is not None:
        yield f"(release {due.release})"
