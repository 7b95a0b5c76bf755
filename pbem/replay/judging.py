"""The game's rules judge an action: an order, or what the table has settled (dice, a value sealed or shown, cards)."""

from __future__ import annotations

from typing import TypeVar

from attrs import AttrsInstance

from pbem.bytes.values import evolve
from pbem.games import boundary
from pbem.port.game import Outcome, Ruleset, Shown
from pbem.replay.table import Position

S = TypeVar("S")


def judge(
    rules: Ruleset[S], position: Position[S], side: str, action: AttrsInstance
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """The position after ``action`` of ``side``, and what came of it.

    Raises IllegalOrder with every violation, and GameFault where the game fails over what nobody chose: faces, or the card
    that lies in a slot.
    """
    forced = isinstance(action, Shown) and action.at in position.table.decks
    result = boundary.apply(rules, position.game, side, action, forced=forced)
    return evolve(position, game=result.state), result.outcomes
