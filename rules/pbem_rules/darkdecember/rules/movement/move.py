"""The order ``move`` (3.0)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import EXPLOITATION, Unit
from pbem_rules.darkdecember.rules.movement.costs import Mover
from pbem_rules.darkdecember.rules.movement.ways import (
    cost,
    in_points,
    least_wrong,
    not_adjacent,
    reach,
    still,
    wrong_way,
)
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken, not_own


@frozen(kw_only=True)
class Move:
    """A unit or a commander goes through the hexes of ``path``, the first of them beside it (3.0, O8.2, O8.3).

    A single hex further away is reached by the cheapest way.
    """

    unit: str
    path: tuple[str, ...]


MOVE = Kind[Move, View, Play](Move, early="3.1a", exact=True)


def own(view: View, name: str, paragraph: str) -> Iterator[Violation]:
    """The violation of an order for something that is not a unit of the side on the map."""
    known = name in view.data.units or name in view.data.leaders
    if not view.on_map(name) or view.side_of(name) != view.side:
        yield not_own(paragraph, name, known=known, own=known and view.side_of(name) == view.side)


def each_once(view: View, names: tuple[str, ...], paragraph: str) -> Iterator[Violation]:
    """The violations of a list of own units on the map."""
    if not names or len(set(names)) < len(names):
        yield broken(paragraph, Message("name units, each once"))
    for name in names:
        yield from own(view, name, paragraph)


def mover_of(position: Position, name: str) -> Mover:
    """A unit or commander on the map as it moves."""
    return Mover.of(position, position.board[name])


@MOVE.invalid
def nobody(view: View, order: Move) -> Iterator[Violation]:
    yield from own(view, order.unit, "3.1a")
    if not order.path:
        yield broken("3.1a", Message("name the hexes of the way"), order.unit)


@MOVE.invalid
def no_way(view: View, order: Move) -> Iterator[Violation]:
    if view.on_map(order.unit):
        yield from not_adjacent(mover_of(view, order.unit), order.path)


@MOVE.wrong
@BOOK.rule("3.0", "3.1a")
def wrong(view: View, order: Move) -> Iterator[Violation]:
    yield from still(view, view.board[order.unit])
    yield from wrong_way(mover_of(view, order.unit), order.path)


def movers(view: View) -> Iterator[Unit]:
    """The units and commanders of a side that may move."""
    own_units = (unit for unit in view.board if view.side_of(unit.id) == view.side)
    return (unit for unit in own_units if next(still(view, unit), None) is None)


@MOVE.by_unit(lambda view: (unit.id for unit in movers(view)))
def moves(view: View, unit: str) -> Iterator[Move]:
    yield from (Move(unit=unit, path=path) for path in reach(view, unit).values())


def anybody_moves(view: View) -> bool:
    """Whether there is any legal move. One step of one unit is nearly always legal, and found without a list of all."""
    adjacent = view.data.ground.grid.adjacent
    for unit in movers(view):
        mover = mover_of(view, unit.id)
        if any(next(wrong_way(mover, (to,)), None) is None for to in adjacent[unit.where]):
            return True
    return next(MOVE.listed(view), None) is not None


@MOVE.complete
def cheapest_way(view: View, order: Move) -> Move:
    """A single hex further away becomes the cheapest way to it; out of reach, the one with the least against it."""
    unit, beside = view.board.get(order.unit), view.data.ground.grid.adjacent
    if unit is None or len(order.path) != 1 or order.path[0] in beside[unit.where]:
        return order
    to = order.path[0]
    way = reach(view, order.unit).get(to) or least_wrong(mover_of(view, order.unit), to)
    return evolve(order, path=way or order.path)


@MOVE.toll
def points(view: View, order: Move) -> str:
    """The points of its way, whole ones and the part of one that is left (3.0)."""
    return in_points(cost(mover_of(view, order.unit), order.path))


@MOVE.carry_out
def move(play: Play, order: Move) -> None:
    mover = mover_of(play, order.unit)
    travel(play, order.unit, order.path, cost(mover, order.path))
    way = (mover.unit.where, *order.path)
    said = Message("{unit} moved to {hex}.", unit=order.unit, hex=way[-1])
    play.say("moved", said, "3.0", side=mover.side, units=(order.unit,), hexes=way)


EXPLOITED = "exploited"
"""The mark of a half in whose exploitation somebody has moved."""


def travel(play: Play, name: str, path: tuple[str, ...], spent: int) -> None:
    """A unit goes to the end of a way for so many thirtieths; a reserve is none any more (O8.4)."""
    unit = play.unit(name)
    if play.state.phase == EXPLOITATION and EXPLOITED not in play.state.thrown:
        play.change(thrown=(*play.state.thrown, EXPLOITED))
    play.mark(name, began=unit.began or unit.where, spent=unit.spent + spent, reserve=False)
    for where in path:
        play.go(name, where)


def reserves_react(view: View) -> bool:
    """Whether the other side's reserves can move."""
    ours = evolve(view, side=view.enemy(view.state.half))
    return any(reach(view, unit.id) for unit in movers(ours))


def reacting(view: View) -> tuple[Demand, ...]:
    """The other side's reserves may move (O8.3)."""
    side = view.enemy(view.state.half)
    return (Choice(side=side, kinds=("move", "done"), why=Message("reserves"), paragraph="O8.3"),)
