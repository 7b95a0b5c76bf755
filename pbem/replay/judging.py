"""The game's rules judge an action: an order, or what the table has settled (dice, a value sealed or shown, cards)."""

from __future__ import annotations

from typing import TypeVar

from attrs import AttrsInstance

from pbem.bytes.errors import IllegalOrder
from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Ruleset
from pbem.replay.table import Position

S = TypeVar("S")


def judge(
    rules: Ruleset[S], position: Position[S], side: str, action: AttrsInstance
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """The position after ``action`` of ``side``, and what came of it. Raises IllegalOrder with every violation."""
    violations = tuple(rules.check(position.game, side, action))
    if violations:
        raise IllegalOrder(violations)
    result = rules.apply(position.game, side, action)
    return evolve(position, game=result.state), result.outcomes
