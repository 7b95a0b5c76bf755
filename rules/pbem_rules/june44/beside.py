"""What lies beside the map of June '44: turns with reinforcements, weather, points against what is needed, cards, losses."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from pbem.port.furniture import Furniture, Laid, Score, Stock, Threshold
from pbem_rules.june44 import hands, victory
from pbem_rules.june44.lookup import scenario_of
from pbem_rules.june44.model import ALLIED, BEACHES, GERMAN, State
from pbem_rules.june44.printed import Data
from pbem_rules.shared import furniture as shared


def furnished(data: Data, state: State, bare: Furniture) -> Furniture:
    """Everything open to both: of the cards in hand only how many there are; ``bare`` has turn and phases."""
    scenario = scenario_of(data, state)
    due = ((each.turn, f"{each.unit} ({each.place})") for each in state.due)
    weather = data.charts.weather.get(state.weather)
    return evolve(
        bare,
        turns=shared.turns(enumerate(scenario.turns, scenario.first_turn), due),
        weather=weather.name if weather is not None else "",
        score=_score(data, state),
        stocks=tuple(_stocks(state)),
        laid=(_laid(data, state),) if state.phase == BEACHES else (),
        lost=tuple(
            shared.lost((*state.lost, *state.gone), lambda unit: data.unit(unit).side, (ALLIED, GERMAN))
        ),
    )


def _laid(data: Data, state: State) -> Laid:
    """The beaches, for the strengths of their defences."""
    places = tuple(each.hex for each in state.defences)
    names = tuple(data.ground.beaches[where].name for where in places)
    return Laid(kind="beaches", field="strengths", places=places, names=names)


def _score(data: Data, state: State) -> Score:
    scenario, goal = scenario_of(data, state), victory.needed(data, state)
    terms = victory.terms(data, state)
    return Score(
        side=ALLIED,
        value=sum(term.value for term in terms),
        terms=terms,
        thresholds=(
            Threshold(at_least=goal - (scenario.victory - scenario.draw), name="draw", side=None),
            Threshold(at_least=goal, name="Allied victory", side=ALLIED),
        ),
    )


def _stocks(state: State) -> Iterator[Stock]:
    yield Stock(kind="supply", value=str(state.supply), side=ALLIED)
    yield Stock(kind="naval", value=str(state.naval), side=ALLIED)
    yield Stock(kind="air", value=str(state.air), side=ALLIED)
    for side in (ALLIED, GERMAN):
        yield Stock(kind="cards", value=str(len(hands.hand(state, side))), side=side)
    yield Stock(kind="undrawn", value=str(len(state.undrawn)))
    if state.effects:
        lines = tuple(f"{name.replace('-', ' ')} ({turn})" for name, turn in state.effects)
        yield Stock(kind="effects", value=str(len(lines)), lines=lines)
