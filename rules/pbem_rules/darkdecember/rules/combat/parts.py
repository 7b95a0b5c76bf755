"""The parts of combat that the game is made of, and what cases may ask of a combat."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem_rules.darkdecember.rules.combat.advances import ADVANCE
from pbem_rules.darkdecember.rules.combat.all_out import ALL_OUT
from pbem_rules.darkdecember.rules.combat.attack import ATTACK
from pbem_rules.darkdecember.rules.combat.counterattack import COUNTER
from pbem_rules.darkdecember.rules.combat.course import result
from pbem_rules.darkdecember.rules.combat.losses import LOSE
from pbem_rules.darkdecember.rules.combat.lowering import LOWER, WAIVE
from pbem_rules.darkdecember.rules.combat.odds import ratio
from pbem_rules.darkdecember.rules.combat.procedure import PROCEDURE, no_more
from pbem_rules.darkdecember.rules.combat.responses import RESPOND
from pbem_rules.darkdecember.rules.combat.results import COMBAT
from pbem_rules.darkdecember.rules.view import View

KINDS = (ATTACK, LOWER, WAIVE, COUNTER, LOSE, RESPOND, ADVANCE, ALL_OUT)


def facts(view: View) -> dict[str, Json]:
    """``combat.side``, ``.attack``, ``.defence``, ``.column``, ``.result``, ``.depth``, ``.level.HEX``."""
    battle = view.state.battle
    if battle is None:
        return {}
    return {
        "combat.side": battle.side,
        "combat.attack": battle.attack,
        "combat.defence": battle.defence,
        "combat.column": ratio(view, battle.column),
        "combat.result": str(result(view)) if battle.row >= 0 else "",
        "combat.depth": battle.depth,
        **{f"combat.level.{each.hex}": each.level for each in battle.levels},
    }


__all__ = ["COMBAT", "KINDS", "PROCEDURE", "facts", "no_more"]
