"""The first position of a scenario."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.values import evolve
from pbem.port.agreed import Option
from pbem.port.messages import Message
from pbem_rules.kernel.board import Board
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, Piece, State
from pbem_rules.normandy.printed import Data, Scenario
from pbem_rules.normandy.printed.calendar import day_name
from pbem_rules.normandy.rules.view import View

_STORM = "great-storm"


def _plain(name: str, title: str, paragraph: str) -> Option:
    return Option(name=name, values=("no", "yes"), title=title, paragraph=paragraph)


OPTIONS = (
    _plain("allied-trenches", Message("Allied engineers dig trenches too"), "15.5"),
    _plain(_STORM, Message("The storm of 19 to 22 June comes without a die"), "N45"),
    _plain("quality", Message("The quality of Allied divisions counts in combat"), "12.12"),
)
"""What both sides may agree on, each yes or no."""
_LANDING = "06-06"


def offered(data: Data, scenario: Scenario) -> tuple[Option, ...]:
    """The options of which something can come on the days of a scenario."""
    days = range(scenario.first.day, scenario.last.day + 1)
    stormy = any(day_name(day) in data.charts.weather.great_storm for day in days)
    return tuple(each for each in OPTIONS if stormy or each.name != _STORM)


@BOOK.rule("4.6", "15.5", "N70", "N71", "N125")
def first(data: Data, scenario: str, options: Mapping[str, Json]) -> State:
    """The position in which a scenario begins, before its first phase. Raises DataError for an option there is not."""
    printed, day = data.scenarios[scenario], day_name(data.scenarios[scenario].first.day)
    begun = day != _LANDING
    state = State(
        scenario=scenario,
        options=_chosen(data, printed, options),
        day=day,
        part=printed.first.part,
        phase="end",
        board=Board.of(Piece(id=name, where=where) for name, where in printed.units.items()),
        weather=printed.weather,
        supply="traced" if begun else "given",
        points=printed.points,
        carpets=data.charts.carpet.most - printed.carpets,
        beachheads=_beachheads(data, printed) if begun else (),
    )
    return _held(data, printed, state) if begun else state


def _chosen(data: Data, scenario: Scenario, options: Mapping[str, Json]) -> dict[str, str]:
    unknown = sorted(set(options) - {each.name for each in offered(data, scenario)})
    if unknown:
        raise DataError("bad-option", f"The Battle for Normandy has no option {', '.join(unknown)}.")
    for name, value in options.items():
        if value not in ("yes", "no"):
            raise DataError("bad-option", f"{name} is yes or no.")
    return {name: "yes" for name in sorted(options) if options[name] == "yes"}


def _beachheads(data: Data, scenario: Scenario) -> tuple[str, ...]:
    """Every beach hex of the part of the map: by then all beaches had been taken."""
    hexes = (where for beach in data.land.beaches.values() for where in beach.hexes)
    return tuple(sorted(where for where in hexes if where in scenario.hexes))


def _held(data: Data, scenario: Scenario, state: State) -> State:
    """The state with the places that the Allied side holds: those with an Allied unit nearest (N125)."""
    view, distance = View(data=data, state=state), data.ground.grid.distance
    units = [(unit.where, view.side_of(unit.id)) for unit in state.board if view.on_map(unit.id)]
    goals = {where for goal in scenario.goals for where in goal.hexes}
    nearest = {where: min((distance(where, at), side) for at, side in units)[1] for where in goals}
    held = tuple(sorted(where for where, side in nearest.items() if side == ALLIED))
    return evolve(state, held=held)
