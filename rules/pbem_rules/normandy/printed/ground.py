"""The five maps as one: terrain of the hexes, what runs along and across hexsides, beaches, works."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

from pbem.bytes.records import field, frozen
from pbem_rules.kernel.edges import Edges
from pbem_rules.kernel.hexes import Grid
from pbem_rules.kernel.tables import OneOf


@frozen(kw_only=True)
class Beach:
    """A beach: the side that lands there, its hexes in the order in which the tide carries, and their sectors."""

    name: str
    nation: Annotated[str, OneOf("us", "cw")]
    drift: Annotated[str, OneOf("east", "south")]
    hexes: tuple[str, ...]
    sectors: tuple[str, ...]


@frozen(kw_only=True)
class Work:
    """A strongpoint or a fixed battery and the hex in which it stands."""

    hex: str
    name: str
    kind: Annotated[str, OneOf("strongpoint", "battery")]
    what: str


@frozen(kw_only=True, slots=False)
class Land:
    """What no game begins without: ``terrain`` has every hex (sea | open | farmland | bocage | woods | flooded)."""

    terrain: Mapping[str, str] = field(repr=False)
    beaches: Mapping[str, Beach]
    pointe_du_hoc: tuple[str, ...]

    def is_land(self, name: str) -> bool:
        """Whether a hex of the map is land."""
        return self.terrain[name] != "sea"

    @cached_property
    def landings(self) -> Mapping[str, Beach]:
        """The beach of every landing hex (21.1, 19.4)."""
        found = {where: beach for beach in self.beaches.values() for where in beach.hexes}
        return found | dict.fromkeys(self.pointe_du_hoc[:1], self.beaches["Omaha"])


@frozen(kw_only=True, slots=False)
class Ground(Land):
    """The whole map.

    A settlement (village | town | city) stands in a hex of ``terrain``; the defender takes what is better for them (N32).
    ``names``: of settlements. ``hills``: hexes that stand above their neighbours. ``streams``, ``rivers``, ``bluffs``,
    ``perimeter``: hexsides. ``bridges``: hexsides of the two first that a road crosses. ``main`` and ``roads``: steps from
    hex to hex; ``roads`` are the lesser ones. ``edges``: where main roads leave the map, by side (east, south).
    ``cherbourg``: the hexes within the perimeter.
    """

    grid: Grid = field(repr=False)
    settlements: Mapping[str, str] = field(repr=False)
    names: Mapping[str, str] = field(repr=False)
    hills: Mapping[str, str] = field(repr=False)
    works: Mapping[str, Work] = field(repr=False)
    streams: Edges = field(repr=False)
    rivers: Edges = field(repr=False)
    bluffs: Edges = field(repr=False)
    bridges: Edges = field(repr=False)
    perimeter: Edges = field(repr=False)
    main: Edges = field(repr=False)
    roads: Edges = field(repr=False)
    courses: tuple[tuple[str, ...], ...] = field(repr=False)
    cherbourg: frozenset[str] = field(repr=False)
    edges: Mapping[str, tuple[str, ...]]
    hill_112: tuple[str, ...]
    pegasus: tuple[str, ...]
    title: str
    attribution: str
