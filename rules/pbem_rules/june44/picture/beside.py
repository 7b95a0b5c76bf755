"""What lies beside the map of June '44: turns with reinforcements, weather, points against what is needed, cards, losses."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from pbem.port.map_displays import Furniture, Laid, Score, Stock, Threshold
from pbem.port.messages import Message
from pbem_rules.june44.model import ALLIED, BEACHES, GERMAN
from pbem_rules.june44.rules import victory
from pbem_rules.june44.rules.cards import hands
from pbem_rules.june44.rules.play import Position
from pbem_rules.shared import map_displays as shared


def furnished(at: Position, bare: Furniture) -> Furniture:
    """Everything open to both: of the cards in hand only how many there are; ``bare`` has turn and phases."""
    scenario = at.scenario
    due = (
        (each.turn, Message("{unit} ({place})", unit=each.unit, place=each.place)) for each in at.state.due
    )
    weather = at.data.charts.weather.get(at.state.weather)
    return evolve(
        bare,
        turns=shared.turns(enumerate(scenario.turns, scenario.first_turn), due),
        weather=weather.name if weather is not None else "",
        score=_score(at),
        stocks=tuple(_stocks(at)),
        laid=(_laid(at),) if at.state.phase == BEACHES else (),
        lost=tuple(shared.lost(losses(at), at.side_of, (ALLIED, GERMAN))),
    )


def losses(at: Position) -> tuple[str, ...]:
    """The units destroyed, in order. Regiments that have combined are not: three stand in a full division, two in a reduced
    one, which a step lost since makes of it (8.2).
    """
    combined = set[str]()
    for parent in dict.fromkeys(at.kind(name).parent for name in at.state.gone):
        division = at.board.get(parent)
        if division is not None or parent in at.state.gone:
            regiments = [name for name in at.state.gone if at.kind(name).parent == parent]
            combined |= {*regiments[-3 if division is not None and not division.reduced else -2 :]}
    return tuple(name for name in (*at.state.lost, *at.state.gone) if name not in combined)


def _laid(at: Position) -> Laid:
    """The beaches, for the strengths of their defences."""
    places = tuple(each.hex for each in at.state.defences)
    names = tuple(at.data.ground.beaches[where].name for where in places)
    return Laid(kind="beaches", field="strengths", places=places, names=names)


def _score(at: Position) -> Score:
    scenario, goal = at.scenario, victory.needed(at)
    terms = victory.terms(at)
    return Score(
        side=ALLIED,
        value=sum(term.value for term in terms),
        terms=terms,
        thresholds=(
            Threshold(at_least=goal - (scenario.victory - scenario.draw), name=Message("draw"), side=None),
            Threshold(at_least=goal, name=Message("Allied victory"), side=ALLIED),
        ),
    )


def _stocks(at: Position) -> Iterator[Stock]:
    yield Stock(kind="supply", value=str(at.state.supply), side=ALLIED)
    yield Stock(kind="naval", value=str(at.state.naval), side=ALLIED)
    yield Stock(kind="air", value=str(at.state.air), side=ALLIED)
    for side in (ALLIED, GERMAN):
        yield Stock(kind="cards", value=str(len(hands.hand(at, side))), side=side)
    yield Stock(kind="undrawn", value=str(len(at.state.undrawn)))
    if at.state.effects:
        lines = tuple(
            Message("{event} ({turn})", event=name.replace("-", " "), turn=turn)
            for name, turn in at.state.effects
        )
        yield Stock(kind="effects", value=str(len(lines)), lines=lines)
