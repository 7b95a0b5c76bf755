"""Charts of fire that is no ground combat: aircraft, flak, guns and ships."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.records import frozen


@frozen(kw_only=True)
class InterdictionRow:
    """From a difference in points on: what German movement costs more, in sixths."""

    least: int
    cost: int


@frozen(kw_only=True)
class Air:
    """Points of both sides by weather, limits of their use, and interdiction (10.2 to 10.5, 10.14)."""

    points: Mapping[str, int]
    flak: Mapping[str, int]
    most_recon: int
    most_support: int
    interdiction: tuple[InterdictionRow, ...]


@frozen(kw_only=True)
class ReconRow:
    """From so many points on: the attacks, and the number to hit."""

    least: int
    attacks: int
    hit: int


@frozen(kw_only=True)
class Recon:
    """Armed reconnaissance (10.6 to 10.13); ``terrain`` is added to the die."""

    die: int
    lose: int
    strategic: int
    carpet_hit: int
    bridge_hit: int
    rows: tuple[ReconRow, ...]
    terrain: Mapping[str, int]


@frozen(kw_only=True)
class Flak:
    """Flak at a mission: range, what each unit adds, from which total a point is lost, from which the mission stops."""

    die: int
    each: int
    range: int
    lose: int
    stop: int


@frozen(kw_only=True)
class Guns:
    """Guns and ships (13.2 to 14.15). ``least_range``: the greatest range is divided by it."""

    die: int
    least_range: int
    rocket_defence: int
    defends: int
    spotter: int
    spotter_hill: int
    spotter_bluff: int
    night: int
    crowd: int
    friend: int


@frozen(kw_only=True)
class Carpet:
    """Carpet bombing (17.5 to 17.9)."""

    most: int
    after: str
    hexes: int
    stays: int
    die: int
