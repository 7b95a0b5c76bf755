"""The player at the computer: what a game's own player orders, why it orders that, and what it is about.

A game need not have more than ``advise``. One that tells its reasons has ``think`` (:class:`Thinks`); ask through
:func:`think`, which answers for every game. The same position and salt give the same order on any machine.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from pbem.bytes.records import AttrsInstance, frozen
from pbem.port.game import Ruleset, Secrets, Side


@frozen(kw_only=True)
class Advice:
    """An order, and why in one sentence (a Message); "" where there is nothing to say."""

    order: AttrsInstance
    reason: str = ""


@runtime_checkable
class Thinks(Protocol):
    """A game whose player tells its reasons."""

    def think(self, state: object, side: Side, secrets: Secrets, salt: int) -> Advice:
        """What ``advise`` gives. Pure."""


@runtime_checkable
class Intends(Protocol):
    """A game whose player says what a side is about."""

    def intentions(self, state: object, side: Side, begun: object = None) -> tuple[str, ...]:
        """Up to five sentences (Messages), what matters most first. ``begun``: as the turn that is over began. Pure."""


def think(rules: Ruleset[object], state: object, side: Side, secrets: Secrets, salt: int) -> Advice:
    """What the game's own player orders; without reason where it tells none."""
    if isinstance(rules, Thinks):
        return rules.think(state, side, secrets, salt)
    return Advice(order=rules.advise(state, side, secrets, salt))


def intentions(rules: Ruleset[object], state: object, side: Side, begun: object = None) -> tuple[str, ...]:
    """What the game's own player is about for a side; nothing where it does not say so."""
    return rules.intentions(state, side, begun) if isinstance(rules, Intends) else ()
