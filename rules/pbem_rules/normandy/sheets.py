"""The five map sheets as one grid of flat-topped hexes, columns numbered eastwards, rows southwards (N80).

The common grid goes by the numbers of map B. A hex is printed with the letter of its sheet, its column there and its
row there.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.kernel.layout import Layout, Sheet

LAYOUT = Layout(along="south", across="east", shifted="odd")
"""Odd columns stand half a hex further south: B1305 touches B1406, the two hexes of Pointe du Hoc (19.1)."""

SHEETS = (
    Sheet(prefix="A", lines=-62, places=-29),
    Sheet(prefix="B"),
    Sheet(prefix="C", lines=36),
    Sheet(prefix="D", lines=-62, places=21),
    Sheet(prefix="E", places=57),
)
WINDOWS: Mapping[str, tuple[range, range]] = {
    "A": (range(1, 63), range(1, 51)),
    "B": (range(1, 37), range(1, 58)),
    "C": (range(1, 57), range(1, 58)),
    "D": (range(1, 63), range(1, 52)),
    "E": (range(1, 93), range(1, 16)),
}
"""The columns and the rows that each sheet prints."""
