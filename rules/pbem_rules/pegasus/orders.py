"""What the player may order. German units do what the text says they do; the witness owes no order at all."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from pbem.bytes.codec import Codec


@frozen(kw_only=True)
class Move:
    """``unit`` goes through the areas of ``path``, and ``leader`` (a leader in the same area) with it."""

    unit: str
    path: tuple[str, ...]
    leader: str = ""


@frozen(kw_only=True)
class Grenade:
    """``unit`` throws at the German unit ``target`` in its own area or one beside it."""

    unit: str
    target: str


@frozen(kw_only=True)
class Gammon:
    """``unit``, which carries a Gammon bomb, uses it on a tank or the car in its area."""

    unit: str
    target: str


@frozen(kw_only=True)
class Clear:
    """``unit`` clears the bunker of its area."""

    unit: str


@frozen(kw_only=True)
class Ready:
    """``unit`` makes a ready position in its area."""

    unit: str


@frozen(kw_only=True)
class Give:
    """A PIAT or a Gammon bomb changes hands within an area."""

    item: str
    unit: str


@frozen(kw_only=True)
class Fire:
    """``units`` fire small arms at the German unit ``target``; ``guns`` are those of them that man a machine gun."""

    target: str
    units: tuple[str, ...]
    guns: tuple[str, ...] = ()


@frozen(kw_only=True)
class Piat:
    """The launcher ``item`` fires at a tank."""

    item: str
    target: str


@frozen(kw_only=True)
class Shell:
    """``unit`` fires the anti-tank gun that it has taken, at a tank, or at the Germans in the area ``target``."""

    unit: str
    target: str


@frozen(kw_only=True)
class Done:
    """The phase is over."""


Order: TypeAlias = Move | Grenade | Gammon | Clear | Ready | Give | Fire | Piat | Shell | Done

ORDERS = Codec((Move, Grenade, Gammon, Clear, Ready, Give, Fire, Piat, Shell, Done))
MOVEMENT = ("move", "grenade", "gammon", "clear", "ready", "give", "done")
FIRE = ("fire", "piat", "shell", "done")
