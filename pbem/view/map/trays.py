"""The room that trays beside the printed map take."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from pbem.port.scene import Pile
from pbem.view.map import counters
from pbem.view.map.frame import HEX, Box


def with_trays(piles: Iterable[Pile], box: Box, scale: float) -> Box:
    """A part of the map (map units), widened for the trays that stand outside it; ``scale``: pixels a map unit."""
    left, top, right, bottom = box
    for pile in piles:
        if pile.at is None or not all(map(isfinite, pile.at)):
            continue
        _, _, bounds = counters.tray(pile.label or pile.cell, len(pile.counters), (0.0, 0.0), HEX)
        west, north, east, south = (v / scale for v in bounds)
        x, y = pile.at
        left, top = min(left, x + west), min(top, y + north)
        right, bottom = max(right, x + east), max(bottom, y + south)
    return left, top, right, bottom
