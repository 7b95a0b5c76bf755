"""The first state of a scenario (6 June: 3.1, 3.2, 4.22, 7.25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.values import evolve
from pbem.port.agreed import Option
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import (
    ALLIED,
    ALLIED_LOGISTICS,
    DROP,
    GERMAN,
    WEATHER,
    Arrival,
    Cup,
    Play,
    Position,
    State,
    Unit,
    View,
)
from pbem_rules.june6.printed.data import Data, Due, Scenario
from pbem_rules.june6.rules.arrivals.arriving import BOX, GLIDER
from pbem_rules.june6.rules.command import led
from pbem_rules.june6.rules.ground.occupying import occupy
from pbem_rules.june6.rules.markers.cup import barred
from pbem_rules.kernel.board import Board


def start(data: Data, scenario: str, options: Mapping[str, Json]) -> State:
    """The position before the first decision: the Allied side names the marker that it plays first.

    ``options`` maps names of the scenario's options to one of their values; what is not given has the scenario's
    default. A scenario that begins after 6 June begins with the weather of its first turn. Raises DataError for an
    unknown scenario, option or value.
    """
    found = data.scenarios.get(scenario)
    if found is None:
        raise DataError("no-scenario", f"June 6 has no scenario {scenario!r}.")
    agreed = _options(found, options)
    in_the_air = _rolls_drops(data, found, agreed)
    state = State(
        scenario=scenario,
        options=agreed,
        turn=found.first_turn,
        phase=_first_phase(found, rolled=in_the_air),
        weather=found.weather,
        initiative=found.initiative,
        baton=found.initiative,
        board=_under_command(data, Board.of(_units(data, found, rolled=in_the_air))),
        arrivals=tuple(_to_come(found, agreed)),
        air=found.air,
        naval=found.naval,
        delays=found.delays,
    )
    state = _first_holders(data, found, state)
    return _first_cups(data, found, state) if dday(found) else state


def _to_come(scenario: Scenario, agreed: tuple[tuple[str, str], ...]) -> Iterator[Arrival]:
    """The schedule from the first turn on (on 6 June the set-up has the first arrivals), options heeded."""
    known = {**{each.name: each.default for each in scenario.options.values()}, **dict(agreed)}
    for due in scenario.arrivals:
        if dday(scenario) and due.turn == scenario.first_turn:
            continue
        if not due.option or known.get(due.option) == "true":
            yield arrival(due)


@BOOK.rule("3.1", "3.2")
def dday(scenario: Scenario) -> bool:
    """Whether a scenario begins on 6 June."""
    return scenario.first_turn == 1


def _first_phase(scenario: Scenario, *, rolled: bool) -> str:
    if not dday(scenario):
        return WEATHER
    return DROP if rolled else ALLIED_LOGISTICS


def _rolls_drops(data: Data, scenario: Scenario, agreed: tuple[tuple[str, str], ...]) -> bool:
    """Whether the drops of 6 June are rolled, where there are any (N191)."""
    known = scenario.options.get("drop")
    value = dict(agreed).get("drop", known.default if known is not None else "")
    return value == "rolled" and bool(dropping(data, scenario))


def dropping(data: Data, scenario: Scenario) -> tuple[str, ...]:
    """The parachute units of the set-up that jump on 6 June, in its order."""
    return tuple(
        placing.unit
        for placing in scenario.placings
        if dday(scenario) and not placing.efficiency and data.unit(placing.unit).type == "parachute"
    )


def _options(scenario: Scenario, chosen: Mapping[str, Json]) -> tuple[tuple[str, str], ...]:
    """Options in the order of their names, as text; only those that differ from the default."""
    found = []
    for name in sorted(chosen):
        given = chosen[name]
        value = str(given).lower() if isinstance(given, bool) else given
        known = scenario.options.get(name)
        if known is None or not isinstance(value, str) or value not in known.values:
            said = "; ".join(
                f"{each.name} ({' or '.join(each.values)})" for each in scenario.options.values()
            )
            raise DataError(
                "option",
                f"{name} = {given!r} is not an option of {scenario.name}.",
                hint=f"Options: {said or 'none'}.",
            )
        if value != known.default:
            found.append((name, value))
    return tuple(found)


def offered(scenario: Scenario) -> tuple[Option, ...]:
    """The options of a scenario for the player who begins a game."""
    return tuple(
        Option(
            name=each.name,
            values=(each.default, *(value for value in each.values if value != each.default)),
            title=each.text,
            paragraph=each.paragraph,
        )
        for each in scenario.options.values()
    )


def option(at: Position, name: str) -> str:
    """The value of an option of the scenario; empty when it has no such option."""
    own = dict(at.state.options).get(name)
    if own is not None:
        return own
    scenario = at.data.scenarios.get(at.state.scenario)
    known = scenario.options.get(name) if scenario is not None else None
    return known.default if known is not None else ""


def chosen(at: Position, name: str) -> bool:
    """Whether a plain option of the scenario is on."""
    return option(at, name) == "true"


@BOOK.rule("10.11", "10.31")
def arrival(due: Due) -> Arrival:
    """A line of the schedule as something still to come."""
    return Arrival(
        formation=due.formation,
        units=due.units,
        turn=due.turn,
        place=due.place or "".join(due.places),
        release=due.release,
        markers=due.markers,
        reduced_phase=due.reduced_phase,
    )


@BOOK.rule("10.22")
@BOOK.rule("7.25", "10.12")
def _units(data: Data, scenario: Scenario, *, rolled: bool) -> Iterator[Unit]:
    """Everybody on the map, and the first turn's arrivals in their boxes and gliders."""
    first = [due for due in scenario.arrivals if dday(scenario) and due.turn == 1 and due.how != "entry"]
    for placing in scenario.placings:
        yield Unit(
            id=placing.unit,
            where=placing.where,
            reduced=placing.reduced,
            scattered=placing.scattered and not rolled,
            efficiency=placing.efficiency,
        )
    for due in first:
        where = f"{GLIDER}{due.formation}" if due.how == "glider" else f"{BOX}{due.place}"
        for name in due.units:
            yield Unit(id=name, where=where, efficiency=not due.reduced_phase)


def _under_command(data: Data, board: Board[Unit]) -> Board[Unit]:
    """The set-up, where nobody is at full efficiency without a headquarters."""
    return Board.of(evolve(unit, efficiency=unit.efficiency and led(data, unit, board)) for unit in board)


def _first_holders(data: Data, scenario: Scenario, state: State) -> State:
    """What Allied units hold where they jumped, and what was taken before; everything else starts German."""
    watching = tuple((where, ALLIED) for where in scenario.held)
    state = evolve(
        state,
        held=tuple(sorted(watching)),
        destroyed=tuple(sorted(scenario.destroyed)),
        beaches=scenario.beaches,
        cherbourg_lost=not set(scenario.held).isdisjoint(data.ground.cherbourg),
    )
    play = Play(data=data, state=state)
    in_the_air = dropping(data, scenario) if state.phase == DROP else ()
    for placing in scenario.placings:
        if data.unit(placing.unit).side == ALLIED and placing.unit not in in_the_air:
            occupy(play, play.board[placing.unit], placing.where)
    return play.state


@BOOK.rule("3.2", "3.4")
def _first_cups(data: Data, scenario: Scenario, state: State) -> State:
    at = View(data=data, state=state)
    return evolve(
        state,
        allied_cup=Cup(side=ALLIED, free=scenario.first_markers[ALLIED], barred=barred(at, ALLIED)),
        german_cup=Cup(side=GERMAN, free=scenario.first_markers[GERMAN], barred=barred(at, GERMAN)),
    )
