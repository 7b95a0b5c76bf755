"""What a position of Pegasus Bridge is worth to the British side.

The weights are what 283 games of this player made likely: by so much a point scored, a strength point or a tank moved the
score at the end. They are this player's and nobody's chart.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.pegasus.model import BRITISH, GERMAN
from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.player.goals import frail
from pbem_rules.pegasus.rules.victory import score

WEIGHTS: Mapping[str, int] = {
    "points": 47,
    "british strength": 20,
    "german strength": 25,
    "tanks": 190,
    "suppressed": 20,
    "frail": 40,
}
"""What one of each is worth, in hundredths of a point of victory."""


def terms(view: View) -> Mapping[str, int]:
    """The points for victory as they stand (25.1), the strength of both sides, tanks, who is suppressed and who is frail."""
    ours, theirs = tuple(view.on_map(BRITISH)), tuple(view.on_map(GERMAN))
    return {
        "points": sum(each.value for each in score(view)),
        "british strength": sum(unit.strength for unit in ours),
        "german strength": -sum(unit.strength for unit in theirs),
        "tanks": -sum(unit.kind == "tank" for unit in theirs),
        "suppressed": -sum(unit.suppressed for unit in ours),
        "frail": -sum(map(frail, ours)),
    }
