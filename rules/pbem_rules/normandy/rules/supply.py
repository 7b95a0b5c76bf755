"""General supply and combat supply: the line from a source to a corps, to a division, to a unit (3, 4.6 to 4.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush

from attrs import frozen

from pbem_rules.kernel.derived import derived
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN, State
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules import arrivals
from pbem_rules.normandy.rules.night import part
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.normandy.rules.zones import zone_of_control

_AIRBORNE = ("82", "101", "6 AB")
_LANDING, _AFTER = "06-06", "06-07"
_ANYWHERE = ("ship", "crocodile", "avre")
_WHOLE = 36
Found = Mapping[str, tuple[int, str]]
"""For each hex the length of the line to it, in sixths, and what it comes from."""


@frozen(kw_only=True)
class Lines:
    """What a side's lines reach. ``fed``: for each unit in supply what feeds it: a corps, a beachhead, itself.

    ``corps``: for each division's headquarters in supply the corps that feeds it. ``airborne``: who has general supply
    alone (4.8).
    """

    fed: Mapping[str, str]
    corps: Mapping[str, str]
    airborne: frozenset[str]


@BOOK.rule("3.2", "4.6", text="Looked at whenever it matters. On 6 June nobody of the Allied side lacks it.")
def supplied(at: Position, name: str) -> bool:
    """Whether a unit on the map is in general supply."""
    side = at.side_of(name)
    if at.state.supply != "traced" or (side == ALLIED and at.state.day == _LANDING):
        return True
    lines = _lines(at.state, at.data, side)
    return name in lines.fed or name in lines.airborne


@BOOK.rule(
    "3.3", "4.3", "4.8", "5.3", text="General supply gives combat supply, but for the airborne on 7 June."
)
def combat_source(at: Position, name: str) -> str | None:
    """What a unit draws its combat supply from; empty when supply is given to everybody; None when it has none."""
    side = at.side_of(name)
    if at.state.supply != "traced" or (side == ALLIED and at.state.day == _LANDING):
        return ""
    return _lines(at.state, at.data, side).fed.get(name)


def corps_of(at: Position, division: str) -> str | None:
    """The formation of the corps that feeds a division's headquarters; None when none does."""
    lines = _lines(at.state, at.data, at.data.formations[division].side)
    feeding = next((lines.corps[name] for name in lines.corps if at.formation_of(name).id == division), None)
    return at.formation_of(feeding).id if feeding is not None and feeding in at.board else None


def reach(at: Position, side: str, where: str, most: int) -> Mapping[str, int]:
    """How far a line of a side goes from a hex: the length to each hex within so many sixths."""
    return {one: cost for one, (cost, _) in _flood(at, side, {where: where}, most).items()}


# --- the chain ----------------------------------------------------------------------------------------------------------


@derived
def _lines(state: State, data: Data, side: str) -> Lines:
    at, rule = View(data=data, state=state), data.charts.supply
    mine = [unit.id for unit in state.board if at.side_of(unit.id) == side and at.on_map(unit.id)]
    offices = [name for name in mine if at.type_of(name).branch == "headquarters"]
    heads = _heads(at, side, offices)
    far = _flood(
        at, side, {where: name for name, where in sorted(heads.items(), reverse=True)}, rule.corps_to_division
    )
    divisions = [name for name in offices if at.type_of(name).size == "division" and name not in heads]
    corps = {name: far[state.board[name].where][1] for name in divisions if state.board[name].where in far}
    airborne = _pathfinders(at, mine, far, corps)
    fed = {name: name for name in heads if name in state.board} | corps
    for name in (*corps, *(name for name in heads if name in state.board and at.type_of(name).battle_group)):
        near = _flood(at, side, {state.board[name].where: name}, rule.division_to_unit)
        for unit in mine:
            if unit not in fed and state.board[unit].where in near and _hangs_on(at, name, unit):
                fed[unit] = corps.get(name, name)
    for unit in mine:
        if unit not in fed:
            source = _of_no_division(at, unit, far, bool(fed or heads))
            if source is not None:
                fed[unit] = source
    return Lines(fed=fed, corps=corps, airborne=airborne)


@BOOK.rule(
    "3.6",
    "3.7",
    "3.14",
    "18.12",
    "N162",
    text="A beachhead serves as a corps; a battle group's draws straight on a source.",
)
def _heads(at: Position, side: str, offices: list[str]) -> Mapping[str, str]:
    """Corps headquarters that a source reaches, battle groups', and beachheads, with their hexes."""
    seeds = sources(at, side)
    found = _flood(at, side, dict.fromkeys(seeds, ""), None)
    board, found_heads = at.state.board, dict[str, str]()
    for name in offices:
        kind = at.type_of(name)
        if (kind.size == "corps" or kind.battle_group) and board[name].where in found:
            found_heads[name] = board[name].where
    if side == ALLIED:
        found_heads |= {where: where for where in seeds if where in found}
    return found_heads


