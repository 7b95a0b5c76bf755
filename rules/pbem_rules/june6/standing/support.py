"""Standing orders for what stays hidden until the die is asked for: modes and support in defence, purchases."""

from __future__ import annotations

from fractions import Fraction

from pbem.port.game import Secrets
from pbem.port.messages import Message
from pbem_rules.june6.model import ALLIED, Combat, View
from pbem_rules.june6.rules.combat import support
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.combat.modifiers import RETREAT, STAND
from pbem_rules.june6.rules.combat.odds import attack_strength, beach_strength, defence_strength
from pbem_rules.june6.rules.combat.results import alive
from pbem_rules.june6.rules.markers.cup import cup_of, wrong_marker
from pbem_rules.june6.rules.markers.logistics import Buy, firsts
from pbem_rules.june6.standing.form import ASK, odds_of
from pbem_rules.shared.standing_sheet import Found, Sheet

_MODES, _SUPPORT = "modes", "support"
_OTHER = {STAND: RETREAT, RETREAT: STAND}


def at_least(view: View, combat: Combat, odds: str) -> bool:
    """Whether a combat is fought at these odds or better for the attacker, terrain apart."""
    data, state = view.data, view.state
    attack = attack_strength(data, alive(state, combat.attackers))
    strength = beach_strength(view, combat.target)[0] if combat.side != ALLIED else 0
    against = defence_strength(data, alive(state, combat.defenders)) + strength
    high, low = odds_of(odds)
    return attack * low >= against * high


def _mode(view: View, sheet: Sheet, combat: Combat) -> str:
    """Of the first unit by name that has a mode of its own, else of the hex; else by the odds, by what state the units are
    in, by the terrain; else the default.
    """
    own, by_hex, by_odds = (sheet.pairs(_MODES, key) for key in ("units", "hexes", "odds"))
    for name in sorted(combat.defenders):
        if name in own:
            return own[name]
    if combat.target in by_hex:
        return by_hex[combat.target]
    for odds in sorted(by_odds, key=lambda each: -Fraction(*odds_of(each))):
        if at_least(view, combat, odds):
            return by_odds[odds]
    units = alive(view.state, combat.defenders)
    found = sheet.word(_MODES, "isolated") if any(unit.isolated for unit in units) else ""
    if not found and any(unit.reduced for unit in units):
        found = sheet.word(_MODES, "reduced")
    terrain = view.data.ground.terrain.get(combat.target, "")
    return found or sheet.pairs(_MODES, "terrain").get(terrain, sheet.word(_MODES, "default", ASK))


def defence(view: View, sheet: Sheet, secrets: Secrets, combat: Combat) -> Found:
    """The mode, and the support within its limits (12.41, 16.21, 17.31, 18.31).

    Where the sheet mixes, the other mode comes as often as the odds say (12.43: two markers of one, one of the other), by
    bytes that nobody else has.
    """
    mode = _mode(view, sheet, combat)
    if mode == ASK:
        return Message("the mode in {hex} is left to you", hex=combat.target)
    if mix := sheet.word(_MODES, "mix"):
        if not secrets.mix:
            return Message(
                "the mode in {hex} is mixed, and only your own home can do that", hex=combat.target
            )
        likelier, other = odds_of(mix)
        if int.from_bytes(secrets.mix, "big") % (likelier + other) >= likelier:
            mode = _OTHER[mode]
    if not combat.support:
        return Defend(mode=mode)
    air, naval = _markers(view, sheet, combat.target)
    return Defend(mode=mode, artillery=_guns(view, sheet, combat), air=air, naval=naval)


def _guns(view: View, sheet: Sheet, combat: Combat) -> tuple[str, ...]:
    """Headquarters by name as long as their points fit; the last one with what is left of the limit."""
    if sheet.word(_SUPPORT, "artillery", ASK) in (ASK, "none"):
        return ()
    units = alive(view.state, combat.defenders)
    guns = support.sources(view, view.side, combat.target, units, attacking=False)
    left = sheet.number(_SUPPORT, "artillery", sum(support.parse(gun)[1] for gun in guns))
    found = []
    for gun in guns:
        name, points = support.parse(gun)
        fired = min(points, left)
        if fired:
            found.append(f"{name}:{fired}")
        left -= fired
    return tuple(found)


def _markers(view: View, sheet: Sheet, target: str) -> tuple[int, int]:
    """Air and naval markers: naval ones where they reach, else air; never both (17.32)."""
    if view.side != ALLIED:
        return 0, 0
    have = {"air": view.state.air, "naval": view.state.naval}
    use = {
        word: min(
            sheet.number(_SUPPORT, word),
            support.most_markers(view.data, word),
            max(0, have[word] - sheet.number(_SUPPORT, f"keep_{word}")),
        )
        for word in have
    }
    if use["naval"] and target in view.data.ground.naval_range:
        return 0, use["naval"]
    return use["air"], 0


def purchase(view: View, sheet: Sheet) -> Found:
    """The markers in their order as long as points and limits allow, and the one kept out (5.11, 4.21)."""
    cup, bought = cup_of(view.state, view.side), list[str]()
    wanted = sheet.names("purchase", "markers")
    if cup.points and not wanted:
        return Message("the markers to be bought are left to you")
    for marker in wanted:
        held = (*cup.free, *bought)
        if len(bought) < cup.points and not wrong_marker(view.data, cup, marker, held):
            bought.append(marker)
    open_to = firsts(cup, tuple(bought)) if view.side == view.state.initiative else ()
    first = next((each for each in sheet.names("initiative", "marker") if each in open_to), "")
    if open_to and not first:
        return Message("the marker that is played first is left to you")
    return Buy(markers=tuple(bought), first=first)
