"""What a roll was worth: steps and retreats that an attack brings, and whether a gun hits."""

from __future__ import annotations

from pbem.port.game import Outcome
from pbem.port.insight import Weighed
from pbem.port.messages import Message
from pbem_rules.normandy.rules.combat.results import TOKEN
from pbem_rules.normandy.rules.view import View

_STEP, _BACK = 10, 5


def weigh(view: View, outcome: Outcome) -> Weighed | None:
    """Every face that an attack, or a gun alone, could have shown; None for other rolls. ``view`` is before the roll."""
    sides = view.data.charts.combat.die
    if outcome.side is None or len(outcome.faces) != 1:
        return None
    shift = sum(each.value for each in outcome.reasons)
    faces = range(1, sides + 1)
    if outcome.kind == "fire":
        worths = tuple(_STEP if face <= shift else 0 for face in faces)
    elif outcome.kind == "combat" and isinstance(outcome.text, Message):
        chart = view.data.charts.combat
        odds = outcome.text.arguments.get("odds")
        column = next((each for each in chart.columns if each.odds == odds), None)
        if column is None:
            return None
        tokens = [column.results[face + shift - chart.first] for face in faces]
        worths = tuple(_worth(view, each, outcome.hexes[0], outcome.side) for each in tokens)
    else:
        return None
    came, attack = outcome.faces[0] - 1, outcome.kind == "combat"
    return Weighed(side=outcome.side, worths=worths, came=came, attack=attack)


def _worth(view: View, said: str, target: str, side: str) -> int:
    """A result of the table; a retreat counts half a step, elimination all that the defenders have."""
    if said == "DE":
        return _STEP * sum(view.steps(name) for name in view.units_of(view.enemy(side), target))
    found = TOKEN.fullmatch(said)
    if found is None:  # EX: a step each
        return 0
    worth = _STEP * int(found[2] or 0) + _BACK * bool(found[3])
    return worth if found[1] == "D" else -worth
