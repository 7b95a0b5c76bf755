"""What a player may order. Cards are named by their place in the hand (1 or 2): nobody else knows what they are."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from pbem.bytes.codec import Codec


@frozen(kw_only=True)
class Beaches:
    """Secret: the strengths of the beach defences, in the order of the beach hexes (4.0)."""

    strengths: tuple[int, ...]


@frozen(kw_only=True)
class Replace:
    """One point: ``unit`` is restored where it stands, or comes back at ``place`` (a beach hex or an edge)."""

    unit: str
    place: str = ""
    full: bool = False  # two points: comes back at full strength


@frozen(kw_only=True)
class Land:
    """An Allied reinforcement comes ashore on the beach ``place``, or waits off it."""

    unit: str
    place: str


@frozen(kw_only=True)
class Play:
    """The card at place ``n`` of the hand is played; ``card`` says which it is, ``target`` a hex it needs."""

    n: int
    card: str
    target: str = ""


@frozen(kw_only=True)
class Discard:
    """The card at place ``n`` of the hand is discarded, face up."""

    n: int
    card: str


@frozen(kw_only=True)
class Fly:
    """An air unit is placed face down on a hex."""

    hex: str


@frozen(kw_only=True)
class Bombard:
    """16.4: a naval marker is placed on a hex."""

    hex: str


@frozen(kw_only=True)
class Contest:
    """A German fighter goes for the air unit on a hex."""

    hex: str


@frozen(kw_only=True)
class Combine:
    """Two or three parachute regiments of one division in one hex become the division."""

    units: tuple[str, ...]


@frozen(kw_only=True)
class Move:
    """``unit`` goes through the hexes of ``path`` (the first is next to it, or the hex in which it enters)."""

    unit: str
    path: tuple[str, ...]


@frozen(kw_only=True)
class Attack:
    """``units``, all in one hex or off one beach, attack ``target``; ``artillery`` supports, ``naval`` uses a point."""

    target: str
    units: tuple[str, ...]
    artillery: str = ""
    naval: bool = False


@frozen(kw_only=True)
class Defend:
    """The defender's answer to an attack."""

    artillery: str = ""


@frozen(kw_only=True)
class Lose:
    """The units that lose a step each; a unit named twice loses two."""

    units: tuple[str, ...]


@frozen(kw_only=True)
class Advance:
    """The attackers that go into the hex that has been emptied; none at all is allowed."""

    units: tuple[str, ...] = ()


@frozen(kw_only=True)
class Done:
    """Nothing more in this phase, or no card."""


Order: TypeAlias = (
    Beaches
    | Replace
    | Land
    | Play
    | Discard
    | Fly
    | Bombard
    | Contest
    | Combine
    | Move
    | Attack
    | Defend
    | Lose
    | Advance
    | Done
)

ORDERS = Codec(
    (
        Beaches,
        Replace,
        Land,
        Play,
        Discard,
        Fly,
        Bombard,
        Contest,
        Combine,
        Move,
        Attack,
        Defend,
        Lose,
        Advance,
        Done,
    )
)
SECRET = frozenset({"beaches"})
