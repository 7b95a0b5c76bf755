"""Reinforcements come: the order ``enter`` (3.4)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message, counted
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import Due, Unit
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN
from pbem_rules.darkdecember.rules.movement.costs import Mover, left, step_cost
from pbem_rules.darkdecember.rules.movement.ways import cost, not_adjacent, reach_of, wrong_step, wrong_way
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Enter:
    """A unit comes on the map in the first hex of ``path`` and moves on; ``column``: in strategic movement (3.4)."""

    unit: str
    path: tuple[str, ...]
    column: bool = False


ENTER = Kind[Enter, View, Play](Enter, early="3.4", exact=True)


def coming(position: Position, side: str) -> tuple[Due, ...]:
    """The units of a side that have to come now."""
    state = position.state
    return tuple(
        each for each in state.due if each.turn <= state.turn and position.side_of(each.unit) == side
    )


@BOOK.rule("3.4a", "I6.4", "2.0f")
def entries(position: Position, due: Due) -> tuple[str, ...]:
    """The hexes where a unit comes, blocked or not."""
    kind = position.data.units.get(due.unit) or position.data.leaders[due.unit]
    exits = position.data.ground.exits.items()
    return due.hexes or tuple(sorted(where for where, each in exits if each.area in kind.areas))


@BOOK.rule("3.4c")
def blocked(position: Position, side: str, where: str) -> bool:
    """Whether nobody of a side can come in a hex."""
    left_by = side == ALLIED and where in dict(position.state.exits)
    return left_by or bool(position.units_of(position.enemy(side), where))


@BOOK.rule("3.4c", "N19")
def next_hexes(position: Position, due: Due) -> tuple[str, ...]:
    """Where a unit comes in the turn after its hexes were blocked."""
    side, exits = position.side_of(due.unit), position.data.ground.exits
    found = []
    for where in entries(position, due):
        edge = exits[where].edge
        others = [at for at, each in exits.items() if each.edge == edge and not blocked(position, side, at)]
        if side == GERMAN or edge == "west":
            row = int(where[2:])
            others = [at for at in others if side == GERMAN or int(at[2:]) > row]
            least = min((abs(int(at[2:]) - row) for at in others), default=0)
            found += [at for at in others if abs(int(at[2:]) - row) == least]
        else:
            found += sorted((at for at in others if at < where), reverse=True)[:1]
    return tuple(dict.fromkeys(sorted(found)))


def mover(position: Position, due: Due, *, column: bool) -> Mover:
    """A unit that comes, before it stands anywhere."""
    unit = Unit(
        id=due.unit, where="", column=column, columned=column, reduced=due.reduced, entered=position.turn
    )
    return Mover.of(position, unit)


def _due(view: View, name: str) -> Due | None:
    return next((each for each in coming(view, view.side) if each.unit == name), None)


@ENTER.invalid
@BOOK.rule("3.4", "E4", "O3.0")
def not_due(view: View, order: Enter) -> Iterator[Violation]:
    kind = view.data.units.get(order.unit)
    if _due(view, order.unit) is None:
        variant = kind is not None and kind.variant
        paragraph = ("E4" if view.side == ALLIED else "O3.0") if variant else "3.4"
        yield broken(paragraph, Message("{unit} does not come now", unit=order.unit), order.unit)
    elif not order.path:
        yield broken("3.4a", Message("name the hex of entry"), order.unit)
    else:
        yield from not_adjacent(mover(view, _found(view, order), column=order.column), order.path)


def _found(view: View, order: Enter) -> Due:
    due = _due(view, order.unit)
    assert due is not None, "looked at before"
    return due


@ENTER.wrong
def elsewhere(view: View, order: Enter) -> Iterator[Violation]:
    where = order.path[0]
    if where not in entries(view, _found(view, order)):
        yield broken("3.4a", Message("{unit} does not come in {hex}", unit=order.unit, hex=where), where)
    elif blocked(view, view.side, where):
        yield broken("3.4c", Message("{hex} is blocked", hex=where), where)


@ENTER.wrong
@BOOK.rule("I6.3b", "3.2d", "3.4b", "N14")
def starred(view: View, order: Enter) -> Iterator[Violation]:
    if order.column and not may_come_in_column(view, order.unit):
        said = Message("{unit} does not come in strategic movement", unit=order.unit)
        yield broken("I6.3b" if order.unit in view.data.units else "O9.3", said, order.unit)


def may_come_in_column(view: View, name: str) -> bool:
    """Whether a unit may arrive in strategic movement."""
    return name in view.data.units and not view.kind(name).star


@ENTER.wrong
def way(view: View, order: Enter) -> Iterator[Violation]:
    yield from wrong_way(mover(view, _found(view, order), column=order.column), order.path)


@ENTER.wrong
@BOOK.rule("3.5d", "N83")
def owed_first(view: View, order: Enter) -> Iterator[Violation]:
    for edge, points in view.state.debts:
        others = [each for each in coming_by(view, edge) if each != order.unit]
        if order.unit in coming_by(view, edge) and sum(strength(view, each) for each in others) < points:
            said = counted(
                points,
                "{n} point has to be kept out in the {edge} first",
                "{n} points have to be kept out in the {edge} first",
                edge=edge,
            )
            yield broken("3.5d", said, order.unit)


def coming_by(position: Position, edge: str) -> tuple[str, ...]:
    """The Allied units that have to come now over an edge."""
    exits = position.data.ground.exits
    return tuple(
        due.unit
        for due in coming(position, ALLIED)
        if due.unit in position.data.units and any(exits[at].edge == edge for at in entries(position, due))
    )


@BOOK.rule("3.5d", "N18")
def strength(position: Position, name: str) -> int:
    """The points of a unit that is kept out."""
    return position.kind(name).front.attack


@ENTER.legal
def enters(view: View) -> Iterator[Enter]:
    for due in coming(view, view.side):
        yield from _ways(view, due)


def able(view: View) -> Iterator[str]:
    """The units that have a way to come now."""
    for due in coming(view, view.side):
        if next(_ways(view, due), None) is not None:
            yield due.unit


def _ways(view: View, due: Due) -> Iterator[Enter]:
    if any(owed_first(view, Enter(unit=due.unit, path=("",)))):
        return
    for column in (False, True) if may_come_in_column(view, due.unit) else (False,):
        who = mover(view, due, column=column)
        for start in entries(view, due):
            if not blocked(view, view.side, start):
                yield from _ways_from(who, start)


def _ways_from(who: Mover, start: str) -> Iterator[Enter]:
    if next(wrong_step(who, "", start), None) is not None:
        return
    for path in _onward(who, start):
        order = Enter(unit=who.unit.id, path=(start, *path), column=who.unit.column)
        if not any(wrong_way(who, order.path)):
            yield order


def _onward(who: Mover, start: str) -> Iterator[tuple[str, ...]]:
    """No step beyond the hex of entry first: whether anybody comes at all is asked much oftener than how far."""
    yield ()
    yield from reach_of(who, start, left(who) - step_cost(who, "", start)).values()


@ENTER.carry_out
def enter(play: Play, order: Enter) -> None:
    due = next(each for each in play.state.due if each.unit == order.unit)
    who = mover(play, due, column=order.column)
    play.change(due=tuple(each for each in play.state.due if each is not due))
    play.put(evolve(who.unit, where=order.path[0], began="entry", spent=cost(who, order.path)))
    for where in order.path:
        play.go(order.unit, where)
    said = Message("{unit} comes in {hex}.", unit=order.unit, hex=order.path[0])
    play.say("entered", said, "3.4", side=who.side, units=(order.unit,), hexes=order.path)


@BOOK.rule("3.4c", "N82")
def delay(play: Play) -> None:
    """At the end of movement those who could not come wait for the next turn."""
    late = coming(play, play.state.half)
    moved = {
        each.unit: evolve(each, turn=play.turn + 1, hexes=next_hexes(play, each) or each.hexes)
        if all(blocked(play, play.state.half, where) for where in entries(play, each))
        else evolve(each, turn=play.turn + 1)
        for each in late
    }
    if moved:
        play.change(due=tuple(moved.get(each.unit, each) for each in play.state.due))
