"""The order ``move``: British movement, step by step, under opportunity fire."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.insight import Forecast
from pbem.port.messages import Message, Series
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, DEAD, Unit
from pbem_rules.pegasus.play import Play, View
from pbem_rules.pegasus.rules import charges, odds
from pbem_rules.pegasus.rules.garrison import wake_around
from pbem_rules.pegasus.rules.ground import step_cost
from pbem_rules.pegasus.rules.losses import check_leader
from pbem_rules.pegasus.rules.orders.units import able, can_pay, may_move, movers, own, points_left
from pbem_rules.pegasus.rules.small_arms import opportunity
from pbem_rules.shared.orders import broken
from pbem_rules.shared.straight import StraightKind


@frozen(kw_only=True)
class Move:
    """``unit`` goes through the areas of ``path``, and ``leader`` (a leader in the same area) with it."""

    unit: str
    path: tuple[str, ...]
    leader: str = ""


MOVE = StraightKind[Move, View, Play](Move)


@MOVE.invalid
def no_such_unit(view: View, order: Move) -> Iterator[Violation]:
    yield from own(view, order.unit, troops=False)
    if order.leader:
        yield from own(view, order.leader, troops=False)


@MOVE.wrong
def suppressed(view: View, order: Move) -> Iterator[Violation]:
    unit = view.board[order.unit]
    if not may_move(unit):
        yield from able(unit)


@MOVE.wrong
@BOOK.rule("15.3")
def helped(view: View, order: Move) -> Iterator[Violation]:
    """A wounded leader needs a unit; a unit takes a leader of its own area along."""
    unit = view.board[order.unit]
    if unit.kind == "leader" and unit.wounded:
        said = Message("{unit} is wounded and needs a unit to help him.", unit=unit.id)
        yield broken("15.3", said, unit.id)
    if not order.leader:
        return
    leader = view.board[order.leader]
    if leader.kind != "leader" or leader.where != unit.where or leader.id == unit.id:
        said = Message("{leader} is not a leader beside {unit}.", leader=leader.id, unit=unit.id)
        yield broken("15.3", said, leader.id)
    elif not unit.strength:
        said = Message("{unit} is not a unit that could take {leader} along.", unit=unit.id, leader=leader.id)
        yield broken("15.3", said, unit.id)


@MOVE.wrong
@BOOK.rule("16.4", "N57")
def engaged(view: View, order: Move) -> Iterator[Violation]:
    """Who is engaged in close combat stays."""
    for name in filter(None, (order.unit, order.leader)):
        unit = view.board[name]
        if unit.where in view.state.engaged and unit.since < view.state.turn:
            yield broken("16.4", Message("{unit} is engaged in close combat.", unit=unit.id), unit.id)


@MOVE.wrong
def no_way(view: View, order: Move) -> Iterator[Violation]:
    """The path leads from area to area, and its points can be paid."""
    terrain, unit = view.data.terrain, view.board[order.unit]
    here, cost = unit.where, 0
    if not order.path:
        yield broken("6.1", Message("the path is empty."))
    for area in order.path:
        step = step_cost(view, BRITISH, here, area) if area in terrain.areas else None
        if step is None:
            yield _barred(view, unit, here, area)
            return
        here, cost = area, cost + step
    yield from can_pay(view, unit, cost, view.board.get(order.leader), here)


def _barred(view: View, unit: Unit, here: str, area: str) -> Violation:
    """Why nobody goes from one area straight to another."""
    terrain = view.data.terrain
    if area not in terrain.areas:
        return broken("6.1", Message("there is no area {area} on the map.", area=area), area)
    if area == terrain.pegasus and view.state.pegasus == "destroyed":
        return broken("N13", Message("the bridge is gone: nobody enters {area}.", area=area), area)
    ways = Series(terrain.ways[here])
    said = Message(
        "{unit} cannot go from {here} to {area}: ways lead from there to {ways}.",
        unit=unit.id, here=here, area=area, ways=ways,
    )  # fmt: skip
    return broken("6.1", said, area)


@MOVE.legal
def moves(view: View) -> Iterator[Move]:
    """Every step; longer paths are made of such steps."""
    for unit in movers(view):
        beside = view.at(unit.where, BRITISH) if unit.strength else ()
        leaders = [each.id for each in beside if each.kind == "leader" and each.id != unit.id]
        for other in view.data.terrain.ways[unit.where]:
            for leader in ("", *leaders):
                yield Move(unit=unit.id, path=(other,), leader=leader)


@MOVE.forecast
def chances(view: View, order: Move) -> Forecast | None:
    return odds.chances(
        view,
        MOVE,
        order,
        Message("{unit} moves to {path}", unit=order.unit, path=order.path[-1]),
        order.path[-1],
        paragraph="5.1",
    )


@MOVE.toll
def points(view: View, order: Move) -> str:
    """The points of its way (6.1)."""
    way = pairwise((view.board[order.unit].where, *order.path))
    return str(sum(step_cost(view, BRITISH, frm, to) or 0 for frm, to in way))


@MOVE.carry_out
def move(play: Play, order: Move) -> None:
    """A unit, and perhaps a leader with it, along its path; the leader comes along as far as the unit gets."""
    name, helping = order.unit, False
    for area in order.path:
        unit, leader = play.unit(name), play.board.get(order.leader)
        if leader is not None and leader.where == DEAD:
            leader = None
        cost = next_cost(play, unit, leader, area)
        if cost is None:
            break
        for each in (unit, leader):
            if each is not None:
                play.mark(each.id, spent=each.spent + cost)
                play.place(each.id, area)
        helping = helping or (leader is not None and leader.wounded)
        text = Message("{name} moves to {area}.", name=name, area=area)
        play.say("moved", text, "5.1", side=BRITISH, units=(name,), hexes=(unit.where, area))
        wake_around(play, name)
        charges.sappers_look(play, name)
        opportunity(play, name)
        if play.unit(name).where == DEAD:
            break
    if helping and not play.unit(order.leader).jolted and play.unit(order.leader).where != DEAD:
        moved_wounded(play, order.leader)


@BOOK.rule("5.1", "N52")
def next_cost(play: Play, unit: Unit, leader: Unit | None, area: str) -> int | None:
    """What the next step costs; None when the points are gone: an enemy has turned up, or the leader is wounded."""
    cost = step_cost(play, BRITISH, unit.where, area)
    left = points_left(play.data, unit, leader)
    if cost is not None and cost <= left:
        return cost
    text = Message(
        "{unit} stops in {hex}: {area} costs {cost} and {left} are left.",
        unit=unit.id,
        hex=unit.where,
        area=area,
        cost=cost,
        left=left,
    )
    play.say("stopped", text, "5.1", side=BRITISH, units=(unit.id,), hexes=(unit.where, area))
    return None


@BOOK.rule("15.3", "N49")
def moved_wounded(play: Play, leader: str) -> None:
    """A wounded leader who has been moved."""
    play.mark(leader, jolted=True)
    check_leader(play, leader, only_death=True)
