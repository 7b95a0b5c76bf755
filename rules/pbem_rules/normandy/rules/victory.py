"""Victory: who holds the places of a scenario at its end (N72 to N79, 18.15, 18.16)."""

from __future__ import annotations

from pbem.port.game import Reason, Result
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.printed import Goal
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position


@BOOK.rule("N125")
def take_stock(play: Play) -> None:
    """The places that the Allied side holds, at the end of a turn."""
    held = set(play.state.held)
    for goal in play.data.scenarios[play.state.scenario].goals:
        for where in goal.hexes:
            if play.units_of(GERMAN, where):
                held.discard(where)
            elif play.units_of(ALLIED, where):
                held.add(where)
    play.change(held=tuple(sorted(held)))


@BOOK.rule("N72", "N73", "N74", "N75", "N76", "N77")
def score(at: Position) -> tuple[Reason, ...]:
    """The terms of victory as they stand."""
    found = [_term(at, goal) for goal in at.data.scenarios[at.state.scenario].goals]
    port = at.state.port_score
    more = (
        Reason(paragraph="18.15" if port < 0 else "18.16", text=Message("the port of Cherbourg"), value=port),
    )
    return (*found, *(more if port else ()))


def _term(at: Position, goal: Goal) -> Reason:
    """What a goal is worth now: each of its hexes, or all together."""
    taken = sum(where in at.state.held for where in goal.hexes)
    worth = goal.points * (taken if goal.each else taken == len(goal.hexes))
    return Reason(paragraph="N77", text=goal.name, value=worth)


def result(at: Position) -> Result | None:
    """How the game ended; None while it goes on."""
    if not at.state.over:
        return None
    reasons = score(at)
    total = sum(each.value for each in reasons)
    levels = at.data.scenarios[at.state.scenario].levels
    level = next((each for each in levels if total >= each.least), levels[-1])
    return Result(winner=level.winner or None, level=level.name, score=total, reasons=reasons)
