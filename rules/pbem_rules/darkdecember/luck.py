"""What a roll was worth: steps and hexes that a combat takes from the other side, less those that it costs."""

from __future__ import annotations

from itertools import product

from pbem.port.game import Outcome
from pbem.port.insight import Weighed
from pbem_rules.darkdecember.model import Battle
from pbem_rules.darkdecember.printed.data import Result
from pbem_rules.darkdecember.rules.combat.results import DICE, row_of, struck
from pbem_rules.darkdecember.rules.view import Position

_STEP, _HEX = 10, 5


def weigh(position: Position, outcome: Outcome) -> Weighed | None:
    """Every way in which the two dice of a combat could have fallen, as the attacker sees it; None for other rolls.

    ``position`` is the one before the roll. A hex that goes back for each level counts half a step: it is that, or a step.
    """
    battle = position.state.battle
    if outcome.kind != "combat" or outcome.side is None or battle is None:
        return None
    ways = list(product(*(range(die.low, die.low + die.sides) for die in DICE)))
    rows = position.data.charts.combat.rows
    found = [rows[row_of(position, battle, faces)].results[battle.column] for faces in ways]
    worths = tuple(_worth(battle, each) for each in found)
    came = ways.index(outcome.faces)
    return Weighed(side=outcome.side, worths=worths, came=came, attack=battle.depth == 0)


def _worth(battle: Battle, found: Result) -> int:
    worth = _STEP * (found.defender_steps - found.attacker_steps)
    for each in struck(battle, found):
        worth += _HEX * (each.effect if each.side != battle.side else -each.effect)
    return worth