@BOOK.rule(
    "3.14",
    "3.17",
    "18.8",
    "N83",
    "N161",
    text="Beachheads, or the coast or roads behind the front; edges and cities for the Germans.",
)
def sources(at: Position, side: str) -> tuple[str, ...]:
    """The hexes from which lines of a side begin, in order."""
    ground, hexes = at.data.ground, part(at)
    if side == GERMAN:
        cities = at.data.charts.supply.german_cities
        towns = tuple(where for where, name in ground.names.items() if name in cities and where in hexes)
        return tuple(dict.fromkeys((*arrivals.edges(at, ""), *towns)))
    scenario = at.data.scenarios.get(at.state.scenario)
    if at.state.beachheads or scenario is None or scenario.beaches:
        return at.state.beachheads
    coast = tuple(where for beach in ground.beaches.values() for where in beach.hexes if where in hexes)
    return coast or arrivals.edges(at, "north")


@BOOK.rule(
    "3.15", "3.16", "4.8", text="A source on 6 June; on the 7th for general supply; then a headquarters."
)
def _pathfinders(at: Position, mine: list[str], far: Found, corps: dict[str, str]) -> frozenset[str]:
    """Airborne units with a line to a pathfinder on 7 June; later pathfinders join the headquarters."""
    found: set[str] = set()
    for name in mine:
        where = at.state.board[name].where
        if at.type_of(name).branch != "pathfinder":
            continue
        if at.state.day > _AFTER:
            if where in far:
                corps[name] = far[where][1]
            continue
        near = _flood(at, ALLIED, {where: name}, at.data.charts.supply.division_to_unit)
        found |= {
            unit
            for unit in mine
            if at.formation_of(unit).id in _AIRBORNE and at.state.board[unit].where in near
        }
    return frozenset(found)


@BOOK.rule("3.8", "3.10", "18.12", text="Its own, those that it takes on, and armoured brigades.")
def _hangs_on(at: Position, office: str, unit: str) -> bool:
    """Whether a division's headquarters feeds a unit."""
    own, kind = at.formation_of(unit), at.type_of(unit)
    if own.id == at.formation_of(office).id and at.type_of(office).size == "division":
        return True
    if kind.branch in _ANYWHERE:
        return True
    brigade = own.nation == "cw" and own.size == "brigade" and kind.branch == "tank"
    return brigade or unit in at.state.assigned.get(office, ())


@BOOK.rule(
    "3.9", "3.12", "N160", text="Independents hang on a corps, as far as a division may; ships on anything."
)
def _of_no_division(at: Position, unit: str, far: Found, anything: bool) -> str | None:
    """What feeds a unit without a division's headquarters; None when nothing does."""
    where, kind = at.state.board[unit].where, at.type_of(unit)
    if kind.fixed:
        return unit
    if kind.branch == "ship":
        return unit if anything else None
    if where not in far:
        return None
    independent = at.formation_of(unit).size != "division"
    return far[where][1] if independent or kind.branch in _ANYWHERE else None


# --- a line from hex to hex -----------------------------------------------------------------------------------------------


def _flood(at: Position, side: str, seeds: Mapping[str, str], most: int | None) -> Found:
    """Every hex that a line from one of the seeds reaches, the nearest first; of any length if ``most`` is None."""
    ways, hexes, shut = _ways(at.data), part(at), _shut(at.state, at.data, side)
    found: dict[str, tuple[int, str]] = {}
    heap = [(0, where, name) for where, name in sorted(seeds.items()) if where not in shut]
    while heap:
        spent, here, name = heappop(heap)
        if here in found:
            continue
        found[here] = (spent, name)
        for there, cost, wet in ways[here]:
            if there in found or there in shut or there not in hexes:
                continue
            if wet and not _over(at, side, here, there):
                continue
            total = 0 if most is None else spent + cost
            if most is None or total <= most:
                heappush(heap, (total, there, name))
    return found


@BOOK.rule("3.4", "3.13", text="Not onto enemies, nor into their zone unless a friend stands there.")
def _barred(enemies: Iterable[str], zone: Iterable[str], friends: frozenset[str]) -> frozenset[str]:
    return frozenset(zone) - friends | frozenset(enemies)


@derived
def _shut(state: State, data: Data, side: str) -> frozenset[str]:
    """The hexes that no line of a side passes."""
    at = View(data=data, state=state)
    return _barred(at.held(at.enemy(side)), zone_of_control(at, at.enemy(side)), at.held(side))


@BOOK.rule("3.5", "N8", text="A friend on either bank, or a whole bridge.")
def _over(at: Position, side: str, here: str, there: str) -> bool:
    if at.bridged(here, there):
        return True
    held = at.held(side)
    return here in held or there in held


@derived
def _ways(data: Data) -> Mapping[str, tuple[tuple[str, int, bool], ...]]:
    """From each hex of land the hexes beside it, with the length in sixths and whether water lies between."""
    ground = data.ground
    land = frozenset(where for where, kind in ground.terrain.items() if kind != "sea")
    return {
        where: tuple(
            (one, length(data, where, one), ground.rivers.has(where, one) or ground.streams.has(where, one))
            for one in ground.grid.adjacent[where]
            if one in land
        )
        for where in ground.terrain
    }


@BOOK.rule("3.11", "N30", text="As infantry walks, half a point by road, a third by main road.")
def length(data: Data, here: str, there: str) -> int:
    """What a step adds to a line of supply, in sixths."""
    ground, sides = data.ground, data.charts.sides
    if ground.main.has(here, there):
        return sides.main
    if ground.roads.has(here, there):
        return sides.road
    kind = data.charts.terrain[ground.settlements.get(there) or ground.terrain[there]]
    return _WHOLE if kind.whole or ground.bluffs.has(here, there) else kind.move
