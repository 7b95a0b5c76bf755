"""The kinds of orders of the game in the order in which people see them, and what the protocol tells it."""

from __future__ import annotations

from pbem_rules.darkdecember.rules.combat import parts as combat
from pbem_rules.darkdecember.rules.commanders import WITHDRAW
from pbem_rules.darkdecember.rules.movement.bridging import BRIDGE
from pbem_rules.darkdecember.rules.movement.columns import COLUMN, DEPLOY
from pbem_rules.darkdecember.rules.movement.entries import ENTER
from pbem_rules.darkdecember.rules.movement.infiltration import INFILTRATE, INFILTRATION
from pbem_rules.darkdecember.rules.movement.keeping_out import HOLD
from pbem_rules.darkdecember.rules.movement.leaving import LEAVE
from pbem_rules.darkdecember.rules.movement.move import MOVE
from pbem_rules.darkdecember.rules.movement.reserves import RESERVE
from pbem_rules.darkdecember.rules.movement.restricted import RELEASE
from pbem_rules.darkdecember.rules.opening.calls import CALL
from pbem_rules.darkdecember.rules.opening.dice import OPTIONAL, SURRENDER, WEATHER
from pbem_rules.darkdecember.rules.opening.drop import DROP, LANDING
from pbem_rules.darkdecember.rules.opening.fuel import FUEL, SPARE, STARVE
from pbem_rules.darkdecember.rules.opening.replacements import REPLACE
from pbem_rules.darkdecember.rules.sequence import DONE
from pbem_rules.darkdecember.rules.setup import PLACE
from pbem_rules.darkdecember.rules.works.demolition import BLOW, DEMOLITION
from pbem_rules.darkdecember.rules.works.forts import FORTIFY

KINDS = (
    PLACE,
    DROP,
    SPARE,
    STARVE,
    REPLACE,
    CALL,
    RELEASE,
    COLUMN,
    DEPLOY,
    RESERVE,
    MOVE,
    INFILTRATE,
    ENTER,
    HOLD,
    LEAVE,
    BRIDGE,
    *combat.KINDS,
    BLOW,
    FORTIFY,
    WITHDRAW,
    DONE,
)
LABELS = (combat.COMBAT, WEATHER, SURRENDER, OPTIONAL, FUEL, LANDING, INFILTRATION, DEMOLITION)
