"""How the demonstration player moves: each unit once, to the best hex it can reach."""

from __future__ import annotations

from attrs import AttrsInstance

from pbem_rules.june44.rules import stacking
from pbem_rules.june44.rules.combat.lose import Lose, removals
from pbem_rules.june44.rules.lookup import face, on_map
from pbem_rules.june44.rules.movement.move import MOVE, Move, Mover, paths
from pbem_rules.june44.rules.sequence import Done
from tests.former.june44.goals import Goals, movable
from tests.former.june44.sense import Sense

_BETTER = 2
"""By how much a hex must be better than staying."""


def move(sense: Sense) -> AttrsInstance:
    """The next move of the phase; the phase is ended when nobody has a better place to go to."""
    goals = Goals(sense=sense)
    for unit in movable(sense):
        ways = paths(Mover.of(sense, unit))
        if not ways:
            continue
        scores = {where: goals.score(unit, where) for where in sorted(ways)}
        best = max(sorted(scores), key=lambda where: scores[where])
        if on_map(unit) and scores[best] < goals.score(unit, unit.where) + _BETTER:
            continue
        if not on_map(unit) and stacking.over(sense, best, (unit.id,)):
            continue
        order = Move(unit=unit.id, path=ways[best])
        if not MOVE.verdict(sense, order):
            return order
    return min(removals(sense), key=lambda order: (_worth(sense, order), order.units), default=Done())


def _worth(sense: Sense, order: Lose) -> int:
    """Of units that are too many the least goes."""
    now = face(sense.data, sense.board[order.units[0]])
    return now.attack + now.defence
