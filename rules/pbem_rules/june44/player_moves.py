"""How the demonstration player moves: each unit once, to the best hex it can reach."""

from __future__ import annotations

from attrs import AttrsInstance

from pbem_rules.june44 import movement, stacking
from pbem_rules.june44.lookup import face, on_map
from pbem_rules.june44.model import State
from pbem_rules.june44.orders import Done, Lose, Move
from pbem_rules.june44.player_goals import Goals, movable
from pbem_rules.june44.player_sense import Sense
from pbem_rules.june44.printed import Data

_BETTER = 2
"""By how much a hex must be better than staying."""


def move(data: Data, state: State, side: str, salt: int) -> AttrsInstance:
    """The next move of the phase; the phase is ended when nobody has a better place to go to."""
    sense = Sense(data=data, state=state, side=side)
    goals = Goals(sense=sense, salt=salt)
    for unit in movable(sense):
        ways = movement.paths(movement.Mover.of(data, state, unit))
        if not ways:
            continue
        scores = {where: goals.score(unit, where) for where in sorted(ways)}
        best = max(sorted(scores), key=lambda where: scores[where])
        if on_map(unit) and scores[best] < goals.score(unit, unit.where) + _BETTER:
            continue
        if not on_map(unit) and stacking.over(data, state, best, (unit.id,)):
            continue
        order = Move(unit=unit.id, path=ways[best])
        if not movement.check(data, state, side, order):
            return order
    return _end(data, state, side)


def _end(data: Data, state: State, side: str) -> AttrsInstance:
    """The end of the phase, after the least of those that are too many has gone."""
    too_many = stacking.removals(data, state, side)
    if not too_many:
        return Done()
    return min(too_many, key=lambda order: (_worth(data, state, order), order.units))


def _worth(data: Data, state: State, order: Lose) -> int:
    now = face(data, state.board[order.units[0]])
    return now.attack + now.defence
