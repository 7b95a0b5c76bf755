"""Scenarios: the part of the map, the turns, who stands where, who comes when, and what wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pbem.bytes.records import field, frozen
from pbem_rules.kernel.tables import At, OneOf, ReadBy, Within
from pbem_rules.normandy.printed.calendar import PARTS, Turn, read_day, read_turn


@frozen(kw_only=True)
class Goal:
    """What is worth points to its holder at the end: all the hexes together, or (``each``) every one."""

    name: str
    hexes: tuple[str, ...]
    points: Annotated[int, Within(20)]
    each: bool = False


@frozen(kw_only=True)
class Level:
    """How the game ends with at least so many points for the Allied side."""

    least: Annotated[int, Within(99, -99)]
    winner: Annotated[str, OneOf("allied", "german", "")]
    name: str


@frozen(kw_only=True)
class Arrival:
    """A formation comes with what is not yet on the map; ``at``: a beach, or an edge (east, south, north).

    ``units``: only these come on that day; the others of the formation have other lines, or never come.
    """

    formation: str
    day: Annotated[int, ReadBy(read_day), At("date")]
    at: str
    confidence: Annotated[str, OneOf("high", "medium", "low")]
    units: tuple[str, ...] = ()


@frozen(kw_only=True, slots=False)
class Scenario:
    """A way to play. ``hexes``: the part of the map that is used. ``units``: place by unit.

    A place is a hex, ``wave:HEX/N`` (21.1), ``box:BEACH``, ``drop:HEX`` (20.1) or ``fleet:BEACH``. ``beaches``:
    where the landing is
    played. ``port``: Cherbourg is destroyed and repaired (18.13).
    """

    id: str
    title: str
    first: Annotated[Turn, ReadBy(read_turn)]
    last: Annotated[Turn, ReadBy(read_turn)]
    hexes: frozenset[str] = field(repr=False)
    units: Mapping[str, str] = field(repr=False)
    arrivals: tuple[Arrival, ...] = field(repr=False)
    goals: tuple[Goal, ...]
    levels: tuple[Level, ...]
    points: Annotated[int, Within(200)]
    weather: Annotated[str, OneOf("clear", "overcast", "heavy-rain", "storm")]
    beaches: tuple[str, ...]
    ship_turns: bool
    carpets: Annotated[int, Within(9)] = 0
    port: bool = False

    @property
    def turns(self) -> int:
        """How many turns it has."""
        days = self.last.day - self.first.day
        return days * len(PARTS) + self.last.part - self.first.part + 1
