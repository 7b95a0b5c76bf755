"""The player at the computer: what a game's own player orders, how long it looks, and why it orders that.

A game need not have more than ``advise``. One that tells its reasons and knows several levels has ``think``
(:class:`Thinks`); ask through :func:`think`, which answers for every game. A level is a number of positions that are looked
at and never a time, so that the same position, level and salt give the same order on any machine.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from attrs import AttrsInstance, frozen

from pbem.port.game import Ruleset, Secrets, Side

QUICK, SOUND, STRONG = "quick", "sound", "strong"
LEVELS = (QUICK, SOUND, STRONG)
"""From the one that looks least to the one that looks most."""


@frozen(kw_only=True)
class Advice:
    """An order, and why in one sentence (a Message); "" where there is nothing to say."""

    order: AttrsInstance
    reason: str = ""


@runtime_checkable
class Thinks(Protocol):
    """A game whose player knows levels and tells its reasons."""

    def think(self, state: object, side: Side, secrets: Secrets, salt: int, level: str) -> Advice:
        """What ``advise`` gives, at a level of :data:`LEVELS`. Pure."""


def think(
    rules: Ruleset[object], state: object, side: Side, secrets: Secrets, salt: int, level: str = SOUND
) -> Advice:
    """What the game's own player orders; without reason and at its one level where it knows no more."""
    if isinstance(rules, Thinks):
        return rules.think(state, side, secrets, salt, level)
    return Advice(order=rules.advise(state, side, secrets, salt))
