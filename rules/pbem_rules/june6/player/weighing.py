"""What a position of June 6 is worth to a side.

The weights are what 176 games of the landings between two equal players made likely: by so much a point held, a step, a unit
in Disorder or the nearness of the Germans moved the score at the end. They are this player's and nobody's chart.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.june6.model import ALLIED, GERMAN
from pbem_rules.june6.player.ground import FAR, roads
from pbem_rules.june6.player.sense import Mind
from pbem_rules.june6.rules import victory
from pbem_rules.june6.rules.lookup import on_map

_SHAKEN, _BROKEN = 1, 2
WEIGHTS: Mapping[str, int] = {
    "score": 33,
    "allied steps": 8,
    "german steps": 27,
    "shaken": 15,
    "broken": 50,
    "german nearness": 30,
}
"""What one of each is worth, in hundredths of a point of victory."""


def terms(mind: Mind) -> Mapping[str, float]:
    """The score as it stands, the steps and the order of both sides, and how near Germans are to what they want."""
    german = mind if mind.side == GERMAN else Mind.of(mind.data, mind.state, GERMAN, mind.salt)
    found = dict.fromkeys(WEIGHTS, 0.0)
    found["score"] = sum(term.value for term in victory.score(mind))
    found["german nearness"] = -_near(german)
    for unit in mind.state.board.pieces.values():
        if on_map(mind.data, unit):
            kind = mind.data.unit(unit.id)
            sign = 1 if kind.side == ALLIED else -1
            found[f"{kind.side} steps"] += sign * (2 if kind.reduced is not None and not unit.reduced else 1)
            found["shaken"] -= sign * (unit.disorder == _SHAKEN)
            found["broken"] -= sign * (unit.disorder >= _BROKEN)
    return found if mind.side == ALLIED else {name: -value for name, value in found.items()}


def _near(mind: Mind) -> float:
    """How near the fighting units of a side are to each place worth having, as ``Mind.pull`` has it."""
    total = 0.0
    for goal, worth in mind.worth.items():
        way = roads(mind.data, goal)
        total += worth * 5 / (4 + min((way.get(at, FAR) for at in mind.fighters), default=FAR))
    return total
