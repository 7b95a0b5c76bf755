"""The counters: what each type shows, and which units of it a formation has."""

from __future__ import annotations

from attrs import frozen

from pbem_rules.kernel.tables import Cited


@frozen(kw_only=True)
class Face:
    """Attack and defence with so many steps left."""

    attack: int
    defence: int


@frozen(kw_only=True, slots=False)
class Type:
    """What a counter shows.

    ``branch``: infantry, parachute, glider, ranger, commando, motorised, mechanised, tank, anti-tank,
    reconnaissance, engineer,
    artillery, headquarters, pathfinder, replacement, avre, crocodile, ship. ``size``: company, battalion, brigade, division
    or corps (headquarters), ship. ``faces``: one for each number of steps, the strongest first. ``move``: movement points;
    ``stack``: stacking points. ``circle``: yellow | blue (8.5); ``dot``: white, a tank for combined arms (12.4) |
    red (12.5).
    ``fire``: strength in support and alone, by steps; ``range`` in hexes, of flak too. ``company``: the type it breaks into.
    """

    id: str
    branch: str
    size: str
    faces: tuple[Face, ...]
    move: int
    stack: int
    circle: str = ""
    dot: str = ""
    fire: tuple[int, ...] = ()
    range: int = 0
    company: str = ""
    fixed: bool = False
    flak: bool = False
    rocket: bool = False
    truck: bool = False
    landing: bool = False
    rhino: bool = False
    battle_group: bool = False
    cited: Cited

    @property
    def steps(self) -> int:
        """How many steps it has."""
        return len(self.faces)


@frozen(kw_only=True)
class Formation:
    """A division, brigade, corps, fleet or garrison. ``corps``: the formation that it belongs to in supply; "" for none."""

    id: str
    name: str
    side: str
    nation: str
    size: str
    corps: str
    cited: Cited


@frozen(kw_only=True)
class Unit:
    """One counter: ``id`` is ``short/formation``, such as ``I/115/29``."""

    id: str
    short: str
    type: str
    formation: str
