"""The kinds of orders of the game in the order in which people see them, and what the protocol tells it."""

from __future__ import annotations

from pbem_rules.june6.rules import turns, weather
from pbem_rules.june6.rules.air_and_sea import barrage, bombardment, dropping, missions
from pbem_rules.june6.rules.arrivals import entering, joining, restoring
from pbem_rules.june6.rules.combat import (
    advance,
    announcing,
    attack,
    counterattack,
    defence,
    drawn_modes,
    halt,
    mode,
    procedure,
    retreat,
    suffer,
)
from pbem_rules.june6.rules.engineers import bridges
from pbem_rules.june6.rules.markers import activating, attrition, drawing, logistics, reduce, release
from pbem_rules.june6.rules.movement import breaking, move, rallying, refitting

KINDS = (
    logistics.BUY,
    entering.ENTER_BY,
    drawing.CLAIM,
    drawing.WAIVE,
    activating.ACTIVATE,
    turns.GO_FIRST,
    move.ASSIGN,
    move.MOVE,
    move.STRATEGIC,
    rallying.RALLY,
    activating.FIGHT,
    turns.DONE,
    attack.ATTACK,
    mode.MODE,
    defence.DEFEND,
    suffer.SUFFER_LOSS,
    retreat.RETREAT,
    advance.ADVANCE,
    halt.HALT,
    release.FORCE,
    release.WAIT,
    reduce.REDUCE,
    refitting.REFIT,
    restoring.RESTORE,
    joining.JOIN,
    counterattack.COUNTERATTACK,
    announcing.ANNOUNCE,
    drawn_modes.LEAN,
    missions.BOMBARD,
    missions.INTERDICT,
    barrage.BARRAGE,
    bridges.DEMOLISH,
    bridges.BUILD,
    breaking.BREAK_DOWN,
)
LABELS = (
    dropping.DROP_ROLL,
    weather.WEATHER_ROLL,
    weather.INITIATIVE_ROLL,
    turns.RESOURCE_ROLL,
    drawing.CUP,
    drawing.DRAW,
    release.RELEASE_ROLL,
    attrition.ATTRITION_ROLL,
    bridges.DEMOLITION_ROLL,
    bombardment.BOMBARDMENT_ROLL,
    bombardment.BARRAGE_ROLL,
    mode.MODE_SEAL,
    procedure.COMBAT_ROLL,
    procedure.AMBUSH_ROLL,
    turns.SURRENDER_ROLL,
)
