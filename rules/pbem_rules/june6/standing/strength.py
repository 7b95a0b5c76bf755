"""Strength and steps as conditions of lines count them."""

from __future__ import annotations

from collections.abc import Iterable

from pbem_rules.june6.model import ALLIED, Combat, View
from pbem_rules.june6.rules.combat.odds import attack_strength, beach_strength, column, defence_strength
from pbem_rules.june6.rules.combat.results import alive
from pbem_rules.june6.rules.lookup import enemy_of, side_of
from pbem_rules.shared.standing import odds_of


def steps(view: View, ids: Iterable[str]) -> int:
    """The steps that some units still have."""
    units = (view.state.board[name] for name in ids if name in view.state.board)
    return sum(1 if unit.reduced or view.data.unit(unit.id).reduced is None else 2 for unit in units)


def steps_lost(view: View) -> int:
    """The steps of a side that are gone: of units that are not on the board any more, and of reduced ones."""
    data, state, side = view.data, view.state, view.side
    gone = {name for name in state.lost if name not in state.board and data.unit(name).side == side}
    reduced_now = sum(unit.reduced for unit in state.board if data.unit(unit.id).side == side)
    return reduced_now + sum(1 if data.unit(name).reduced is None else 2 for name in gone)


def at_least(view: View, combat: Combat, said: str) -> bool:
    """Whether a combat is fought at these odds or better for the attacker, terrain apart."""
    data, state = view.data, view.state
    attack = attack_strength(data, alive(state, combat.attackers))
    strength = beach_strength(view, combat.target)[0] if combat.side != ALLIED else 0
    against = defence_strength(data, alive(state, combat.defenders)) + strength
    high, low = odds_of(said)
    return attack * low >= against * high


def column_of(view: View, target: str, ids: Iterable[str]) -> str:
    """The odds of an attack as the chart names them, terrain apart (12.51)."""
    attack = attack_strength(view.data, alive(view.state, tuple(ids)))
    enemy = enemy_of(view.side)
    stack = (unit for unit in view.state.board.stack(target) if side_of(view.data, unit.id) == enemy)
    beach = beach_strength(view, target)[0] if view.side != ALLIED else 0
    high, low, _ = column(view.data, attack, defence_strength(view.data, tuple(stack)) + beach)
    return f"{high}:{low}"
