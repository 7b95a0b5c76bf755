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


@frozen(kw_only=True)
class Assign:
    """Units that a headquarters feeds besides its own: three of a division's (3.8), six of a battle group's (18.12)."""

    headquarters: str
    units: tuple[str, ...]


# --- air ------------------------------------------------------------------------------------------------------------------






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


# --- combat ---------------------------------------------------------------------------------------------------------------











ORDERS = (
    Done,
    Assign,
    Move,
    March,
    BreakDown,
    Join,
)
"""Every order, in the order of a day."""
