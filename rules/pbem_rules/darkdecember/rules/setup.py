"""The first position (I7.1), and the order ``place``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import SETUP, Due, State, Unit
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Data, Option, Scenario
from pbem_rules.darkdecember.rules.movement.infiltration import last_try
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.kernel.board import Board
from pbem_rules.kernel.hexes import side_name
from pbem_rules.shared.orders import Kind, broken

_VARIANTS = {"66": "variant-66", "HG": "variant-hermann-goering", "3SS": "variant-3-ss"}


@frozen(kw_only=True)
class Place:
    """A German unit is set up in a hex of its army's area; it stands there alone (I7.1)."""

    unit: str
    hex: str


PLACE = Kind[Place, View, Play](Place, early="I7.1a", exact=True)


@BOOK.rule("I2", "2.0c", "5.0", "N65", "N67")
def first(data: Data, scenario: str, options: Mapping[str, Json]) -> State:
    """The position in which a scenario begins. Raises DataError for an option that there is not."""
    printed = data.scenarios[scenario]
    chosen = _chosen(data, printed, options)
    setup, ground, stock = printed.setup, data.ground, printed.stock
    blown, built = (ground.blown | setup.blown, setup.built) if setup else (ground.blown, ())
    return State(
        scenario=scenario,
        options=chosen,
        turn=printed.first,
        phase=SETUP,
        board=Board.of([*standing(data, printed), *leaders_standing(data, printed, chosen)]),
        due=tuple(reinforcements(data, printed, chosen)),
        lost=tuple(sorted(setup.lost)) if setup else (),
        allied_losses=setup.losses if setup else 0,
        blown=tuple(side_name(*each) for each in blown),
        built=tuple(side_name(*each) for each in built),
        forts=fortified(data, printed),
        points=(stock.allied_infantry, stock.allied_motorized, stock.german_infantry, stock.german_motorized),
    )


def offered(data: Data, scenario: Scenario) -> Iterator[Option]:
    """The options of which something can come in the turns of a scenario."""
    first, last = _first_turns(data), _last_turns(data)
    for option in data.options.values():
        begins, ends = first.get(option.id, 1), last.get(option.id, scenario.last)
        if begins <= scenario.last and scenario.first <= ends:
            yield option


def _first_turns(data: Data) -> dict[str, int]:
    """The turn before which nothing comes of an option, where there is one."""
    units = data.units.values()
    variants = {
        option: min(unit.turn for unit in units if unit.variant and unit.formation == division)
        for division, option in _VARIANTS.items()
    }
    return {
        "weather": data.charts.weather.rolled_from,
        "optional-forces": min(unit.turn for unit in units if unit.optional),
        **variants,
    }


def _last_turns(data: Data) -> dict[str, int]:
    """The turn after which nothing comes of it any more, where there is one."""
    return {"weather": data.charts.weather.snow_from - 1, "infiltration": last_try(data)}


def _chosen(data: Data, scenario: Scenario, options: Mapping[str, Json]) -> tuple[tuple[str, str], ...]:
    unknown = sorted(set(options) - {each.id for each in offered(data, scenario)})
    if unknown:
        raise DataError("bad-option", f"Dark December has no option {', '.join(unknown)}.")
    for name, value in options.items():
        if value not in ("yes", "no"):
            raise DataError("bad-option", f"{name} is yes or no.")
    return tuple((name, "yes") for name in sorted(options) if options[name] == "yes")


@BOOK.rule("I6.4", "I7.1d")
def standing(data: Data, scenario: Scenario) -> Iterator[Unit]:
    """The units that stand on the map at the start."""
    if scenario.setup is None:
        yield from (Unit(id=kind.id, where=kind.hex) for kind in data.units.values() if kind.hex)
    else:
        yield from (Unit(id=name, where=where) for name, where in scenario.setup.units.items())


