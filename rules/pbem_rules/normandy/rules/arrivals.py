"""Reinforcements: who is due, and where they enter (7.1 to 7.3, 17.36, 17.38, 21.6, 21.30)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message, Series, counted
from pbem_rules.kernel.derived import derived
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN, Piece, State
from pbem_rules.normandy.printed import Arrival, Data
from pbem_rules.normandy.printed.calendar import day_name
from pbem_rules.normandy.rules import stacking
from pbem_rules.normandy.rules.night import nights_since, part
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View, battalion
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Enter:
    """Units that are due come onto the map in a hex: a beachhead, or a main road at the edge (7.2, 7.3)."""

    at: str
    units: tuple[str, ...]


ENTER = Kind[Enter, View, Play](Enter, early="7.1")
_BOX = "box:"
_STAY = ("pathfinder", "avre")
_NORTH, _SOUTH = 0, 3
_WAYS = {"north": _NORTH, "south": _SOUTH}

# --- who -------------------------------------------------------------------------------------------------------


@BOOK.rule("7.1", "N78")
def call(play: Play, side: str) -> None:
    """The formations of the day, or units of them, are due; those that are complete are due no more."""
    scenario = play.data.scenarios.get(play.state.scenario)
    today = (
        [each.formation for each in scenario.arrivals if day_name(each.day) == play.state.day]
        if scenario
        else []
    )
    mine = [name for name in today if play.data.formations[name].side == side]
    due = dict.fromkeys((*play.state.due, *mine))
    play.change(due=tuple(name for name in due if waiting(play, name)))


@BOOK.rule("7.1", "17.34", "17.36", "N78")
def waiting(at: Position, formation: str) -> tuple[str, ...]:
    """The units of a formation that are not there yet, by name."""
    there = _there(at.state)
    return tuple(
        sorted(
            name
            for name, kind in _units(at.data, formation).items()
            if name not in there and not _apart(at.data, formation, kind) and _has_come(at, name)
        )
    )


def line_of(at: Position, name: str) -> Arrival | None:
    """The line of the calendar by which a unit comes: its own, else that of its formation; None for none."""
    return _lines(at.data, at.state.scenario).get(battalion(name))


@derived
def _lines(data: Data, scenario: str) -> dict[str, Arrival]:
    """The lines of the calendar by unit."""
    found: dict[str, Arrival] = {}
    arrivals = data.scenarios[scenario].arrivals if scenario in data.scenarios else ()
    for each in sorted(arrivals, key=lambda line: bool(line.units)):  # those of units last: they count
        found |= dict.fromkeys(each.units or _units(data, each.formation), each)
    return found


@BOOK.rule("7.1", "N78")
def _has_come(at: Position, name: str) -> bool:
    """Whether the day of a unit is here; without a calendar for its formation whenever that is due."""
    line, formation = line_of(at, name), at.formation_of(name).id
    if line is None:
        scenario = at.data.scenarios.get(at.state.scenario)
        return scenario is None or all(each.formation != formation for each in scenario.arrivals)
    return day_name(line.day) <= at.state.day


@derived
def _there(state: State) -> frozenset[str]:
    """Every battalion that is on the board, or lost, or was sent away."""
    names = (*state.board.pieces, *state.gone, *state.removed, *state.away)
    return frozenset(battalion(name) for name in names)


@derived
def _units(data: Data, formation: str) -> dict[str, str]:
    """The units of a formation and their types."""
    return {name: unit.type for name, unit in data.units.items() if unit.formation == formation}


def _apart(data: Data, formation: str, kind: str) -> bool:
    """Whether units of a type never come by the calendar."""
    found = data.types[kind]
    late = found.landing or found.rhino or (found.battle_group and data.formations[formation].size == "corps")
    return late or found.fixed or found.branch in _STAY


@BOOK.rule("17.36", "17.38")
def rhinos(at: Position) -> tuple[str, ...]:
    """The Rhinos that are not on the map."""
    found = (name for name, unit in sorted(at.data.units.items()) if at.data.types[unit.type].rhino)
    return tuple(name for name in found if name not in at.board)[: at.data.charts.rhino.number]


def _in_box(at: Position, name: str) -> str:
    """The beach in whose box a unit waits; empty when it waits in none."""
    return (
        at.board[name].where.removeprefix(_BOX)
        if name in at.board and at.board[name].where.startswith(_BOX)
        else ""
    )


def comers(at: Position, side: str) -> Iterator[str]:
    """Everybody of a side who may enter, in order."""
    if side == ALLIED:
        yield from (unit.id for unit in at.board if unit.where.startswith(_BOX))
        if nights_since(at, at.data.charts.rhino.start) >= 0:
            yield from rhinos(at)
    for formation in at.state.due:
        if at.data.formations[formation].side == side:
            yield from waiting(at, formation)


@derived
def coming(view: View) -> frozenset[str]:
    """The same for the side of a view, worked out once."""
    return frozenset(comers(view, view.side))


# --- where -----------------------------------------------------------------------------------------------------


def entry_hexes(at: Position, name: str) -> tuple[str, ...]:
    """The hexes in which a unit may enter, disregarding who stands there."""
    box = _in_box(at, name)
    if box:
        return _beachheads(at, box)
    line = line_of(at, name)
    way = line.at if line else ""
    if at.side_of(name) == GERMAN or way in _WAYS or way == "east":
        return edges(at, way)
    return _beachheads(at, way)


@BOOK.rule("7.3", "17.38", "N109", "N161")
def _beachheads(at: Position, beach: str) -> tuple[str, ...]:
    """The beachheads by which those of a beach come, or what stands in for them."""
    found = at.data.land.beaches.get(beach)
    mine = tuple(each for each in at.state.beachheads if found and each in found.hexes)
    return mine or ashore(at)


@BOOK.rule("3.14", "N161")
def ashore(at: Position) -> tuple[str, ...]:
    """The beachheads; in a scenario without any the beach hexes of its map, else the main roads off its north."""
    scenario = at.data.scenarios.get(at.state.scenario)
    if at.state.beachheads or scenario is None or scenario.beaches:
        return at.state.beachheads
    beaches = at.data.land.beaches.values()
    return tuple(where for each in beaches for where in each.hexes if where in part(at)) or edges(at, "north")


@BOOK.rule("7.2", "N78", "N83")
def edges(at: Position, way: str) -> tuple[str, ...]:
    """The hexes of an edge by which units enter; of every edge but the north if ``way`` is empty."""
    return _edges(at.data, at.state.scenario, way) or _edges(at.data, at.state.scenario, "")


@derived
def _edges(data: Data, scenario: str, way: str) -> tuple[str, ...]:
    ground = data.ground
    if scenario not in data.scenarios or (
        way in ground.edges and set(ground.edges[way]) <= data.scenarios[scenario].hexes
    ):
        ways = (way,) if way in ground.edges else tuple(ground.edges)
        return tuple(sorted({where for each in ways for where in ground.edges[each]}))
    hexes = data.scenarios[scenario].hexes
    ends = {where for each in ground.edges.values() for where in each}
    found = []
    for where, joined in ground.main.joined.items():
        if where in hexes and (where in ends or any(other not in hexes for other in joined)):
            around = ground.grid.neighbours[where]
            off = [other is None or other not in hexes for other in around]
            east = any(off[1:_SOUTH])
            if {"east": east, "south": off[_SOUTH], "north": off[_NORTH]}.get(way, east or off[_SOUTH]):
                found.append(where)
    return tuple(found)


# --- the order -------------------------------------------------------------------------------------------------


@ENTER.invalid
def nobody(view: View, order: Enter) -> Iterator[Violation]:
    if not order.units or len(set(order.units)) < len(order.units):
        yield broken("7.1", Message("name units, each once"), order.at)
    if order.at not in view.data.ground.grid or order.at not in part(view):
        yield broken("7.1", Message("there is no hex {hex} in this game", hex=order.at), order.at)
    yield from unknown(view, order.units)


def unknown(view: View, units: Iterable[str]) -> Iterator[Violation]:
    """Units of no side, or of the other."""
    for name in units:
        if battalion(name) not in view.data.units or view.side_of(name) != view.side:
            yield broken("7.1", Message("you have no unit {unit}", unit=name), name)


@ENTER.untimely
def too_early(view: View, order: Enter) -> Iterator[Violation]:
    if nights_since(view, view.data.charts.rhino.start) < 0:
        for name in order.units:
            if battalion(name) in view.data.units and view.type_of(name).rhino:
                yield broken("17.36", Message("{unit} does not come before 7 July", unit=name), name)


@ENTER.wrong
@BOOK.rule("7.1", "17.36", "21.6", "21.30")
def not_due(view: View, order: Enter) -> Iterator[Violation]:
    """Who does not come now."""
    for name in order.units:
        if name not in coming(view):
            rhino = view.type_of(name).rhino and name not in view.board
            yield broken("17.36" if rhino else "7.1", Message("{unit} does not come now", unit=name), name)


@ENTER.wrong
@BOOK.rule("7.2", "7.3", "2.4")
def not_there(view: View, order: Enter) -> Iterator[Violation]:
    """The wrong place, or no room in it."""
    paragraph = "7.2" if view.side == GERMAN else "7.3"
    here = [name for name in order.units if name in coming(view)]
    wrong = [name for name in here if order.at not in entry_hexes(view, name)]
    for name in wrong:
        yield broken(paragraph, Message("{unit} does not enter in {hex}", unit=name, hex=order.at), name)
    if wrong or view.units_of(view.enemy(view.side), order.at):
        if not wrong:
            yield broken(paragraph, Message("there are enemies in {hex}", hex=order.at), order.at)
        return
    for each in stacking.no_room(view, order.at, (_placed(view, name, order.at) for name in order.units)):
        full = broken(paragraph, Message("there is no room in {hex}", hex=order.at), order.at)
        yield each if each.paragraph == "2.4" else full


def _placed(at: Position, name: str, where: str) -> Piece:
    """A unit as it enters; Germans pay for the hex."""
    lost = at.board[name].lost if name in at.board else 0
    spent = at.data.charts.sides.main if at.side_of(name) == GERMAN else 0
    return Piece(id=name, where=where, lost=lost, spent=spent)


@ENTER.legal
def entries(view: View) -> Iterator[Enter]:
    for name in comers(view, view.side):
        for where in entry_hexes(view, name):
            yield Enter(at=where, units=(name,))


@ENTER.carry_out
def enter(play: Play, order: Enter) -> None:
    play.put(*(_placed(play, name, order.at) for name in order.units))
    play.change(gone=tuple(name for name in play.state.gone if name not in order.units))
    said = counted(
        len(order.units),
        "{units} enters in {hex}.",
        "{units} enter in {hex}.",
        units=Series(order.units),
        hex=order.at,
    )
    side = play.side_of(order.units[0]) if order.units else ALLIED
    play.say(
        "entered", said, "7.2" if side == GERMAN else "7.3", side=side, units=order.units, hexes=(order.at,)
    )
