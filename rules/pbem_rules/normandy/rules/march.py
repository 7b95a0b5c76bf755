"""Strategic movement along main roads (9.17, 9.18, 4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.paths import Reach, reach
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import GERMAN, State
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules import move, movement, supply
from pbem_rules.normandy.rules.night import part
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View, own
from pbem_rules.normandy.rules.zones import zone_of_control
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class March:
    """Strategic movement along main roads, ``others`` of the stack with it (9.17)."""

    unit: str
    path: tuple[str, ...]
    others: tuple[str, ...] = ()


MARCH = Kind[March, View, Play](March, early="9.17")
KINDS = (MARCH,)


def near_enemies(at: Position, side: str) -> frozenset[str]:
    """The hexes within three of an enemy on the map: nobody of a side marches into them."""
    return _near(at.state, at.data, at.enemy(side))


@derived
def _near(state: State, data: Data, side: str) -> frozenset[str]:
    view, grid, gap = View(data=data, state=state), data.ground.grid, data.charts.sides.strategic_gap
    places = (where for where in state.board.places() if where in grid and view.units_of(side, where))
    return frozenset(one for where in places for one in grid.within(where, gap))


@BOOK.rule("9.17", "9.1", "9.3", "N127")
def price(at: Position, name: str, one: str, two: str) -> int | None:
    """What a step costs a unit in sixths; None where strategic movement does not lead it."""
    ground, sides = at.data.ground, at.data.charts.sides
    water = ground.rivers.has(one, two) or ground.streams.has(one, two)
    if two not in part(at) or not ground.main.has(one, two) or (water and not at.bridged(one, two)):
        return None
    if two in near_enemies(at, at.side_of(name)) or movement.never(at, name, one, two):
        return None
    more = movement.price(at, name, one, two) - sides.main
    return None if more >= movement.WHOLE - sides.main else sides.strategic + more


@MARCH.invalid
def nobody(view: View, order: March) -> Iterator[Violation]:
    for name in (order.unit, *order.others):
        wrong = tuple(own(view, name, "9.17"))
        yield from wrong
        leader = view.board.get(order.unit)
        if not wrong and leader is not None and view.board[name].where != leader.where:
            yield broken("9.17", Message("{unit} stands in another hex", unit=name), name)
    if not order.path:
        yield broken("9.17", Message("name the hexes of the way"), order.unit)


@MARCH.wrong
@BOOK.rule("4.4", "9.17", "18.19")
def may_not_march(view: View, order: March) -> Iterator[Violation]:
    """Who does not march."""
    for name in (order.unit, *order.others):
        found = tuple(move.may_not_move(view, name))
        yield from found
        if found:
            continue
        if not supply.supplied(view, name):
            yield broken("4.4", Message("{unit} is out of supply", unit=name), name)
        elif zone_of_control(view, view.enemy(view.side)).get(view.board[name].where):
            yield broken("9.17", Message("{unit} stands in an enemy zone", unit=name), name)


@MARCH.wrong
def ends(view: View, order: March) -> Iterator[Violation]:
    movers = (order.unit, *order.others)
    yield from movement.unescorted(view, movers)
    if order.path[-1] in view.data.land.terrain:
        yield from move.crowded(view, movers, order.path[-1])


@MARCH.wrong
def way(view: View, order: March) -> Iterator[Violation]:
    hexes = (view.board[order.unit].where, *order.path)
    for name in (order.unit, *order.others):
        spent = 0
        for one, two in pairwise(hexes):
            step = price(view, name, one, two)
            if step is None:
                barred = view.data.ground.main.has(one, two) and movement.never(view, name, one, two)
                said = Message("strategic movement does not lead from {one} to {two}", one=one, two=two)
                yield broken(
                    barred or "9.17", movement.bars(view, barred, name, two) if barred else said, two
                )
                return
            spent += step
        yield from _too_far(view, name, hexes, spent)


@BOOK.rule("9.17", "10.5", "N31")
def _too_far(view: View, name: str, hexes: tuple[str, ...], spent: int) -> Iterator[Violation]:
    there = left(view, name, movement.tax(view, name, hexes))
    if spent > there:
        paragraph = "10.5" if spent <= left(view, name) else "9.17"
        yield movement.too_far(paragraph, name, hexes[-1], spent, there)


def left(at: Position, name: str, tax: int = 0) -> int:
    """The points that a unit has left in this phase, in sixths, less a tax: who has entered has paid for the hex (7.2)."""
    return max(movement.allowance(at, name, tax) - at.board[name].spent, 0)


def _reached(view: View, name: str) -> Reach[str]:
    """The hexes to which a unit may march, with the ways."""
    start = view.board[name].where
    return reach(
        start,
        view.data.ground.main.joined,
        lambda one, two, _spent, _before: price(view, name, one, two),
        left(view, name, movement.tax(view, name, (start,))),
    )


@MARCH.complete
def filled_in(view: View, order: March) -> March:
    """One hex is enough: the way there is filled in."""
    if len(order.path) != 1 or not view.on_map(order.unit):
        return order
    found, to = _reached(view, order.unit), order.path[0]
    return March(unit=order.unit, path=found.path(to)[1:], others=order.others) if to in found else order


def marchers(view: View) -> Iterator[str]:
    """The units on a main road that have not moved."""
    roads = view.data.ground.main.joined
    for unit in view.board:
        ready = (
            view.side_of(unit.id) == view.side
            and view.on_map(unit.id)
            and not movement.has_moved(view, unit.id)
            and unit.where in roads
        )
        if (
            ready
            and view.type_of(unit.id).move
            and not any(may_not_march(view, March(unit=unit.id, path=())))
        ):
            yield unit.id


@MARCH.by_unit(marchers)
def marches(view: View, unit: str) -> Iterator[March]:
    found, start = _reached(view, unit), view.board[unit].where
    yield from (
        March(unit=unit, path=found.path(where)[1:]) for where in sorted(found.costs) if where != start
    )


@MARCH.carry_out
@BOOK.rule("9.18")
def march(play: Play, order: March) -> None:
    """They stand at the end of the way and move no more."""
    names, to = (order.unit, *order.others), order.path[-1]
    for name in names:
        play.move(name, to)
        play.mark(name, moved=True, spent=1, strategic=play.side_of(name) == GERMAN)
    said = Message("{unit} marches to {hex}.", unit=order.unit, hex=to)
    play.say("marched", said, "9.17", side=play.side_of(order.unit), units=names, hexes=(to,))
