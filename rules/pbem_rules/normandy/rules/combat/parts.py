"""What the combat rooms give the game."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem_rules.normandy.rules.combat import course
from pbem_rules.normandy.rules.combat.advances import ADVANCE
from pbem_rules.normandy.rules.combat.alone import FIRE, FIRE_BACK
from pbem_rules.normandy.rules.combat.attack import ATTACK
from pbem_rules.normandy.rules.combat.fight import CALL_OFF, FIGHT
from pbem_rules.normandy.rules.combat.losses import LOSE
from pbem_rules.normandy.rules.combat.procedure import (
    COMBAT,
    FIRED,
    PROCEDURE,
    closes,
    no_more,
    owed,
    under_way,
)
from pbem_rules.normandy.rules.combat.retreats import RETREAT, STAND
from pbem_rules.normandy.rules.combat.support import SUPPORT
from pbem_rules.normandy.rules.view import Position

__all__ = ["KINDS", "LABELS", "PROCEDURE", "closes", "facts", "no_more", "owed", "under_way"]

KINDS = (ATTACK, FIRE, CALL_OFF, FIGHT, SUPPORT, FIRE_BACK, LOSE, RETREAT, STAND, ADVANCE)
LABELS = (COMBAT, FIRED)


def facts(at: Position) -> Mapping[str, Json]:
    """What a case file may expect of the last attack, besides its roll."""
    return {"combat.odds": course.battle(at).odds}
