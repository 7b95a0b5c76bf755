"""How the player moves: each unit once, to the best hex it can reach."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.port.player import Advice
from pbem_rules.june44.model import State
from pbem_rules.june44.player.assessment import Sense
from pbem_rules.june44.player.goals import Goals, movable
from pbem_rules.june44.rules import stacking
from pbem_rules.june44.rules.lookup import on_map
from pbem_rules.june44.rules.movement.move import Move, Mover, paths
from pbem_rules.shared.player.moves import why
from pbem_rules.shared.player.order_choice import Decision
from pbem_rules.shared.player.sectors import assigned

_BETTER = 2
"""By how much a hex must be better than staying."""


def desk(case: Decision[State, Sense]) -> Iterator[Advice]:
    """The next move of the phase, if anybody has a better place to go to."""
    sense = case.field
    goals, about = Goals(sense=sense), assigned(sense)
    for unit in movable(sense):
        ways = paths(Mover.of(sense, unit))
        scores = {where: goals.score(unit, where) for where in sorted(ways)}
        best = max(scores, key=lambda where: scores[where], default="")
        if not best:
            continue
        if on_map(unit) and scores[best] < goals.score(unit, unit.where) + _BETTER:
            continue
        if not on_map(unit) and stacking.stacking_violations(sense, best, (unit.id,)):
            continue
        piece = sense.piece(unit)
        yield Advice(
            order=Move(unit=unit.id, path=ways[best]), reason=why(sense, about.get(piece.group), piece, best)
        )
