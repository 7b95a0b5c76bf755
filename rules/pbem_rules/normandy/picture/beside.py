"""What lies beside the map: turn track with who comes, phases, weather, score, points, losses."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from pbem.port.map_displays import Furniture, Score, Stock, Threshold
from pbem.port.messages import Message
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.printed.calendar import Turn
from pbem_rules.normandy.rules import victory
from pbem_rules.normandy.rules.replacements import NAMES
from pbem_rules.normandy.rules.view import View
from pbem_rules.normandy.show.words import WEATHER
from pbem_rules.shared import map_displays as shared


def furnished(view: View, plain: Furniture) -> Furniture:
    """The furniture of a position; ``plain`` is what every game has of it."""
    state = view.state
    return evolve(
        plain,
        turns=shared.turns(_turns(view), _due(view)),
        weather=WEATHER.get(state.weather, state.weather),
        score=_score(view),
        stocks=tuple(_stocks(view)),
        lost=tuple(shared.lost(state.gone, view.side_of, (ALLIED, GERMAN))),
    )


def _all(view: View) -> Iterator[Turn]:
    scenario = view.data.scenarios[view.state.scenario]
    now = scenario.first
    while now <= scenario.last:
        yield now
        now = now.following()


def _turns(view: View) -> Iterator[tuple[int, str]]:
    return ((number, each.title) for number, each in enumerate(_all(view), 1))


def _due(view: View) -> Iterator[tuple[int, str]]:
    """Formations that are still to come, in the night of their day (N78)."""
    numbers = {each: number for number, each in enumerate(_all(view), 1)}
    for each in view.data.scenarios[view.state.scenario].arrivals:
        number = numbers.get(Turn(day=each.day, part=0))
        if number is not None:
            name = view.data.formations[each.formation].name
            yield number, f"{name}: {', '.join(each.units)}" if each.units else name


def _score(view: View) -> Score:
    terms = victory.score(view)
    levels = view.data.scenarios[view.state.scenario].levels
    return Score(
        side=ALLIED,
        value=sum(each.value for each in terms),
        terms=terms,
        thresholds=tuple(
            Threshold(at_least=each.least, name=each.name, side=each.winner or None)
            for each in sorted(levels, key=lambda level: level.least)
        ),
    )


def _stocks(view: View) -> Iterator[Stock]:
    """Combat supply, aircraft and flak, replacements by nation."""
    state = view.state
    yield Stock(kind="supply", value=str(state.points), side=ALLIED, lines=(Message("combat supply"),))
    if state.air or state.recon:
        lines = (Message("ground support {air}, reconnaissance {recon}", air=state.air, recon=state.recon),)
        yield Stock(kind="air", value=str(state.air), side=ALLIED, lines=lines)
    if state.flak:
        yield Stock(kind="flak", value=str(state.flak), side=GERMAN, lines=(Message("flak"),))
    for nation, track in sorted(state.tracks.items()):
        said = Message(
            "{nation}: infantry {infantry}, armour {armour}, for losses {losses}",
            nation=NAMES.get(nation, nation),
            infantry=track.infantry,
            armour=track.armour,
            losses=track.rem,
        )
        side = ALLIED if nation in ("us", "cw") else GERMAN
        yield Stock(kind="replacements", value=str(track.infantry + track.armour), side=side, lines=(said,))
