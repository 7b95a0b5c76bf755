"""Facts of a position that standing orders ask for."""

from __future__ import annotations

from pbem_rules.june6.model import ALLIED, Combat, State
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat.odds import attack_strength, beach_strength, defence_strength
from pbem_rules.june6.rules.combat.results import alive
from pbem_rules.june6.standing.sheet import odds_of


def at_least(data: Data, state: State, combat: Combat, odds: str) -> bool:
    """Whether a combat is fought at these odds or better for the attacker, terrain apart."""
    attack = attack_strength(data, alive(state, combat.attackers))
    strength = beach_strength(data, state, combat.target)[0] if combat.side != ALLIED else 0
    against = defence_strength(data, alive(state, combat.defenders)) + strength
    high, low = odds_of(odds)
    return attack * low >= against * high
