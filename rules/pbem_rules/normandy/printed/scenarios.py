"""Scenarios: the part of the map, the turns, who stands where, who comes when, and what wins."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from pbem.port.messages import Message
from pbem_rules.normandy.printed.calendar import day_name

PARTS = ("night", "am", "pm")
"""The three turns of a day, in order (5.7)."""

_PARTS = (Message("night"), Message("am"), Message("pm"))
_MONTHS = {"06": Message("June"), "07": Message("July"), "08": Message("August")}


@frozen(kw_only=True, order=True)
class Turn:
    """A turn of the game: the number of its day, and which of the three it is (0 night, 1 AM, 2 PM)."""

    day: int
    part: int

    @property
    def name(self) -> str:
        """As the data write it: ``06-06 am``."""
        return f"{day_name(self.day)} {PARTS[self.part]}"

    @property
    def title(self) -> Message:
        """As people say it: ``6 June am``."""
        month, _, day = day_name(self.day).partition("-")
        return Message("{day} {month} {part}", day=int(day), month=_MONTHS[month], part=_PARTS[self.part])

    def following(self) -> Turn:
        """The next turn."""
        last = self.part == len(PARTS) - 1
        return Turn(day=self.day + 1 if last else self.day, part=0 if last else self.part + 1)


@frozen(kw_only=True)
class Goal:
    """What is worth points to its holder at the end: all the hexes together, or (``each``) every one."""

    name: str
    hexes: tuple[str, ...]
    points: int
    each: bool = False


@frozen(kw_only=True)
class Level:
    """How the game ends with at least so many points for the Allied side."""

    least: int
    winner: str
    name: str


@frozen(kw_only=True)
class Arrival:
    """A formation comes with what is not yet on the map; ``at``: a beach, or an edge (east, south, north).

    ``units``: only these come on that day; the others of the formation have other lines, or never come.
    """

    formation: str
    day: int
    at: str
    confidence: str
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
    first: Turn
    last: Turn
    hexes: frozenset[str] = field(repr=False)
    units: Mapping[str, str] = field(repr=False)
    arrivals: tuple[Arrival, ...] = field(repr=False)
    goals: tuple[Goal, ...]
    levels: tuple[Level, ...]
    points: int
    weather: str
    beaches: tuple[str, ...]
    ship_turns: bool
    carpets: int = 0
    port: bool = False

    @property
    def turns(self) -> int:
        """How many turns it has."""
        days = self.last.day - self.first.day
        return days * len(PARTS) + self.last.part - self.first.part + 1
