"""The commented sheet of standing orders that a player fills in: as it stands it hands everything back."""

from __future__ import annotations

from pbem_rules.june6.model import ALLIED, GERMAN, State
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.lookup import on_map, units_of
from pbem_rules.june6.rules.markers.cup import markers_of
from pbem_rules.june6.standing.answers import steps_lost
from pbem_rules.june6.standing.attacks import name_of

_HEAD = """# Standing orders of the {side} side in June 6, from turn {turn}.
# What you leave out, and what you call "ask", comes to you as before. Try: pbem standing check THIS-FILE
# Where units are listed you may name a formation or a type of unit, where hexes are listed a place on the map.

[modes]                        # 12.41, when your units are attacked
default = "ask"                # stand, retreat or ask
hexes = {{}}                     # for a hex: {{{hex} = "retreat"}}
units = {{}}                     # for a unit, before its hex: {{"{unit}" = "stand"}}; a formation or a type of unit too
#odds = {{"4:1" = "retreat"}}    # for an attack at these odds or better
#isolated = "stand"            # for units that are isolated
#reduced = "retreat"           # for units one of which is reduced
#terrain = {{woods = "stand"}}   # for the terrain of the hex

[support]                      # in defence only
artillery = "none"             # "all", "none", or the points at most (16.21)
"""

_ALLIED = """air = 0                        # markers at most in a combat (17.31)
naval = 0
keep_air = 0                   # and so many are never used
keep_naval = 0
"""

_LOSSES = """
[losses]                       # 13.71, who takes a loss
first = []                     # these first, in this order: ["{unit}"]
last = []                      # and these last
rule = "ask"                   # the others: weakest, strongest or ask

[retreat]                      # 13.31
rule = "ask"                   # safest (out of zones of control) or ask
toward = []                    # hexes to fall back on: ["{hex}"]
avoid = []                     # hexes to keep out of

[rout]                         # 13.61, when an attacker is routed
policy = "ask"                 # never follow and attack, or ask
"""

_GERMAN = """
[counterattack]                # 14.12
policy = "ask"                 # never, odds or ask
odds = "2:1"                   # at least these, terrain apart
mode = "ask"                   # assault, probe or ask

[storm]                        # 4.23b, Free Operations kept aside
claim = "ask"                  # never, always or ask
"""

_RELEASE = """
[release]                      # 10.33, a formation that is not released
{key} = "ask"                  # {words} or ask
"""

_ATTACKS = """
[activation]                   # 12.21, this activation's attacks declared together: they follow one another without you
id = "{activation}"
done = false                   # true: and then it is over
#[[attacks]]                   # once for each, in their order
#target = "HEX"
#units = ["{unit}"]
#artillery = []                # ["HQ:1"]
#mode = "probe"                # assault, probe or ask
#advance = []                  # who enters the hex if he may; nobody else does
"""

_REST = """
[initiative]
order = "ask"                  # 3.7: first, second or ask
marker = []                    # 4.21, kept out of the cup: the first of these that you have

[purchase]                     # 5.11, bought in this order as far as points go
markers = []                   # of {markers}

[hand_back]                    # when one of these holds, everything comes to you; [losses.hand_back] is for losses alone
units = []                     # one of these is attacked
#odds = "4:1"                  # a combat at these odds or better for the attacker
hexes = []                     # the enemy is in one of these
#losses = {more}                    # more steps lost than these; now: {lost}
#turn = {next}                       # this turn is reached
"""


def template(data: Data, state: State, side: str) -> str:
    """The sheet of a side, with names of its own for examples."""
    unit = next((each for each in units_of(data, state, side) if on_map(data, each)), None)
    lost = steps_lost(data, state, side)
    words = {
        "side": side.capitalize(),
        "turn": state.turn,
        "unit": unit.id if unit is not None else "UNIT",
        "hex": unit.where if unit is not None else "HEX",
        "markers": ", ".join(markers_of(data, side)),
        "key": "failed" if side == GERMAN else "enemy",
        "words": "force, wait" if side == GERMAN else "weakest, strongest",
        "lost": lost,
        "activation": name_of(state),
        "more": lost + 10,
        "next": state.turn + 1,
    }
    own = _ALLIED if side == ALLIED else ""
    german = _GERMAN if side == GERMAN else ""
    attacks = _ATTACKS if words["activation"] else ""
    return (_HEAD + own + _LOSSES + german + _RELEASE + _REST + attacks).format(**words)
