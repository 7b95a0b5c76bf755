"""What lies beside the map: turn track with who comes, phases, weather, score, replacement points, fuel, losses."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from pbem.port.map_displays import Furniture, Score, Stock, Threshold
from pbem.port.messages import Message, counted
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Places
from pbem_rules.darkdecember.rules import victory
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.darkdecember.show.summary import sky
from pbem_rules.darkdecember.show.words import turn
from pbem_rules.shared import map_displays as shared

_ALLIED_WIN, _DRAW, _GERMAN_WIN = Message("Allied victory"), Message("a draw"), Message("German victory")


def furnished(view: View, plain: Furniture) -> Furniture:
    """The furniture of a position; ``plain`` is what every game has of it."""
    state, last = view.state, view.data.scenarios[view.state.scenario].last
    names = ((number, turn(view.data, number)) for number in range(1, last + 1))
    return evolve(
        plain,
        turns=shared.turns(names, ((each.turn, each.unit) for each in state.due)),
        weather=sky(view),
        score=_score(view),
        stocks=tuple(_stocks(view)),
        lost=tuple(shared.lost(state.lost, view.side_of, (ALLIED, GERMAN))),
    )


def _score(view: View) -> Score:
    """German points, or how many of the German aims are reached: all of them are victory."""
    aim, terms = view.data.scenarios[view.state.scenario].victory, victory.score(view)
    steps = (
        [(0, _ALLIED_WIN, ALLIED), (len(terms), _GERMAN_WIN, GERMAN)]
        if isinstance(aim, Places)
        else [(-999, _ALLIED_WIN, ALLIED), (aim.draw, _DRAW, None), (aim.german, _GERMAN_WIN, GERMAN)]
    )
    thresholds = tuple(Threshold(at_least=least, name=name, side=side) for least, name, side in steps)
    return Score(side=GERMAN, value=sum(each.value for each in terms), terms=terms, thresholds=thresholds)


def _stocks(view: View) -> Iterator[Stock]:
    """Replacement points by kind, divisions that fuel still stops, bridge markers."""
    state = view.state
    kinds = ("infantry-replacements", "motorized-replacements") * 2
    for kind, side, n in zip(kinds, (ALLIED, ALLIED, GERMAN, GERMAN), state.points, strict=True):
        yield Stock(kind=kind, value=str(n), side=side)
    if state.fuel > 0:
        said = counted(state.fuel, "{n} more division stops", "{n} more divisions stop")
        yield Stock(kind="fuel", value=str(state.fuel), side=GERMAN, lines=(said,))
    yield Stock(
        kind="bridges", value=str(state.markers), side=GERMAN, lines=(Message("bridge markers left"),)
    )
