"""Where a module has counters begin, held against the forms of our scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.bytes.records import frozen
from pbem.games.forms import Cell
from pbem.games.forms.form import Codec, column_of
from pbem.home.owner.copies import Copy
from pbem.home.owner.pictures import ours

_FORMS = ("scenarios", "units.", "schedule")


@frozen(kw_only=True)
class Proposal:
    """A cell with the place of a counter, and the place that the module has for it."""

    cell: Cell
    unit: str
    place: str


def tables(copy: Copy) -> Mapping[str, Mapping[str, Cell]]:
    """By table of a scenario: by unit the cell that says on which hex it begins."""
    places, units = ours.centres(copy.game), frozenset(ours.counters(copy.game))
    found: dict[str, dict[str, Cell]] = {}
    for form in copy.forms:
        if not form.id.startswith(_FORMS):
            continue
        for cell in form.cells:
            unit = cell.row if cell.row in units else ""
            if unit and cell.codec is Codec.VALUE and cell.kind.name == "text" and cell.ours in places:
                found.setdefault(column_of(cell.table), {}).setdefault(unit, cell)
    return found


def proposed(copy: Copy, table: str, begins: Mapping[str, str]) -> Sequence[Proposal]:
    """What ``begins`` (by unit its place) says of the cells of a table, in their order."""
    cells = tables(copy).get(table, {})
    return [
        Proposal(cell=cell, unit=unit, place=begins[unit]) for unit, cell in cells.items() if unit in begins
    ]
