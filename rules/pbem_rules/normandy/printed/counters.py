"""The counters: what each type shows, and which units of it a formation has."""

from __future__ import annotations

from typing import Annotated

from pbem.bytes.records import frozen
from pbem_rules.kernel.tables import Cited, OneOf, ReadBy, Table, Within, wrong

Branch = Annotated[
    str,
    OneOf(
        "infantry", "parachute", "glider", "ranger", "commando", "motorised", "mechanised", "tank", "anti-tank",
        "reconnaissance", "engineer", "artillery", "headquarters", "pathfinder", "replacement", "avre", "crocodile",
        "ship",
    ),
]  # fmt: skip
Steps = Annotated[tuple[int, ...], Within(99)]
"""A value for each number of steps."""


@frozen(kw_only=True)
class Face:
    """Attack and defence with so many steps left."""

    attack: int
    defence: int


def _faces(row: Table, key: str) -> tuple[Face, ...]:
    """Attack and defence by steps, the strongest first."""
    listed = row.values.get(key)
    if not isinstance(listed, list) or not listed:
        raise wrong(row.path(key), "expected a list of [attack, defence], one for each step")
    found = []
    for n, pair in enumerate(listed, 1):
        at = f"{row.path(key)}[{n}]"
        values = Table(values={"pair": pair}, at=at).integers("pair", 99)
        if len(values) != 2:
            raise wrong(at, f"expected [attack, defence], found {pair!r}")
        found.append(Face(attack=values[0], defence=values[1]))
    return tuple(found)


@frozen(kw_only=True, slots=False)
class Type:
    """What a counter shows.

    A headquarters has the ``size`` of its formation. ``faces``: one for each number of steps, the strongest first.
    ``move``: movement points; ``stack``: stacking points. ``circle``: see 8.5; ``dot``: white, a tank for combined arms
    (12.4), or red (12.5). ``fire``: strength in support and alone, by steps; ``range`` in hexes, of flak too.
    ``company``: the type it breaks into.
    """

    id: str
    branch: Branch
    size: Annotated[str, OneOf("company", "battalion", "brigade", "division", "corps", "ship")]
    faces: Annotated[tuple[Face, ...], ReadBy(_faces)]
    move: Annotated[int, Within(20)]
    stack: Annotated[int, Within(6)]
    circle: Annotated[str, OneOf("", "yellow", "blue")] = ""
    dot: Annotated[str, OneOf("", "white", "red")] = ""
    fire: Steps = ()
    range: Annotated[int, Within(30)] = 0
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
    side: Annotated[str, OneOf("allied", "german")]
    nation: Annotated[str, OneOf("us", "cw", "german")]
    size: Annotated[str, OneOf("division", "brigade", "corps", "fleet", "garrison")]
    corps: str
    cited: Cited


@frozen(kw_only=True)
class Unit:
    """One counter: ``id`` is ``short/formation``, such as ``I/115/29``."""

    id: str
    short: str
    type: str
    formation: str
