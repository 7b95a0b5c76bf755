"""What a player may order. Decides nothing; the paragraph beside each class says where it comes from.

Units go by their printed identification (``505/82``), hexes by their printed number (``E1940``). Artillery is given as
``HQ:points`` (``HQ/82:1``).
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from pbem.bytes.codec import Codec


@frozen(kw_only=True)
class Buy:
    """Secret (3.22, 3.42): activation markers to put in the cup, besides the free ones (7.23).

    ``first`` is the marker that the side with the initiative keeps out of the cup (4.21); it is one of those bought, or
    a free one (N-notes say which). A marker is a formation's id, or ``corps/us``, ``corps/commonwealth``,
    ``corps/german``. In the place of ``first`` may stand a Corps Activation (7.51): ``corps-activation/V``, a German
    one with its divisions ``corps-activation/I SS:21 Pz,Lehr``.
    """

    markers: tuple[str, ...] = ()
    first: str = ""


@frozen(kw_only=True)
class EnterBy:
    """The entry hex letter of a German formation that arrives this turn (3.31, 10.35); ``-`` holds it back (10.36)."""

    formation: str
    letter: str


@frozen(kw_only=True)
class Claim:
    """In a Storm the German plays a Free Operations marker kept aside: the next activation is his (4.23b)."""


@frozen(kw_only=True)
class Waive:
    """He does not."""


@frozen(kw_only=True)
class Activate:
    """The formation to activate: with a Free Operations marker (7.24e), or next in the Reduced Efficiency phase (7.26)."""

    formation: str


@frozen(kw_only=True)
class GoFirst:
    """The side with the initiative acts first (``yes``) or second in the Reduced Efficiency phase (3.7)."""

    first: bool


@frozen(kw_only=True)
class Assign:
    """A corps unit joins the active division for the rest of the turn (6.13a)."""

    unit: str
    formation: str = ""


@frozen(kw_only=True)
class Move:
    """A unit moves along ``path`` (8.1): the hexes it enters, in order. A landing starts with the beach hex (8.47)."""

    unit: str
    path: tuple[str, ...]


@frozen(kw_only=True)
class Strategic:
    """A unit uses Strategic Movement along ``path``, by road all the way (8.23)."""

    unit: str
    path: tuple[str, ...]


@frozen(kw_only=True)
class Rally:
    """A unit that neither moves nor attacks loses one level of Disorder (21.21, 21.22)."""

    unit: str


@frozen(kw_only=True)
class Fight:
    """The active formation has finished moving; its combats follow (12.21)."""


@frozen(kw_only=True)
class Done:
    """A side has finished its activation (7.24f), its Reduced Efficiency phase (3.7), or its missions (3.32)."""


@frozen(kw_only=True)
class Attack:
    """``units`` attack the enemy in ``target`` (12.21), with artillery, and Allied air or naval markers (16, 17.3, 18.3)."""

    target: str
    units: tuple[str, ...]
    artillery: tuple[str, ...] = ()
    air: int = 0
    naval: int = 0


@frozen(kw_only=True)
class Mode:
    """Secret (12.41): the attacker's mode, ``assault`` or ``probe``."""

    mode: str


@frozen(kw_only=True)
class Defend:
    """The defender's mode, ``stand`` or ``retreat`` (12.41), and his support (16.21b, 17.31, 18.31).

    Where modes are drawn (12.43) ``mode`` is the likelier one.
    """

    mode: str
    artillery: tuple[str, ...] = ()
    air: int = 0
    naval: int = 0


@frozen(kw_only=True)
class Suffer:
    """Which unit takes (or escapes, for B and C) the result where the owner may choose (13.71, 13.22)."""

    unit: str


@frozen(kw_only=True)
class Retreat:
    """``units`` retreat together along ``path`` (13.3); an empty path stays and takes the Reduction of 13.37."""

    units: tuple[str, ...]
    path: tuple[str, ...] = ()


