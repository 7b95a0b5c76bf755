"""Zones of control: which hexes a side's pieces reach out to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

Adjacency = Mapping[str, tuple[str, ...]]
Crosses = Callable[[str, str], bool]


def exerted(sources: Iterable[str], adjacent: Adjacency, crosses: Crosses) -> frozenset[str]:
    """Every hex in the zone of the given source hexes: those adjacent, where ``crosses(frm, to)`` lets it over the hexside.

    A source itself belongs to the zone only when that of another covers it.
    """
    return frozenset(to for frm in sources for to in adjacent[frm] if crosses(frm, to))
