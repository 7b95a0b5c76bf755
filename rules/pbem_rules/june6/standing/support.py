"""Standing orders for what stays hidden until the die is asked for: modes and support in defence, purchases."""

from __future__ import annotations

from fractions import Fraction

from pbem.port.messages import Message
from pbem_rules.june6.model import ALLIED, Combat, State
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat import support
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.combat.results import alive
from pbem_rules.june6.rules.markers.cup import cup_of, wrong_marker
from pbem_rules.june6.rules.markers.logistics import Buy, firsts
from pbem_rules.june6.standing.facts import at_least
from pbem_rules.june6.standing.sheet import ASK, Sheet, odds_of

_MODES, _SUPPORT = "modes", "support"


def _mode_of(
    data: Data, state: State, sheet: Sheet, names: tuple[str, ...], where: str, combat: Combat | None = None
) -> str:
    """Of the first unit by name that has a mode of its own, else of the hex; else by the odds, by what state the units are
    in, by the terrain; else the default.
    """
    own = sheet.pairs(_MODES, "units")
    for name in sorted(names):
        if name in own:
            return own[name]
    if where in sheet.pairs(_MODES, "hexes"):
        return sheet.pairs(_MODES, "hexes")[where]
    found = _by_odds(data, state, sheet, combat) if combat is not None else ""
    units = alive(state, names)
    if not found and any(unit.isolated for unit in units):
        found = _said(sheet, "isolated")
    if not found and any(unit.reduced for unit in units):
        found = _said(sheet, "reduced")
    terrain = data.ground.terrain.get(where, "")
    return found or sheet.pairs(_MODES, "terrain").get(terrain, sheet.word(_MODES, "default"))


def _said(sheet: Sheet, key: str) -> str:
    """What a key says; empty when it is left out or leaves it to the rest."""
    word = sheet.word(_MODES, key)
    return "" if word == ASK and key not in sheet.keys(_MODES) else word


def _by_odds(data: Data, state: State, sheet: Sheet, combat: Combat) -> str:
    """The mode for the best odds of the sheet that the attacker has; empty when he has none of them."""
    known = sheet.pairs(_MODES, "odds")
    ranked = sorted(known, key=lambda odds: -Fraction(*odds_of(odds)))
    return next((known[odds] for odds in ranked if at_least(data, state, combat, odds)), "")


def defence(data: Data, state: State, side: str, sheet: Sheet, combat: Combat) -> Defend | str:
    """The mode, and the support within its limits (12.41, 16.21, 17.31, 18.31)."""
    mode = _mode_of(data, state, sheet, combat.defenders, combat.target, combat)
    if mode == ASK:
        return Message("the mode in {hex} is left to you", hex=combat.target)
    if not combat.support:
        return Defend(mode=mode)
    air, naval = _markers(data, state, side, sheet, combat.target)
    return Defend(mode=mode, artillery=_guns(data, state, side, sheet, combat), air=air, naval=naval)


def _guns(data: Data, state: State, side: str, sheet: Sheet, combat: Combat) -> tuple[str, ...]:
    """Headquarters by name as long as their points fit; the last one with what is left of the limit."""
    if sheet.word(_SUPPORT, "artillery") in (ASK, "none"):
        return ()
    units = alive(state, combat.defenders)
    guns = support.sources(data, state, side, combat.target, units, attacking=False)
    left = sheet.number(_SUPPORT, "artillery", sum(support.parse(gun)[1] for gun in guns))
    found = []
    for gun in guns:
        name, points = support.parse(gun)
        fired = min(points, left)
        if fired:
            found.append(f"{name}:{fired}")
        left -= fired
    return tuple(found)


def _markers(data: Data, state: State, side: str, sheet: Sheet, target: str) -> tuple[int, int]:
    """Air and naval markers: naval ones where they reach, else air; never both (17.32)."""
    if side != ALLIED:
        return 0, 0
    have = {"air": state.air, "naval": state.naval}
    use = {
        word: min(
            sheet.number(_SUPPORT, word, 0),
            support.most_markers(data, word),
            max(0, have[word] - sheet.number(_SUPPORT, f"keep_{word}", 0)),
        )
        for word in have
    }
    if use["naval"] and target in data.ground.naval_range:
        return 0, use["naval"]
    return use["air"], 0


def purchase(data: Data, state: State, side: str, sheet: Sheet) -> Buy | str:
    """The markers in their order as long as points and limits allow, and the one kept out (5.11, 4.21)."""
    cup, bought = cup_of(state, side), list[str]()
    wanted = sheet.names("purchase", "markers")
    if cup.points and not wanted:
        return Message("the markers to be bought are left to you")
    for marker in wanted:
        held = (*cup.free, *bought)
        if len(bought) < cup.points and not wrong_marker(data, cup, marker, held):
            bought.append(marker)
    open_to = firsts(cup, tuple(bought)) if side == state.initiative else ()
    first = next((each for each in sheet.names("initiative", "marker") if each in open_to), "")
    if open_to and not first:
        return Message("the marker that is played first is left to you")
    return Buy(markers=tuple(bought), first=first)
