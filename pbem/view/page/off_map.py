"""The trays off the map of a replay: the window with room for all of them, and where each stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TypeAlias

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.port.scene import Ground, Point
from pbem.view.map.frame import HEX, View, view
from pbem.view.map.trays import RESERVED, tray
from pbem.view.markup import clean

Tray: TypeAlias = tuple[str, Point | None, int]
"""What a tray is called, its place in map units (None: below the map), and the most counters it ever held."""


def rounded(point: Point) -> list[Json]:
    return [round(point[0]), round(point[1])]


def window(ground: Ground, trays: Mapping[str, Tray]) -> View:
    """The whole map with room for every tray; those without a place of their own stand in a row below it."""
    whole = view(ground)
    left, top, right, bottom = whole.box
    for label, at, most in trays.values():
        if at is not None and all(map(isfinite, at)):
            _, _, bounds = tray(label, most, (0.0, 0.0), HEX)
            west, north, east, south = (v / whole.scale for v in bounds)
            left, top = min(left, at[0] + west), min(top, at[1] + north)
            right, bottom = max(right, at[0] + east), max(bottom, at[1] + south)
    return evolve(whole, box=(left, top, right, bottom))


def drawn(trays: Mapping[str, Tray], within: View) -> dict[str, Json]:
    """Trays by place: ``[label, x, y]``, in pixels: what it is called, and the middle of its counters."""
    found: dict[str, Json] = {}
    x, y = 0.0, within.height + HEX
    for place, (label, at, most) in trays.items():
        if at is not None and all(map(isfinite, at)):
            found[place] = [clean(label, 40), *rounded(within.point(at))]
            continue
        _, _, (west, _, east, _) = tray(label, most, (0.0, 0.0), HEX, RESERVED)
        found[place] = [clean(label, 40), *rounded((x - west, y))]
        x += east - west + HEX / 5
    return found
