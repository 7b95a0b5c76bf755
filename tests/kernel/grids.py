"""Small maps that several kernel tests share."""

from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.layout import Layout, Sheet

EASTWARDS = Layout(along="east", across="north", shifted="odd", line_first=True)


def full(layout: Layout, lines: int = 9, places: int = 8) -> Grid:
    """A map of every hex in ``lines`` lines of ``places`` places, numbered from 0101."""
    sheet = Sheet()
    names = sheet.rectangle(layout, lines=range(1, lines + 1), places=range(1, places + 1))
    return Grid(layout=layout, sheets=(sheet,), hexes=frozenset(names))
