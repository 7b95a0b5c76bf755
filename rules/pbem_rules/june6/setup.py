"""The first state of a scenario (6 June: 3.1, 3.2, 4.22, 7.25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.canon import Json
from pbem.errors import DataError
from pbem.values import evolve
from pbem_rules.june6.arriving import BOX, GLIDER
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.cup import barred
from pbem_rules.june6.model import ALLIED, ALLIED_LOGISTICS, GERMAN, Arrival, Cup, State, Unit
from pbem_rules.june6.occupying import occupy
from pbem_rules.june6.printed import Data, Due, Scenario
from pbem_rules.kernel.board import Board


def start(data: Data, scenario: str, options: Mapping[str, Json]) -> State:
    """The position before the first decision: the Allied side names the marker that it plays first.

    ``options`` maps names of the scenario's options to true or false; what is not given has the scenario's default.
    Raises DataError for an unknown scenario or option, or a value that is not true or false.
    """
    found = data.scenarios.get(scenario)
    if found is None:
        raise DataError("no-scenario", f"June 6 has no scenario {scenario!r}.")
    state = State(
        scenario=scenario,
        options=_options(found, options),
        turn=found.first_turn,
        phase=ALLIED_LOGISTICS,
        weather=found.weather,
        initiative=found.initiative,
        baton=found.initiative,
        board=Board.of(_units(data, found)),
        arrivals=tuple(arrival(due) for due in found.arrivals if due.turn > found.first_turn),
        air=found.air,
        naval=found.naval,
    )
    state = _first_holders(data, found, state)
    return _first_cups(data, found, state)


def _options(scenario: Scenario, chosen: Mapping[str, Json]) -> tuple[tuple[str, str], ...]:
    """Options in the order of their names, as ``true`` or ``false``; only those that differ from the default."""
    found = []
    for name in sorted(chosen):
        value = chosen[name]
        if name not in scenario.options or not isinstance(value, bool):
            known = ", ".join(scenario.options) or "none"
            raise DataError(
                "option",
                f"{name} = {value!r} is no option of {scenario.name}.",
                hint=f"Options, each true or false: {known}.",
            )
        if value != scenario.options[name]:
            found.append((name, "true" if value else "false"))
    return tuple(found)


def chosen(data: Data, state: State, option: str) -> bool:
    """Whether an option of the scenario is on."""
    own = dict(state.options).get(option)
    return own == "true" if own is not None else data.scenarios[state.scenario].options.get(option, False)


@BOOK.rule("10.11", "10.31", text="Reinforcements come in the turn, place and way of the schedule.")
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


@BOOK.rule("10.22", text="Parachute units have jumped before the landings.")
@BOOK.rule(
    "7.25",
    "10.12",
    text="Reinforcements arrive at full efficiency, but parachute units of 6 June at reduced.",
)
def _units(data: Data, scenario: Scenario) -> Iterator[Unit]:
    """Everybody on the map, and the first turn's arrivals in their boxes and gliders."""
    first = [due for due in scenario.arrivals if due.turn == scenario.first_turn and due.how != "entry"]
    present = {placing.unit for placing in scenario.placings} | {u for due in first for u in due.units}
    for placing in scenario.placings:
        yield Unit(
            id=placing.unit,
            where=placing.where,
            reduced=placing.reduced,
            scattered=placing.scattered,
            efficiency=placing.efficiency and led(data, placing.unit, present),
        )
    for due in first:
        where = f"{GLIDER}{due.formation}" if due.how == "glider" else f"{BOX}{due.place}"
        for name in due.units:
            yield Unit(id=name, where=where, efficiency=not due.reduced_phase and led(data, name, present))


@BOOK.rule(
    "3.85", "3.86", text="The Cherbourg Command and units without a headquarters keep Reduced Efficiency."
)
def led(data: Data, unit: str, present: frozenset[str] | set[str]) -> bool:
    """Whether a unit has a headquarters among those ``present`` that can lead it at full efficiency."""
    formation = data.formations.get(data.unit(unit).formation)
    return formation is not None and formation.kind != "garrison" and formation.hq in present


def _first_holders(data: Data, scenario: Scenario, state: State) -> State:
    """What Allied units hold where they jumped; everything else starts German."""
    for placing in scenario.placings:
        if data.unit(placing.unit).side == ALLIED:
            state = occupy(data, state, state.board[placing.unit], placing.where)
    return state


@BOOK.rule(
    "3.2", "3.4", text="There is no logistics phase on 6 June: the cup holds the scenario's free markers."
)
def _first_cups(data: Data, scenario: Scenario, state: State) -> State:
    return evolve(
        state,
        allied_cup=Cup(side=ALLIED, free=scenario.first_markers[ALLIED], barred=barred(data, state, ALLIED)),
        german_cup=Cup(side=GERMAN, free=scenario.first_markers[GERMAN], barred=barred(data, state, GERMAN)),
    )
