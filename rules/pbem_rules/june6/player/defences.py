"""The German player's decisions of his defence: Detachments, and the step that the march by day costs."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem_rules.june6.player.assessment import Mind, value
from pbem_rules.june6.rules.markers import attrition
from pbem_rules.june6.rules.markers.reduce import Reduce
from pbem_rules.june6.rules.movement import breaking
from pbem_rules.june6.rules.movement.breaking import BreakDown

_FEW_DETACHMENTS = 4  # no more are formed once so few counters are left
_STRONG = 5
_WORTH_HOLDING = 1.0
_THREATENED = 8


def attrition_orders(mind: Mind) -> Iterator[AttrsInstance]:
    """The step lost on the road comes from the unit that is worth least, headquarters last."""
    units = [mind.state.board[name] for name in attrition.candidates(mind)]
    for unit in sorted(units, key=lambda unit: (mind.data.unit(unit.id).hq, value(mind.data, unit), unit.id)):
        yield Reduce(unit=unit.id)


def break_down(mind: Mind) -> Iterator[BreakDown]:
    """A strong unit leaves a Detachment in an empty place worth having next to it, where the enemy is near; two at most."""
    data, board = mind.data, mind.state.board
    if len(breaking.counters(mind)) <= _FEW_DETACHMENTS:
        return
    for unit in breaking.fit(mind):
        if data.unit(unit.id).full.cs < _STRONG or mind.foe_distance(unit.where) <= 1:
            continue
        for where in data.ground.grid.adjacent[unit.where]:
            near = mind.foe_distance(where)
            if mind.worth.get(where, 0.0) >= _WORTH_HOLDING and not board.at(where) and near <= _THREATENED:
                yield BreakDown(unit=unit.id, hexes=(where,))
