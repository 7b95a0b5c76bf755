"""Fog of war (O7.0)."""

from __future__ import annotations

from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import ENDED
from pbem_rules.darkdecember.rules.view import Position


@BOOK.rule("O7.0")
def hidden(position: Position, name: str, side: str) -> bool:
    """Whether a side may not look at a unit: the other's, and not in a battle that is under way."""
    if not position.chosen("fog") or position.is_leader(name) or position.side_of(name) == side:
        return False
    battle = position.state.battle
    return battle is None or battle.stage == ENDED or name not in (*battle.attackers, *battle.defenders)