@BOOK.rule("I6.3a")
def fortified(data: Data, scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """The fortifications at the start, with their owner."""
    hexes = {(kind.hex, kind.side) for kind in data.units.values() if kind.fortified}
    return () if scenario.setup else tuple(sorted(hexes))


@BOOK.rule("O9.6", "N87")
def leaders_standing(data: Data, scenario: Scenario, chosen: tuple[tuple[str, str], ...]) -> Iterator[Unit]:
    """The Allied commanders at the start: on a later day with the nearest friends of their hex."""
    for leader in data.leaders.values() if ("leaders", "yes") in chosen else ():
        if leader.hex:
            units = scenario.setup.units.items() if scenario.setup else ()
            friends = {where for name, where in units if data.units[name].side == ALLIED} or {leader.hex}
            far = {where: data.ground.grid.distance(where, leader.hex) for where in sorted(friends)}
            yield Unit(id=leader.id, where=min(far, key=far.__getitem__))


@BOOK.rule("3.4", "O3.0", "E4")
def reinforcements(data: Data, scenario: Scenario, chosen: tuple[tuple[str, str], ...]) -> Iterator[Due]:
    """Who is still to come."""
    placed = scenario.setup.units if scenario.setup else {}
    lost = scenario.setup.lost if scenario.setup else ()
    for kind in data.units.values():
        out = kind.optional or (kind.variant and (_VARIANTS.get(kind.formation, ""), "yes") not in chosen)
        if kind.turn and kind.areas and not out and kind.id not in placed and kind.id not in lost:
            yield Due(unit=kind.id, turn=kind.turn)
    if ("leaders", "yes") in chosen:
        yield from (Due(unit=each.id, turn=each.turn) for each in data.leaders.values() if each.turn)


# --- the German set-up -------------------------------------------------------------------------------------------------


def unplaced(position: Position) -> tuple[str, ...]:
    """The German units and commanders that have still to be set up, in order."""
    state, data = position.state, position.data
    units = [kind.id for kind in data.units.values() if kind.army]
    leaders = [each.id for each in data.leaders.values() if each.side == GERMAN]
    wanted = (
        *(units if data.scenarios[state.scenario].setup is None else ()),
        *(leaders if position.chosen("leaders") else ()),
    )
    return tuple(sorted(name for name in wanted if name not in state.board))


def owed(view: View) -> tuple[Demand, ...]:
    """The German side places all that has no hex yet."""
    if not unplaced(view):
        return ()
    return (Choice(side=GERMAN, kinds=("place",), why=Message("the set-up"), paragraph="I7.1a"),)


@PLACE.invalid
def not_to_be_placed(view: View, order: Place) -> Iterator[Violation]:
    if order.unit not in unplaced(view):
        yield broken("I7.1a", Message("{unit} is not to be set up", unit=order.unit), order.unit)
    if order.hex not in view.data.ground.grid:
        yield broken("I7.1a", Message("there is no hex {hex}", hex=order.hex), order.hex)


@PLACE.wrong
@BOOK.rule("I7.1a", "I7.1b", "N68", "O9.6")
def elsewhere(view: View, order: Place) -> Iterator[Violation]:
    if order.hex not in area(view, order.unit):
        kind = view.data.units.get(order.unit)
        paragraph = "O9.6" if kind is None else "I7.1b" if kind.motorized else "I7.1a"
        said = Message("{hex} is not in the area where {unit} is set up", hex=order.hex, unit=order.unit)
        yield broken(paragraph, said, order.hex)


def area(position: Position, name: str) -> frozenset[str]:
    """Where a unit may be set up; a commander on a later day with any German unit."""
    if name in position.data.units:
        kind = position.kind(name)
        army = position.data.ground.armies[kind.army]
        return army.armour if kind.motorized else army.infantry
    leader = position.data.leaders[name]
    army = position.data.ground.armies[leader.army]
    later = position.data.scenarios[position.state.scenario].setup is not None
    return position.held(GERMAN) if later else army.infantry


@PLACE.wrong
@BOOK.rule("I7.1c")
def not_alone(view: View, order: Place) -> Iterator[Violation]:
    if view.units_of(GERMAN, order.hex) and not view.is_leader(order.unit):
        yield broken("I7.1c", Message("a German unit stands in {hex}", hex=order.hex), order.hex)


@PLACE.legal
def places(view: View) -> Iterator[Place]:
    for name in unplaced(view)[:1]:
        free = area(view, name) if view.is_leader(name) else area(view, name) - view.held(GERMAN)
        yield from (Place(unit=name, hex=where) for where in sorted(free))


@PLACE.carry_out
def place(play: Play, order: Place) -> None:
    play.put(Unit(id=order.unit, where=order.hex))
    said = Message("{unit} is set up in {hex}.", unit=order.unit, hex=order.hex)
    play.say("placed", said, "I7.1a", side=GERMAN, units=(order.unit,), hexes=(order.hex,))
