"""What a player may say: the orders, as they are typed and as they travel. The docstrings are their help.

Units go by name (``I/115/29``), a company by its battalion's and its number (``I/115/29.2``), hexes by their printed
number. The rules
of each order join it in its own module; until then these classes are what the cases are written in.
"""

from __future__ import annotations

from attrs import frozen

# --- every phase ----------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Done:
    """This phase is over for your side. Whatever had no order stays where it is."""


# --- night: arrivals, replacements, engineers -----------------------------------------------------------------------------


@frozen(kw_only=True)
class Enter:
    """Units that are due come onto the map in a hex: a beachhead, or a main road at the edge (7.2, 7.3)."""

    at: str
    units: tuple[str, ...]


@frozen(kw_only=True)
class Restore:
    """A replacement point, or a field replacement battalion, gives a unit one step back (7.10, 7.17)."""

    unit: str
    origin: str = ""


@frozen(kw_only=True)
class Rebuild:
    """A replacement point brings a lost unit back, with one step, beside the headquarters of its division (7.13)."""

    unit: str
    at: str


@frozen(kw_only=True)
class Replace:
    """A headquarters that has been away comes back in a hex (6.4, 6.5); or that of a battle group is set up (18.11)."""

    unit: str
    at: str


@frozen(kw_only=True)
class Assign:
    """Units that a headquarters feeds besides its own: three of a division's (3.8), six of a battle group's (18.12)."""

    headquarters: str
    units: tuple[str, ...]


@frozen(kw_only=True)
class Truck:
    """A truck goes from its box, or from another headquarters, to that of a division (18.3, 18.4)."""

    headquarters: str
    origin: str = ""


@frozen(kw_only=True)
class Mulberries:
    """The two beaches on which mulberries are built, in the night of 7 June (17.12)."""

    beaches: tuple[str, ...]


@frozen(kw_only=True)
class Demolish:
    """The destruction of the port of Cherbourg begins (18.13)."""


@frozen(kw_only=True)
class Repair:
    """Combat supply repairs so many points of the port (18.17)."""

    points: int


@frozen(kw_only=True)
class Bridge:
    """Engineers build or destroy the bridge over a hexside (15.1). ``work``: build | destroy."""

    unit: str
    side: str
    work: str
    others: tuple[str, ...] = ()


@frozen(kw_only=True)
class Dig:
    """Engineers begin a trench in their hex (15.5)."""

    unit: str


# --- air ------------------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Share:
    """Air points for interdiction over each map and for reconnaissance; the rest is for ground support (10.3)."""

    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0
    e: int = 0
    recon: int = 0


@frozen(kw_only=True)
class Flak:
    """Flak points over each map (10.4). Sealed before the Allied shares are known."""

    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0
    e: int = 0


@frozen(kw_only=True)
class Strafe:
    """So many attacks of armed reconnaissance on a unit, or on the bridge over a hexside (10.9)."""

    target: str
    attacks: int = 1


@frozen(kw_only=True)
class Carpet:
    """Ten hexes that hang together are bombed this turn (17.5 to 17.9)."""

    hexes: tuple[str, ...]


# --- movement and companies -----------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Move:
    """A unit moves from hex to hex, ``others`` of its stack with it. One hex is enough: the cheapest way is filled in."""

    unit: str
    path: tuple[str, ...]
    others: tuple[str, ...] = ()


@frozen(kw_only=True)
class March:
    """Strategic movement along main roads, ``others`` of the stack with it (9.17)."""

    unit: str
    path: tuple[str, ...]
    others: tuple[str, ...] = ()


@frozen(kw_only=True)
class BreakDown:
    """A battalion becomes companies: three, or two if it is reduced (16.1)."""

    unit: str


@frozen(kw_only=True)
class Join:
    """Companies in one hex become their battalion again, or a reduced one takes a company in (16.2, 16.5)."""

    unit: str
    companies: tuple[str, ...]


@frozen(kw_only=True)
class Sail:
    """Naval units move to a hex at sea and face the mines on the way (9.19)."""

    to: str
    units: tuple[str, ...]


# --- combat ---------------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Attack:
    """Units attack a hex beside them, with guns and ships and up to three air points in support (12.1)."""

    target: str
    units: tuple[str, ...]
    guns: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    air: int = 0


@frozen(kw_only=True)
class Fire:
    """A gun or a ship fires alone at a hex that somebody sees (14.1)."""

    target: str
    unit: str
    spotter: str = ""


@frozen(kw_only=True)
class Fight:
    """All attacks of the phase are named: now they are held against the duty to attack, and answered."""


@frozen(kw_only=True)
class Support:
    """Guns, ships and air points that help a hex in defence (13.7, 10.16)."""

    target: str
    guns: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    air: int = 0


@frozen(kw_only=True)
class Reply:
    """A gun or a ship fires back at the one that fired (14.13, 14.15)."""

    unit: str


@frozen(kw_only=True)
class Lose:
    """Who loses the steps of a result, a name for each step."""

    units: tuple[str, ...]


@frozen(kw_only=True)
class Retreat:
    """A unit goes back along a way, ``others`` of its stack with it (12.13, 12.14)."""

    unit: str
    path: tuple[str, ...]
    others: tuple[str, ...] = ()


@frozen(kw_only=True)
class Stand:
    """A step is lost instead of a retreat (12.15, 12.16)."""

    unit: str


@frozen(kw_only=True)
class Advance:
    """Attackers move into the hex that the defender has left (12.17)."""

    units: tuple[str, ...]


# --- 6 June ---------------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Embark:
    """A unit goes into the Nth assault hex off a beach hex, written B2107/1; or back into the box of its beach (21.2)."""

    unit: str
    wave: str


@frozen(kw_only=True)
class Shoot:
    """A unit fires at one beside it, in the drop or in the landing (20.9, 21.10)."""

    unit: str
    target: str


@frozen(kw_only=True)
class Shift:
    """A unit in a queue changes to the neighbouring beach (21.28)."""

    unit: str
    beach: str


@frozen(kw_only=True)
class Emergency:
    """A point of combat supply brings five naval units into range of a beach (21.24)."""

    beach: str
    ships: tuple[str, ...]


ORDERS = (
    Done,
    Enter,
    Restore,
    Rebuild,
    Replace,
    Assign,
    Truck,
    Mulberries,
    Demolish,
    Repair,
    Bridge,
    Dig,
    Share,
    Flak,
    Strafe,
    Carpet,
    Move,
    March,
    BreakDown,
    Join,
    Sail,
    Attack,
    Fire,
    Fight,
    Support,
    Reply,
    Lose,
    Retreat,
    Stand,
    Advance,
    Embark,
    Shoot,
    Shift,
    Emergency,
)
"""Every order, in the order of a day."""
