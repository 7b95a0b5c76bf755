"""How values are written in the tables: kinds of movement, sides, hexes, movement points."""

from __future__ import annotations

from typing import Annotated

from pbem_rules.kernel.tables import OneOf, ReadBy, Table, Within

LEG, MOTOR, BICYCLE = "leg", "motor", "bicycle"
Rating = Annotated[int, Within(30)]
Side = Annotated[str, OneOf("allied", "german")]
AnySide = Annotated[str, OneOf("allied", "german", "")]
Hexes = Annotated[tuple[str, ...], ReadBy("hexes")]
End = Annotated[tuple[str, ...], ReadBy("end")]


def _points(row: Table, kind: str) -> int | None:
    return None if kind in row.texts("prohibited") else row.integer(kind)


Points = Annotated[int | None, ReadBy(_points)]
"""Movement points; None where the kind of movement is prohibited."""
