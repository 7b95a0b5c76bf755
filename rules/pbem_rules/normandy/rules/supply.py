"""General supply and combat supply: the line from a source to a corps, to a division, to a unit (3, 4.6 to 4.8).

The chain is followed from the unit that is asked about back to the source: asking about one unit costs for one chain,
asking about all shares the lines of their headquarters.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.kernel.derived import derived, recent
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN, State
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules import arrivals, tracing
from pbem_rules.normandy.rules.night import part
from pbem_rules.normandy.rules.view import Position, Stood, View, type_of

AIRBORNE = ("82", "101", "6 AB")
_LANDING, _AFTER = "06-06", "06-07"
_ANYWHERE = ("ship", "crocodile", "avre")


@BOOK.rule("3.2", "4.6")
def supplied(at: Position, name: str) -> bool:
    """Whether a unit on the map is in general supply."""
    return combat_source(at, name) is not None or _by_pathfinder(at, name)


@BOOK.rule("3.3", "4.3", "4.8", "5.3", "N208")
def combat_source(at: Position, name: str) -> str | None:
    """What a unit draws its combat supply from; empty when supply is given to everybody; None when it has none."""
    if at.state.supply != "traced" or (at.side_of(name) == ALLIED and at.state.day == _LANDING):
        return ""
    return (_fed(at.state, at.data, name) or None) if at.on_map(name) else None


def corps_of(at: Position, division: str) -> str | None:
    """The formation of the corps that feeds a division's headquarters; None when none does."""
    side = at.data.formations[division].side
    own = (name for name in _divisions(at.state, at.data, side) if at.formation_of(name).id == division)
    offices = (at.state.board[name].where for name in own if not _is_head(at, side, name))
    feeding = next(filter(None, (_corps(at.state, at.data, side, where) for where in offices)), None)
    return at.formation_of(feeding).id if feeding is not None and feeding in at.board else None


def reach(at: Position, side: str, where: str, most: int) -> Mapping[str, int]:
    """How far a line of a side goes from a hex: the length to each hex within so many sixths."""
    return tracing.within(tracing.steps(at, side), where, most)


# --- the chain, from its end to its source ------------------------------------------------------------------------------


@derived
def _fed(state: State, data: Data, name: str) -> str:
    """What feeds a unit on the map: a corps, a beachhead, itself; empty when nothing does."""
    at = View(data=data, state=state)
    side, where = at.side_of(name), state.board[name].where
    if _is_head(at, side, name):
        return name
    straight = _corps(state, data, side, where) if name in _divisions(state, data, side) else ""
    return straight or _hanging(at, side, name) or _of_no_division(at, side, name)


def _hanging(at: Position, side: str, name: str) -> str:
    """What feeds a unit by way of a headquarters that it hangs on: the first in order that a line joins to it."""
    state, data, where = at.state, at.data, at.state.board[name].where

    def near(office: str) -> bool:
        return _hangs_on(at, office, name) and where in _near(state, data, side, office)

    for office in _divisions(state, data, side):
        straight = near(office) and not _is_head(at, side, office)
        if straight and (corps := _corps(state, data, side, state.board[office].where)):
            return corps
    groups = (each for each in _heads(state, data, side) if each in state.board)
    heads = (each for each in groups if at.type_of(each).battle_group and near(each))
    return next((each for each in heads if _is_head(at, side, each)), "")


@derived
@BOOK.rule("3.6", "3.7", "3.14", "18.12", "N162")
def _heads(state: State, data: Data, side: str) -> Mapping[str, str]:
    """Corps headquarters, battle groups' and beachheads with their hexes, whether a source reaches them or not."""
    at = View(data=data, state=state)
    found = {
        name: state.board[name].where
        for name in offices(at, side)
        if at.type_of(name).size == "corps" or at.type_of(name).battle_group
    }
    return found | ({where: where for where in sources(at, side)} if side == ALLIED else {})


def offices(at: Position, side: str) -> tuple[str, ...]:
    """The headquarters and pathfinders of a side on the map, in order."""
    return _offices_of(at.data, at.stood(side))


@recent(8)
def _offices_of(data: Data, stood: Stood) -> tuple[str, ...]:
    kinds = ("headquarters", "pathfinder")
    there = ((name, where) for name, where in stood if type_of(data, name).branch in kinds)
    return tuple(sorted(name for name, where in there if where in data.land.terrain))


