"""What lies beside the map of June 6: turn track with arrivals, weather, score with its levels, cups, missions, losses."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from pbem.port.map_displays import Furniture, Score, Stock, Threshold
from pbem_rules.june6 import words
from pbem_rules.june6.model import ALLIED, GERMAN, Activation, Cup, Position, State
from pbem_rules.june6.picture import scene as scenes
from pbem_rules.shared import map_displays as shared


def furnished(at: Position, bare: Furniture) -> Furniture:
    """Everything open to both; ``bare`` has turn and phases."""
    scenario = at.data.scenarios[at.state.scenario]
    names = (
        (n, words.moment(at.data.charts.turn_names.get(n, str(n))))
        for n in range(scenario.first_turn, scenario.last_turn + 1)
    )
    terms = scenes.terms(at)
    return evolve(
        bare,
        turns=shared.turns(names, _due(at)),
        weather=words.word(at.data.charts.weather[at.state.weather].name),
        score=Score(
            side=ALLIED,
            value=sum(term.value for term in terms),
            terms=terms,
            thresholds=tuple(
                Threshold(at_least=level.at_least, name=words.word(level.name), side=level.winner or None)
                for level in reversed(scenario.levels)
            ),
        ),
        stocks=tuple(_stocks(at.state)),
        lost=tuple(shared.lost(at.state.lost, lambda unit: at.data.unit(unit).side, (ALLIED, GERMAN))),
    )


def _due(at: Position) -> Iterator[tuple[int, str]]:
    for each in at.state.arrivals:
        who = (
            at.data.formations[each.formation].name
            if each.formation in at.data.formations
            else ", ".join(each.units)
        )
        yield each.turn, f"{who} ({each.place})"


def _stocks(state: State) -> Iterator[Stock]:
    yield Stock(kind="initiative", value="", side=state.initiative)
    yield Stock(kind="air", value=str(state.air), side=ALLIED)
    yield Stock(kind="naval", value=str(state.naval), side=ALLIED)
    for cup in (state.allied_cup, state.german_cup):
        yield from _cup(cup)
    if state.kept:
        yield Stock(kind="kept", value=str(state.kept), side=GERMAN)
    for frame in state.frames:
        if isinstance(frame, Activation):
            yield Stock(kind="active", value=", ".join(frame.formations), side=frame.side)
    if state.missions:
        lines = tuple(f"{each.target}: {each.air} + {each.naval}" for each in state.missions)
        yield Stock(kind="missions", value=str(len(lines)), side=ALLIED, lines=lines)
    boxes = tuple(f"{box}: {n}" for box, n in state.air_interdiction)
    if boxes or state.naval_interdiction:
        count = sum(n for _, n in state.air_interdiction) + state.naval_interdiction
        yield Stock(kind="interdiction", value=str(count), side=ALLIED, lines=boxes)


def _cup(cup: Cup) -> Iterator[Stock]:
    drawn = tuple(marker for _, marker in cup.shown if marker)
    yield Stock(kind="cup", value=str(len(cup.left)), side=cup.side, lines=drawn)
    if cup.points:
        yield Stock(kind="resource", value=str(cup.points), side=cup.side)