@frozen(kw_only=True)
class Advance:
    """One unit advances along ``path`` after combat (13.4, 13.52, 13.62)."""

    unit: str
    path: tuple[str, ...]


@frozen(kw_only=True)
class Halt:
    """No further advance, second attack, attack after a rout, or counterattack (13.42, 13.53, 13.61, 14.12)."""


@frozen(kw_only=True)
class Force:
    """A German formation that failed its release enters all the same, at the cost of a step (10.33)."""


@frozen(kw_only=True)
class Wait:
    """It waits for its next marker, or for the next turn (10.33, 10.34)."""


@frozen(kw_only=True)
class Reduce:
    """The unit that loses a step: of a formation that was forced in (10.33), or by attrition on the road (8.31)."""

    unit: str


@frozen(kw_only=True)
class Refit:
    """A reduced unit that neither moves nor attacks is restored to full strength (21.31, 21.34)."""

    unit: str


@frozen(kw_only=True)
class Join:
    """A unit that belongs to no corps joins ``corps`` for the rest of the scenario (6.14)."""

    unit: str
    corps: str


@frozen(kw_only=True)
class Restore:
    """A lost headquarters of a division comes back, reduced, in ``where`` (6.17)."""

    unit: str
    where: str


@frozen(kw_only=True)
class Counterattack:
    """``units`` counterattack the Allied unit that has just advanced (14.12): those that retreated, and others beside it."""

    units: tuple[str, ...]


@frozen(kw_only=True)
class Announce:
    """The active Allied formation will attack ``target`` too; Germans there do not counterattack before (14.23, N103)."""

    target: str


@frozen(kw_only=True)
class Lean:
    """Where modes are drawn (12.43): the mode that the attacker is likelier to take, ``assault`` or ``probe``."""

    mode: str


@frozen(kw_only=True)
class Bombard:
    """One or two Allied air or naval markers bombard the Germans in ``target`` (17.22, 18.22), before anybody acts."""

    target: str
    air: int = 0
    naval: int = 0


@frozen(kw_only=True)
class Interdict:
    """Allied markers are put into a box: ``supply`` (17.23), or the entry letters ``AB``, ``CDE``, ``F`` (17.24, 18.23)."""

    box: str
    air: int = 0
    naval: int = 0


@frozen(kw_only=True)
class Barrage:
    """Active US headquarters or German rocket units bombard (16.4); each mission is ``UNIT:HEX`` (``HQ/1:E2821``)."""

    missions: tuple[str, ...]


@frozen(kw_only=True)
class Demolish:
    """Engineers blow the bridge between two hexes (20.4). ``hq`` says whose engineers, else the first at hand."""

    frm: str
    to: str
    hq: str = ""


@frozen(kw_only=True)
class Build:
    """Allied engineers repair the bridge between two hexes, or lay pontoons there (20.5), ready when movement is over."""

    frm: str
    to: str
    hq: str = ""


@frozen(kw_only=True)
class BreakDown:
    """A German infantry unit is broken down into Detachments, which stand in ``hexes`` (19.33), its own or next to it.

    It turns over for one Detachment, or, ``whole``, gives way to as many as its strength makes.
    """

    unit: str
    hexes: tuple[str, ...]
    whole: bool = False


Order: TypeAlias = (
    Buy
    | EnterBy
    | Claim
    | Waive
    | Activate
    | GoFirst
    | Assign
    | Move
    | Strategic
    | Rally
    | Fight
    | Done
    | Attack
    | Mode
    | Defend
    | Suffer
    | Retreat
    | Advance
    | Halt
    | Force
    | Wait
    | Reduce
    | Refit
    | Restore
    | Join
    | Counterattack
    | Announce
    | Lean
    | Bombard
    | Interdict
    | Barrage
    | Demolish
    | Build
    | BreakDown
)

ORDERS = Codec(Order.__args__)

SECRET = frozenset({"buy", "mode"})
"""Orders that are sealed and never stand on the log in clear."""
