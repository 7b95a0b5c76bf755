"""The order ``move``."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ford_rules.ford.book import BOOK
from ford_rules.ford.model import Play, View
from pbem.port import Message, Violation
from pbem_rules.kernel import Reach, reach
from pbem_rules.shared import Kind, broken


@frozen(kw_only=True)
class Move:
    """A unit moves to a hex."""

    unit: str
    to: str


MOVE = Kind[Move, View, Play](Move)


@BOOK.rule("1.1")
def reached(view: View, name: str) -> tuple[str, ...]:
    """The hexes that a unit can move to, in hex order."""
    grid, board = view.data.grid, view.state.board

    def step(_here: str, there: str, _spent: int, _before: str | None) -> int | None:
        return None if board.at(there) else 1

    found: Reach[str] = reach(board[name].where, grid.adjacent, step, view.data.moves)
    return tuple(where for where in grid.hexes if where in found and where != board[name].where)


def not_ready(view: View, name: str, paragraph: str) -> Iterator[Violation]:
    """Why a unit cannot be given an order."""
    unit = view.state.board.get(name)
    if unit is None or view.data.units[name].side != view.side:
        yield broken(paragraph, Message("you have no unit {unit}", unit=name), name)
    elif unit.acted:
        yield broken(paragraph, Message("{unit} has acted this turn", unit=name), name)


def ready(view: View) -> Iterator[str]:
    """The units of a side that have not acted."""
    return (unit.id for unit in view.state.board if not list(not_ready(view, unit.id, "")))


@MOVE.invalid
def no_such_unit(view: View, order: Move) -> Iterator[Violation]:
    return not_ready(view, order.unit, "1.1")


@MOVE.wrong
def too_far(view: View, order: Move) -> Iterator[Violation]:
    if order.to not in reached(view, order.unit):
        said = Message("{unit} does not reach {hex}", unit=order.unit, hex=order.to)
        yield broken("1.1", said, order.unit)


@MOVE.legal
def moves(view: View) -> Iterator[Move]:
    return (Move(unit=name, to=to) for name in ready(view) for to in reached(view, name))


@MOVE.carry_out
def move(play: Play, order: Move) -> None:
    unit = play.unit(order.unit)
    play.mark(unit.id, where=order.to, acted=True)
    side = play.data.units[unit.id].side
    said = Message("{unit} moved to {hex}.", unit=unit.id, hex=order.to)
    play.say("moved", said, "1.1", side=side, hexes=(unit.where, order.to))
