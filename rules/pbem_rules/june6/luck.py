"""What a combat or bombardment roll was worth, for the luck of an audit. The scale is ours: tenths of a step lost."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.port.game import Outcome
from pbem.port.insight import Weighed
from pbem_rules.june6.printed.data import Cell, Data
from pbem_rules.june6.rules.combat.flow import read_mode
from pbem_rules.june6.rules.combat.losses import DIS1, DIS2, RED
from pbem_rules.june6.rules.combat.results import cell
from pbem_rules.june6.rules.weather import D10

_EFFECTS = {DIS1: 3, DIS2: 6, RED: 10}
_LETTERS = {"A": 3, "B": 2, "C": 2, "D": 1, "E": 1, "F": 1}
_RETREAT, _ADVANCE, _BREAKTHROUGH, _ROUT = 3, 2, 8, 8


def weigh(data: Data, outcome: Outcome) -> Weighed | None:
    """The ten results that a roll could have had, as the attacker sees them; None for any other outcome."""
    if outcome.side is None or outcome.total is None or len(outcome.faces) != 1:
        return None
    face = outcome.faces[0]
    totals = [low + outcome.total - face for low in range(D10.low, D10.low + D10.sides)]
    if outcome.kind == "combat":
        mode, defence = read_mode(outcome)
        worths = tuple(_cell(cell(data, mode, defence, total)) for total in totals)
    elif outcome.kind == "bombarded" and outcome.units:
        worths = tuple(_losses(data.charts.bombing.results[total]) for total in totals)
    else:
        return None
    return Weighed(side=outcome.side, worths=worths, came=face - D10.low, attack=outcome.kind == "combat")


def _cell(found: Cell) -> int:
    ground = _RETREAT * found.retreat + (
        _BREAKTHROUGH if found.breakthrough else _ADVANCE if found.advance else 0
    )
    return _losses(found.defender) - _losses(found.attacker) + ground - (_ROUT if found.rout else 0)


def _losses(parts: Iterable[tuple[str, str]]) -> int:
    """How many units a letter reaches is taken as three for all, two for all but one."""
    return sum(_LETTERS.get(letter, 1) * _EFFECTS.get(effect, 1) for letter, effect in parts)
