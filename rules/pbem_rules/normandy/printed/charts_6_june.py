"""Charts of 6 June: the drop, the beaches, Pointe du Hoc."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.records import frozen


@frozen(kw_only=True)
class Drop:
    """The drop (20.1 to 20.17); faces of a six-sided die."""

    die: int
    off: int
    half: int
    double: int
    marsh: int
    beside_die: int
    glider: int
    glider_zone: int
    move: int
    reaction: int
    reaction_move: int


@frozen(kw_only=True)
class Drift:
    """The tide: a die of the beach's value or less carries the first wave one hex off; ``rangers`` is added to the value."""

    die: int
    rangers: int
    value: Mapping[str, int]


@frozen(kw_only=True)
class Tanks:
    """DD tanks: a die of so much or less comes ashore; how many companies a beach has."""

    die: int
    arrive: Mapping[str, int]
    companies: Mapping[str, int]


@frozen(kw_only=True)
class Landing:
    """The landing (21.1 to 21.33); ``march``: German movement in the three phases, in sixths."""

    waves: int
    die: int
    crowd: int
    headquarters: int
    guns_defence: int
    engineers: int
    avre: int
    bluff: int
    march: tuple[int, ...]
    ships_within: int
    ships_units: int
    ships_points: int
    drift: Drift
    tanks: Tanks


@frozen(kw_only=True)
class Hoc:
    """The strength of the two markers (19.1)."""

    strength: int
