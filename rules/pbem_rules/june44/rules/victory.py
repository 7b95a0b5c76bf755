"""Victory points and who has won (15.0, 15.1, 16.6)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.port.game import Reason, Result
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, OVER
from pbem_rules.june44.rules import control
from pbem_rules.june44.rules.play import Position
from pbem_rules.june44.rules.setup import VICTORY

_CAEN = "Caen"


@BOOK.rule("15.0", "N3")
def worth(at: Position, where: str) -> int:
    """The points for a city hex this turn."""
    scenario = at.scenario
    if at.data.ground.cities[where] == _CAEN and at.state.turn <= scenario.caen_until:
        return scenario.caen_value
    return 1


@BOOK.rule("15.0", "15.1")
def terms(at: Position) -> tuple[Reason, ...]:
    """The Allied victory points one by one."""
    return (*_cities(at), *_beaches(at))


def _cities(at: Position) -> Iterator[Reason]:
    for where, name in sorted(at.data.ground.cities.items()):
        if control.holds(at, ALLIED, where):
            text = Message("{city} ({hex})", city=name, hex=where)
            yield Reason(paragraph="15.0", text=text, value=worth(at, where))


def _beaches(at: Position) -> Iterator[Reason]:
    for where in at.state.penalties:
        name = at.data.ground.beaches[where].name
        text = Message("{beach} beach ({hex}) entered by Germans", beach=name, hex=where)
        yield Reason(paragraph="15.1", text=text, value=-1)


def points(at: Position) -> int:
    """The Allied victory points as the position stands."""
    return sum(term.value for term in terms(at))


@BOOK.rule("16.6")
def needed(at: Position) -> int:
    """The points with which the Allied side wins."""
    return int(at.option(VICTORY) or at.scenario.victory)


@BOOK.rule("15.0", "N4")
def won(at: Position) -> bool:
    """Whether the Allied side has won; asked in the end phase."""
    return points(at) >= needed(at)


@BOOK.rule("15.0", "N4")
def result(at: Position) -> Result | None:
    """How the game ended, or None while it goes on."""
    if at.state.phase != OVER:
        return None
    score, goal = points(at), needed(at)
    winner: str | None = GERMAN
    level = Message("German victory")
    if score >= goal:
        winner, level = ALLIED, Message("Allied victory")
    elif score >= goal - (at.scenario.victory - at.scenario.draw):
        winner, level = None, Message("draw")
    return Result(winner=winner, level=level, score=score, reasons=terms(at))
