"""What a player may order. Units and commanders go by their printed names, hexes by number, hexsides as ``3920/4020``.

Nothing is secret: every order is open (I8). A list of steps names a unit once for each step it loses.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from pbem.bytes.codec import Codec


@frozen(kw_only=True)
class Place:
    """A German unit is set up in a hex of its army's area; it stands there alone (I7.1)."""

    unit: str
    hex: str


@frozen(kw_only=True)
class Drop:
    """Von der Heydte comes down in a clear hex (S2.2); the die decides whether he lands."""

    hex: str


@frozen(kw_only=True)
class Spare:
    """The formation that Manteuffel keeps from the Allied choice of fuel (O9.5)."""

    formation: str


@frozen(kw_only=True)
class Starve:
    """A German formation goes out of supply for lack of fuel, or two of the independent brigades do (1.1)."""

    what: tuple[str, ...]


@frozen(kw_only=True)
class Replace:
    """Replacements restore a unit where it stands, or rebuild one that was lost, which comes on at ``hex`` (2.0)."""

    unit: str
    hex: str = ""


@frozen(kw_only=True)
class Release:
    """One restricted US unit is released of the Allied side's own will, in a morning from 3 January on (3.6)."""

    unit: str


@frozen(kw_only=True)
class Column:
    """Units enter strategic movement, for half their movement (3.2)."""

    units: tuple[str, ...]


@frozen(kw_only=True)
class Deploy:
    """Units leave strategic movement, for half their movement (3.2)."""

    units: tuple[str, ...]


@frozen(kw_only=True)
class Reserve:
    """Units are held in reserve: they do not move or attack in the phases that follow (O8.1)."""

    units: tuple[str, ...]


@frozen(kw_only=True)
class Move:
    """A unit or a commander goes through the hexes of ``path``, the first of them beside it (3.0, O8.2, O8.3)."""

    unit: str
    path: tuple[str, ...]


@frozen(kw_only=True)
class Infiltrate:
    """150 Panzer Brigade tries to leave an enemy zone in the middle of its move, along ``path`` (O2.0)."""

    path: tuple[str, ...]


@frozen(kw_only=True)
class Enter:
    """A unit comes on the map in the first hex of ``path`` and moves on; ``column``: in strategic movement (3.4)."""

    unit: str
    path: tuple[str, ...]
    column: bool = False


@frozen(kw_only=True)
class Hold:
    """Allied reinforcements are kept out for good, for German units that have left the map (3.5)."""

    units: tuple[str, ...]


@frozen(kw_only=True)
class Leave:
    """A German unit goes through the hexes of ``path`` and off the map by the road of the last (3.5)."""

    unit: str
    path: tuple[str, ...] = ()


@frozen(kw_only=True)
class Bridge:
    """A unit builds a bridge by crossing to ``hex`` with all its movement (5.2)."""

    unit: str
    hex: str


@frozen(kw_only=True)
class Attack:
    """``units`` attack all that stands in ``target``, and in ``others`` if there are more hexes (4.1).

    ``lowered``: own hexes with the defence level they are lowered to, such as ``4406:0`` (4.2).
    """

    target: str
    units: tuple[str, ...]
    others: tuple[str, ...] = ()
    lowered: tuple[str, ...] = ()


@frozen(kw_only=True)
class Lower:
    """The defender's answer to an attack: hexes with the levels they are lowered to, or none (4.2)."""

    lowered: tuple[str, ...] = ()


@frozen(kw_only=True)
class Waive:
    """Until the other side's half ends, attacks go on without asking this side to lower levels (4.2)."""


@frozen(kw_only=True)
class Counter:
    """The hexes of attackers that a counterattack goes for (4.3)."""

    hexes: tuple[str, ...]


@frozen(kw_only=True)
class Lose:
    """Steps lost by command of a result: brackets, an exchange, odds below 1:3, an all-out assault."""

    units: tuple[str, ...]


@frozen(kw_only=True)
class Respond:
    """What becomes of one hex under a result: ``how`` is stand, retreat or both (4.3, 4.4).

    ``lose``: the steps; ``paths``: each unit that goes, with its hexes: ``164/62VG:4014:4114``.
    """

    hex: str
    how: str
    lose: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


@frozen(kw_only=True)
class Advance:
    """A victor goes into the hex that was left, and on (4.5). ``pay``: who loses the step of a split result."""

    unit: str
    path: tuple[str, ...]
    pay: str = ""


@frozen(kw_only=True)
class AllOut:
    """The same attack again; ``unit`` loses a step for it (4.1). ``leader``: whose option is spent (O9.1)."""

    unit: str
    leader: str = ""


@frozen(kw_only=True)
class Blow:
    """A unit tries to blow the bridge of a hexside (5.1)."""

    side: str
    unit: str


@frozen(kw_only=True)
class Fortify:
    """Fortifications are built where these units stand (5.3)."""

    units: tuple[str, ...]


@frozen(kw_only=True)
class Withdraw:
    """A commander without troops goes to the nearest friendly unit in supply (O9.4), if several are as near."""

    leader: str
    hex: str


@frozen(kw_only=True)
class Done:
    """Nothing more in this phase, or no answer."""


Order: TypeAlias = (
    Place
    | Drop
    | Spare
    | Starve
    | Replace
    | Release
    | Column
    | Deploy
    | Reserve
    | Move
    | Infiltrate
    | Enter
    | Hold
    | Leave
    | Bridge
    | Attack
    | Lower
    | Waive
    | Counter
    | Lose
    | Respond
    | Advance
    | AllOut
    | Blow
    | Fortify
    | Withdraw
    | Done
)

ORDERS = Codec(
    (
        Place,
        Drop,
        Spare,
        Starve,
        Replace,
        Release,
        Column,
        Deploy,
        Reserve,
        Move,
        Infiltrate,
        Enter,
        Hold,
        Leave,
        Bridge,
        Attack,
        Lower,
        Waive,
        Counter,
        Lose,
        Respond,
        Advance,
        AllOut,
        Blow,
        Fortify,
        Withdraw,
        Done,
    )
)
SECRET: frozenset[str] = frozenset()
