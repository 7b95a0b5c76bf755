"""Victory points and who has won (15.0, 15.1, 16.6)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.port.game import Reason, Result
from pbem_rules.june44 import control
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.lookup import option, scenario_of
from pbem_rules.june44.model import ALLIED, GERMAN, OVER, State
from pbem_rules.june44.printed import Data
from pbem_rules.june44.setup import VICTORY

_CAEN = "Caen"


@BOOK.rule("15.0", "N3", text="A city hex is worth 1 point, one of Caen 2 up to the turn of 21-22 June.")
def worth(data: Data, state: State, where: str) -> int:
    """The points for a city hex this turn."""
    scenario = scenario_of(data, state)
    if data.ground.cities[where] == _CAEN and state.turn <= scenario.caen_until:
        return scenario.caen_value
    return 1


@BOOK.rule(
    "15.0", "15.1", text="Cities that the Allied side holds, less 1 for each beach that the Germans entered."
)
def terms(data: Data, state: State) -> tuple[Reason, ...]:
    """The Allied victory points one by one."""
    return (*_cities(data, state), *_beaches(data, state))


def _cities(data: Data, state: State) -> Iterator[Reason]:
    for where, name in sorted(data.ground.cities.items()):
        if control.holds(data, state, ALLIED, where):
            yield Reason(paragraph="15.0", text=f"{name} ({where})", value=worth(data, state, where))


def _beaches(data: Data, state: State) -> Iterator[Reason]:
    for where in state.penalties:
        name = data.ground.beaches[where].name
        yield Reason(paragraph="15.1", text=f"{name} beach ({where}) entered by Germans", value=-1)


def points(data: Data, state: State) -> int:
    """The Allied victory points as the position stands."""
    return sum(term.value for term in terms(data, state))


@BOOK.rule("16.6", text="The points needed are the scenario's, or those agreed on.")
def needed(data: Data, state: State) -> int:
    """The points with which the Allied side wins."""
    agreed = option(state, VICTORY)
    return int(agreed) if agreed else scenario_of(data, state).victory


@BOOK.rule(
    "15.0", "N4", text="The Allied side wins with the points it still has after the German half of a turn."
)
def won(data: Data, state: State) -> bool:
    """Whether the Allied side has won; asked in the end phase."""
    return points(data, state) >= needed(data, state)


@BOOK.rule("15.0", "N4", text="At the end a point too few is a draw, fewer is a German victory.")
def result(data: Data, state: State) -> Result | None:
    """How the game ended, or None while it goes on."""
    if state.phase != OVER:
        return None
    score, goal = points(data, state), needed(data, state)
    if score >= goal:
        winner, level = ALLIED, "Allied victory"
    elif score >= goal - (scenario_of(data, state).victory - scenario_of(data, state).draw):
        winner, level = None, "draw"
    else:
        winner, level = GERMAN, "German victory"
    return Result(winner=winner, level=level, score=score, reasons=terms(data, state))