@derived
@BOOK.rule("3.15", "3.16", "4.8")
def _divisions(state: State, data: Data, side: str) -> tuple[str, ...]:
    """The headquarters of divisions on the map in order; after them pathfinders that serve as such."""
    at = View(data=data, state=state)
    there = tuple((name, at.type_of(name)) for name in offices(at, side))
    own = (name for name, kind in there if kind.branch == "headquarters" and kind.size == "division")
    later = state.day > _AFTER
    return (*own, *(name for name, kind in there if later and kind.branch == "pathfinder"))


def _is_head(at: Position, side: str, name: str) -> bool:
    """Whether a line of any length joins a headquarters of a corps or battle group to a source."""
    where = _heads(at.state, at.data, side).get(name)
    return where is not None and _joined(at.state, at.data, side, where)


@derived
def _joined(state: State, data: Data, side: str, where: str) -> bool:
    """Whether a source reaches a hex."""
    at = View(data=data, state=state)
    return tracing.joined(tracing.steps(at, side), where, sources(at, side))


@derived
def _corps(state: State, data: Data, side: str, where: str) -> str:
    """The nearest corps or beachhead that a source and a line to a hex join, the first by name; empty for none."""
    heads, at = _heads(state, data, side), View(data=data, state=state)
    most, places = data.charts.supply.corps_to_division, frozenset(heads.values())
    found = tracing.nearest(tracing.steps(at, side), where, places, sources(at, side), most)
    return min((name for name, place in heads.items() if place in found), default="")


@derived
def _near(state: State, data: Data, side: str, office: str) -> Mapping[str, int]:
    """The hexes that a line from a division's headquarters reaches."""
    lines = tracing.steps(View(data=data, state=state), side)
    return tracing.within(lines, state.board[office].where, data.charts.supply.division_to_unit)


def _by_pathfinder(at: Position, name: str) -> bool:
    """Whether an airborne unit has general supply from a pathfinder, until 7 June."""
    if at.state.day > _AFTER or at.formation_of(name).id not in AIRBORNE or not at.on_map(name):
        return False
    where = at.state.board[name].where
    guides = offices(at, ALLIED)
    return any(
        at.type_of(each).branch == "pathfinder" and where in _near(at.state, at.data, ALLIED, each)
        for each in guides
    )


@BOOK.rule("3.14", "3.17", "18.8", "N83", "N161")
def sources(at: Position, side: str) -> tuple[str, ...]:
    """The hexes from which lines of a side begin, in order."""
    if side != GERMAN:
        return arrivals.ashore(at)
    cities, hexes = at.data.charts.supply.german_cities, part(at)
    towns = (where for where, name in at.data.ground.names.items() if name in cities and where in hexes)
    return tuple(dict.fromkeys((*arrivals.edges(at, ""), *towns)))


@BOOK.rule("18.12", "N162")
def has_headquarters(at: Position, unit: str) -> bool:
    """Whether the headquarters of a unit's formation is on the map; those of battle groups are none."""
    own = at.formation_of(unit)
    there = (each for each in offices(at, own.side) if at.formation_of(each).id == own.id)
    kinds = (at.type_of(each) for each in there)
    return any(
        kind.branch == "headquarters" and not (kind.battle_group and own.size == "corps") for kind in kinds
    )


@BOOK.rule("3.8", "3.10", "3.16", "18.12")
def _hangs_on(at: Position, office: str, unit: str) -> bool:
    """Whether a division's headquarters, or that of a battle group, feeds a unit."""
    own, kind, head = at.formation_of(unit), at.type_of(unit), at.type_of(office)
    serves = head.size == "division" or head.branch == "pathfinder"
    if own.id == at.formation_of(office).id and serves:
        return True
    if kind.branch in _ANYWHERE:
        return True
    armour = own.nation == "cw" and own.size == "brigade" and kind.branch == "tank"
    brigade = armour and at.formation_of(office).nation == "cw"
    taken_on = unit in at.state.assigned.get(office, ())
    group = head.battle_group and at.formation_of(office).size == "corps"
    return brigade or (taken_on and not (group and has_headquarters(at, unit)))


@BOOK.rule("3.9", "3.12", "N160")
def _of_no_division(at: Position, side: str, unit: str) -> str:
    """What feeds a unit without a division's headquarters; empty when nothing does."""
    where, kind = at.state.board[unit].where, at.type_of(unit)
    if kind.branch == "ship":
        anything = any(
            _joined(at.state, at.data, side, head) for head in _heads(at.state, at.data, side).values()
        )
        return unit if anything else ""
    independent = at.formation_of(unit).size != "division"
    return _corps(at.state, at.data, side, where) if independent or kind.branch in _ANYWHERE else ""
