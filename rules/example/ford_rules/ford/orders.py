"""The orders: a frozen class each. The class name is the word that is typed, its fields follow in order."""

from __future__ import annotations

from attrs import frozen

from pbem.bytes.codec import Codec


@frozen(kw_only=True)
class Move:
    """A unit moves to a hex."""

    unit: str
    to: str


@frozen(kw_only=True)
class Attack:
    """A unit attacks one beside it."""

    unit: str
    target: str


@frozen(kw_only=True)
class Done:
    """The turn of this side is over."""


ORDERS = Codec((Move, Attack, Done))
