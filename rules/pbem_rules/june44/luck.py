"""What a combat roll was worth, for the luck of an audit, in tenths of a step; and what a sealed beach may hold."""

from __future__ import annotations

from itertools import product

from pbem.port.game import Outcome
from pbem.port.insight import Weighed
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.rules.combat.course import TEN, hits_of

_STEP = 10


def weigh(data: Data, outcome: Outcome) -> Weighed | None:
    """Every way in which the dice of a combat could have fallen, as the attacker sees it; None for any other outcome.

    With one die for both columns (16.3) there are ten ways, else a hundred: the attacker's die, then the defender's. A
    step that nobody was left to lose counts as well: the dice were as good.
    """
    if outcome.kind != "combat" or outcome.side is None or outcome.total is None:
        return None
    faces = range(TEN.low, TEN.low + TEN.sides)
    ways = list(product(faces, repeat=len(outcome.faces)))
    worths = tuple(
        _STEP * (hits_of(data, outcome.total, way[0]) - hits_of(data, -outcome.total, way[-1]))
        for way in ways
    )
    return Weighed(side=outcome.side, worths=worths, came=ways.index(outcome.faces))


def allowed(data: Data, scenario: str, at: str) -> tuple[int, ...]:
    """The strengths that may be sealed for a beach."""
    found = data.scenarios.get(scenario)
    return tuple(sorted(set(found.defences))) if found is not None and at == "beaches" else ()
