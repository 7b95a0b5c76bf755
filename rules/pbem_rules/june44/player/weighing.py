"""What a position of June '44 is worth to a side.

The weights are what 162 games between equal players made likely: by so much a city, a fort, or the nearness of either side
to the cities of the other moved the points at the end. They are this player's and nobody's chart.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.june44.model import ALLIED, GERMAN, Unit
from pbem_rules.june44.player.scene import ways
from pbem_rules.june44.player.sense import Sense
from pbem_rules.june44.rules import victory
from pbem_rules.june44.rules.lookup import defence_at, face, fort_at, is_artillery
from pbem_rules.shared.player.game import FAR

WEIGHTS: Mapping[str, int] = {
    "points": 120,
    "forts": 20,
    "beach defences": 35,
    "strength": 2,
    "allied nearness": 65,
    "german nearness": 40,
}
"""What one of each is worth, in hundredths of a point of victory."""


def terms(sense: Sense) -> Mapping[str, float]:
    """The points as they stand, works that still stand, the strength of both sides, and how near each is to the cities of
    the other."""
    ground = sense.data.ground
    seen = {
        side: sense if side == sense.side else Sense(data=sense.data, state=sense.state, side=side)
        for side in (ALLIED, GERMAN)
    }
    found = {
        "points": victory.points(sense),
        "forts": -sum(fort_at(sense, where) > 0 for where in ground.forts),
        "beach defences": -sum(defence_at(sense, where) is not None for where in ground.beaches),
        "strength": sum(
            (1 if side == ALLIED else -1) * _worth(sense, unit)
            for side, stacks in sense.stacks.items()
            for stack in stacks.values()
            for unit in stack
        ),
        "allied nearness": _near(seen[ALLIED]),
        "german nearness": -_near(seen[GERMAN]),
    }
    return found if sense.side == ALLIED else {name: -value for name, value in found.items()}


def _worth(sense: Sense, unit: Unit) -> int:
    up = face(sense.data, unit)
    return up.attack + up.defence


def _near(sense: Sense) -> float:
    """How near the fighting units of a side are to each city that it does not hold."""
    line = [
        where
        for where, units in sense.stacks[sense.side].items()
        if any(not is_artillery(sense.data, unit) for unit in units)
    ]
    total = 0.0
    for city, points in sense.cities.items():
        if not sense.ours(city):
            road = ways(sense.data, city)
            total += 5 * points / (4 + min((road.get(at, FAR) for at in line), default=FAR))
    return total
