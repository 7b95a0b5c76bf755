"""The order ``done``, the turns, and how the game ends."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from ford_rules.ford.book import BOOK
from ford_rules.ford.combat import FIGHT
from ford_rules.ford.model import BLUE, LAST_TURN, RED, Play, View
from pbem.port import Choice, Demand, Message, Result
from pbem_rules.shared import Kind, Phase, Sequence


@frozen(kw_only=True)
class Done:
    """The turn of this side is over."""


DONE = Kind[Done, View, Play](Done)


@DONE.legal
def done(_view: View) -> Iterator[Done]:
    yield Done()


@DONE.carry_out
def next_side(play: Play, _order: Done) -> None:
    state = play.state
    if state.side == BLUE and state.turn == LAST_TURN:
        play.change(over=True)
        return
    play.put(*(evolve(unit, acted=False) for unit in state.board))
    play.change(turn=state.turn + (state.side == BLUE), side=BLUE if state.side == RED else RED)


def _orders(view: View) -> tuple[Demand, ...]:
    return (Choice(side=view.state.side, kinds=("attack", "move", "done"), why=Message("orders")),)


SEQUENCE = Sequence[View, Play](
    (
        Phase(name="orders", title=Message("orders"), owed=_orders),
        Phase(name="over", title=Message("the game is over")),
    ),
    phase=lambda view: "over" if view.state.over else "orders",
    procedures=(FIGHT,),
)


@BOOK.rule("3.1")
def result(view: View) -> Result | None:
    """Who has won; None before the end."""
    if not view.state.over:
        return None
    held = any(view.data.units[name].side == RED for name in view.state.board.at(view.data.ford))
    level = Message("Red holds the ford") if held else Message("Blue holds the ford")
    return Result(winner=RED if held else BLUE, level=level, score=int(held))
