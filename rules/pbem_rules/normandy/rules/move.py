"""The order ``move`` (1.1 to 1.7, 8, 9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.rules import duty, engineers, escape, movement, stacking, supply
from pbem_rules.normandy.rules.june6 import walk
from pbem_rules.normandy.rules.movement import WHOLE
from pbem_rules.normandy.rules.night import part
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import View, own
from pbem_rules.normandy.rules.zones import zone_of_control
from pbem_rules.shared.orders import Kind, broken, not_beside


@frozen(kw_only=True)
class Move:
    """A unit moves from hex to hex, ``others`` of its stack with it. One hex is enough: the cheapest way is filled in."""

    unit: str
    path: tuple[str, ...]
    others: tuple[str, ...] = ()


MOVE = Kind[Move, View, Play](Move, early="8.1")


@MOVE.invalid
def nobody(view: View, order: Move) -> Iterator[Violation]:
    movers = (order.unit, *order.others)
    for name in movers:
        wrong = tuple(own(view, name, "8.1"))
        yield from wrong
        leader = view.board.get(order.unit)
        if not wrong and leader is not None and view.board[name].where != leader.where:
            yield broken("8.1", Message("{unit} stands in another hex", unit=name), name)
    if len(set(movers)) < len(movers):
        yield broken("8.1", Message("name units, each once"), order.unit)
    if not order.path:
        yield broken("8.1", Message("name the hexes of the way"), order.unit)


@MOVE.invalid
def not_adjacent(view: View, order: Move) -> Iterator[Violation]:
    """A way that does not go from hex to hex on the part of the map that is used."""
    if not view.on_map(order.unit):
        return
    adjacent, hexes = view.data.ground.grid.adjacent, part(view)
    for one, two in pairwise((view.board[order.unit].where, *order.path)):
        if two not in hexes:
            yield broken("8.1", movement.bars(view, "8.1", order.unit, two), two)
            return
        if two not in adjacent.get(one, ()):
            yield not_beside("8.1", order.unit, one, two)
            return


# --- who ----------------------------------------------------------------------------------------------------------------


@MOVE.wrong
def wrong(view: View, order: Move) -> Iterator[Violation]:
    """Everything that keeps a move from being made; 6 June has its own ways."""
    if view.state.phase in walk.PHASES:
        movers = (order.unit, *order.others)
        yield from walk.wrong(view, order.unit, order.path, order.others)
        for name in movers:
            yield from _guns(view, name, movers, order.path)
            if view.state.wave:  # nobody has a duty before the turn in which the landing ends
                yield from _provokes(view, name, order.path[-1])
        return
    for name in (order.unit, *order.others):
        found = tuple(may_not_move(view, name))
        yield from found or _way(view, name, order)
    if not view.state.phase.endswith("-mech"):
        yield from movement.unescorted(view, (order.unit, *order.others))


@BOOK.rule("8.2", "8.3", "8.5", "15.5", "17.8", "17.25", "18.19", "N66")
def may_not_move(view: View, name: str) -> Iterator[Violation]:
    """Why a unit does not move at all."""
    unit, kind = view.board[name], view.type_of(name)
    mechanised = view.state.phase.endswith("-mech")
    if kind.fixed:
        yield broken("18.19", Message("{unit} does not move", unit=name), name)
    elif kind.branch == "ship":
        yield broken("9.19", Message("{unit} moves by the order sail", unit=name), name)
    elif not kind.move:
        yield broken("8.1", Message("{unit} does not move", unit=name), name)
    elif unit.still:
        yield broken("17.8", Message("{unit} keeps still for the carpet of bombs", unit=name), name)
    elif mechanised and kind.branch == "crocodile":
        yield broken("17.25", Message("{unit} has no second move", unit=name), name)
    elif mechanised and not kind.circle:
        yield broken("8.5", Message("{unit} has no second move", unit=name), name)
    elif movement.has_moved(view, name):
        yield broken("8.1", Message("{unit} has moved in this phase", unit=name), name)
    elif engineers.digging(view, name):
        yield broken("15.5", Message("{unit} digs and does not move", unit=name), name)


@MOVE.wrong
def crowds(view: View, order: Move) -> Iterator[Violation]:
    if view.state.phase not in walk.PHASES:
        yield from crowded(view, (order.unit, *order.others), order.path[-1])


@BOOK.rule("2.1", "2.3", "2.4", "N164")
def crowded(view: View, movers: tuple[str, ...], to: str) -> Iterator[Violation]:
    """What a move or march ends in: too many, or two armies, for the rest of the phase."""
    comers = [view.board[name] for name in movers]
    wrongs = tuple(stacking.no_room(view, to, comers))
    if not wrongs:
        return
    leave = [name for name in view.units_of(view.side, to) if name not in movers and _may_go(view, name)]
    rest = evolve(view, state=evolve(view.state, board=view.board.remove(*leave)))
    if not leave or any(stacking.no_room(rest, to, comers)):
        yield from wrongs


def _may_go(view: View, name: str) -> bool:
    """Whether a unit could still move to another hex in this phase."""
    return not any(may_not_move(view, name)) and len(movement.within(view, name).costs) > 1


# --- where --------------------------------------------------------------------------------------------------------------


def _way(view: View, name: str, order: Move) -> Iterator[Violation]:
    """What is wrong with a way for one of those who go it."""
    movers, hexes = (order.unit, *order.others), (view.board[name].where, *order.path)
    enemy, zone = view.enemy(view.side), zone_of_control(view, view.enemy(view.side))
    for one, two in pairwise(hexes):
        if view.units_of(enemy, two):
            yield broken("8.1", Message("enemies stand in {hex}", hex=two), two)
            return
        paragraph = movement.never(view, name, one, two)
        if paragraph:
            yield broken(paragraph, movement.bars(view, paragraph, name, two), name)
            return
        if zone.get(one) and zone.get(two) and not escape.allowed(view, movers, hexes):
            yield broken("1.2", Message("{unit} goes from zone to zone", unit=name), name)
    yield from _too_far(view, name, movers, hexes)
    yield from _guns(view, name, movers, order.path)
    yield from _provokes(view, name, order.path[-1])


@BOOK.rule("8.1", "1.5", "1.7", "9.8", "9.11", "N35", "N37")
def _too_far(view: View, name: str, movers: tuple[str, ...], hexes: tuple[str, ...]) -> Iterator[Violation]:
    """A way that takes more points than the unit has."""
    unit, zone = view.board[name], zone_of_control(view, view.enemy(view.side))
    if len(hexes) == 2 and not unit.spent:
        return
    tax, spent = movement.tax(view, name, hexes), unit.spent
    prices = [movement.price(view, name, one, two) for one, two in pairwise(hexes)]
    leaving = [movement.leaving(view, movers, one, zone) for one in hexes[:-1]]
    if spent + sum(prices) + sum(leaving) <= movement.allowance(view, name, tax, at_least=True):
        return
    free, taxed = movement.allowance(view, name), movement.allowance(view, name, tax)
    for (one, two), price, more in zip(pairwise(hexes), prices, leaving, strict=True):
        if price == WHOLE:
            if spent:
                paragraph = movement.all_points(view, one, two)
                said = Message("{unit} needs all its points to go to {hex}", unit=name, hex=two)
                yield broken(paragraph, said, name)
                return
            spent = taxed
        else:
            spent += price + more
    if spent > taxed:
        paragraph = "10.5" if spent <= free else "8.1"
        yield movement.too_far(paragraph, name, hexes[-1], spent - unit.spent, taxed - unit.spent)


@BOOK.rule("8.4")
def _guns(view: View, name: str, movers: tuple[str, ...], path: tuple[str, ...]) -> Iterator[Violation]:
    if view.type_of(name).branch != "artillery":
        return
    zone = zone_of_control(view, view.enemy(view.side))
    for where in path:
        if zone.get(where) and all(each in movers for each in view.units_of(view.side, where)):
            said = Message("{unit} goes alone into the enemy zone in {hex}", unit=name, hex=where)
            yield broken("8.4", said, name)
            return


@BOOK.rule("4.5", "11.9")
def _provokes(view: View, name: str, where: str) -> Iterator[Violation]:
    if duty.provokes(view, name, where) and not supply.supplied(view, name):
        said = Message("{unit} is out of supply and would make an enemy attack", unit=name)
        yield broken("4.5", said, name)


# --- the list and the doing ---------------------------------------------------------------------------------------------


@MOVE.complete
def filled_in(view: View, order: Move) -> Move:
    """A single hex further away becomes the cheapest way to it; out of reach, the one with the least against it."""
    to = order.path[0] if len(order.path) == 1 and view.on_map(order.unit) else ""
    if not to or to in view.data.ground.grid.adjacent[view.board[order.unit].where]:
        return order
    found = None if view.state.phase in walk.PHASES else movement.within(view, order.unit)
    way = found.path(to)[1:] if found and to in found else movement.least_wrong(view, order.unit, to)
    return evolve(order, path=way or order.path)


@MOVE.legal
def walks(view: View) -> Iterator[Move]:
    if view.state.phase in walk.PHASES:
        yield from (Move(unit=name, path=path) for name, path in walk.listed(view))


def movers(view: View) -> Iterator[str]:
    """The units that have not moved yet."""
    if view.state.phase not in walk.PHASES:
        for unit in view.board:
            if (
                view.side_of(unit.id) == view.side
                and view.on_map(unit.id)
                and not any(may_not_move(view, unit.id))
            ):
                yield unit.id


@MOVE.by_unit(movers)
def moves(view: View, unit: str) -> Iterator[Move]:
    found, start = movement.within(view, unit), view.board[unit].where
    yield from (
        Move(unit=unit, path=found.path(where)[1:]) for where in sorted(found.costs) if where != start
    )


@MOVE.toll
def points(view: View, order: Move) -> str:
    """The points of the cheapest way (8.1); nothing is counted for who walks on 6 June."""
    if view.state.phase in walk.PHASES:
        return ""
    spent = movement.within(view, order.unit).costs.get(order.path[-1])
    return "" if spent is None else movement.in_points(spent)


@MOVE.carry_out
def move(play: Play, order: Move) -> None:
    """They stand at the end of the way, and have moved."""
    if play.state.phase in walk.PHASES:
        walk.go(play, order.unit, order.path, order.others)
        return
    names, start, to = (order.unit, *order.others), play.unit(order.unit).where, order.path[-1]
    escape.told(play, names, (start, *order.path))
    for name in names:
        play.move(name, to)
        play.mark(name, moved=True, spent=1, strategic=False)
    said = Message("{unit} goes to {hex}.", unit=order.unit, hex=to)
    play.say("moved", said, "8.1", side=play.side_of(order.unit), units=names, hexes=(start, *order.path))
