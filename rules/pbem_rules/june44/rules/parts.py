"""The kinds of orders of June '44 in the order in which people see them, and what the protocol tells it."""

from __future__ import annotations

from pbem_rules.june44.rules.air import AIR, BOMBARD, CONTEST, FLY
from pbem_rules.june44.rules.arrivals.combining import COMBINE
from pbem_rules.june44.rules.arrivals.reinforcements import LAND
from pbem_rules.june44.rules.arrivals.replacements import REPLACE
from pbem_rules.june44.rules.cards.course import CARD
from pbem_rules.june44.rules.cards.hands import EVENTS
from pbem_rules.june44.rules.cards.orders import DISCARD, PLAY
from pbem_rules.june44.rules.combat.advance import ADVANCE
from pbem_rules.june44.rules.combat.attack import ATTACK
from pbem_rules.june44.rules.combat.course import ROLL
from pbem_rules.june44.rules.combat.defend import DEFEND
from pbem_rules.june44.rules.combat.lose import LOSE
from pbem_rules.june44.rules.invasion import BEACHES, DEFENCES, DROP
from pbem_rules.june44.rules.movement.move import MOVE
from pbem_rules.june44.rules.sequence import DONE
from pbem_rules.june44.rules.weather import SUPPLY, WEATHER

KINDS = (
    BEACHES,
    REPLACE,
    LAND,
    PLAY,
    DISCARD,
    FLY,
    BOMBARD,
    CONTEST,
    COMBINE,
    MOVE,
    ATTACK,
    DEFEND,
    LOSE,
    ADVANCE,
    DONE,
)
LABELS = (DEFENCES, EVENTS, DROP, WEATHER, SUPPLY, CARD, AIR, ROLL)
