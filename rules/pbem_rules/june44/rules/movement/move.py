"""The order ``move``: every rule that a path can break, and what the move does (6.1, 6.2, 10.0, 10.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from pbem.bytes.errors import Violation
from pbem.bytes.records import field, frozen
from pbem.port.messages import Message, Series
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, Unit
from pbem_rules.june44.rules import air, control
from pbem_rules.june44.rules.cards import effects
from pbem_rules.june44.rules.lookup import ENTRY, SEA, at_sea, enemy_of, is_artillery
from pbem_rules.june44.rules.movement.costs import Budget, budget, step_cost
from pbem_rules.june44.rules.play import Play, Position, View, own
from pbem_rules.june44.rules.zones import Front, crosses, front
from pbem_rules.kernel.paths import least_barred, reach
from pbem_rules.shared.orders import Kind, broken, not_beside


@frozen(kw_only=True)
class Move:
    """``unit`` goes through the hexes of ``path`` (the first is next to it, or the hex in which it enters)."""

    unit: str
    path: tuple[str, ...]


MOVE = Kind[Move, View, Play](Move, exact=True)
FIRED_OR_MOVED = "artillery-turns"


@frozen(kw_only=True)
class Mover:
    """A unit that may move, on one position."""

    at: Position = field(repr=False)
    unit: Unit
    side: str
    budget: Budget
    front: Front = field(repr=False)

    @classmethod
    def of(cls, at: Position, unit: Unit) -> Mover:
        """A unit on the board as it stands now."""
        return cls(at=at, unit=unit, side=at.side_of(unit.id), budget=budget(at, unit), front=front(at))

    def in_enemy_zone(self, where: str) -> bool:
        """Whether a hex is in a zone of the other side."""
        return where in self.front.zone[enemy_of(self.side)]


# --- the whole move ---------------------------------------------------------------------------------------------------


@MOVE.invalid
def no_such_unit(view: View, order: Move) -> Iterator[Violation]:
    yield from own(view, order.unit, "10.0")


@MOVE.wrong
def wrong(view: View, order: Move) -> Iterator[Violation]:
    mover = Mover.of(view, view.board[order.unit])
    yield from cannot_move(mover)
    if not order.path:
        yield broken("10.0", Message("{unit} needs a path of at least one hex", unit=order.unit), order.unit)
    spent = 0
    for number, (frm, to) in enumerate(pairwise((mover.unit.where, *order.path))):
        found = [*obstacles(mover, frm, to)]
        yield from found
        if any(each.paragraph == "10.0" for each in found):
            return
        if number:
            yield from stopped(mover, frm)
        spent += step_cost(view.data, frm, to)
    yield from points_lacking(mover, order, spent)


@BOOK.rule("10.0")
def cannot_move(mover: Mover) -> Iterator[Violation]:
    """Why a unit does not move at all."""
    unit = mover.unit
    if unit.moved:
        yield broken("10.0", Message("{unit} has moved in this phase already", unit=unit.id), unit.id)
    if mover.budget.why:
        yield broken(mover.budget.paragraph, mover.budget.why, unit.id)
    yield from has_fired(mover)


@BOOK.rule("16.5", "N41")
def has_fired(mover: Mover) -> Iterator[Violation]:
    """A counter turned over for having landed is turned when its move is complete: it has not fired."""
    unit, at = mover.unit, mover.at
    turned = unit.fired and unit.landed != at.state.turn
    if turned and at.chosen(FIRED_OR_MOVED) and is_artillery(at.data, unit):
        yield broken("16.5", Message("{unit} has fired this turn and does not move", unit=unit.id), unit.id)


@BOOK.rule("10.0")
def points_lacking(mover: Mover, order: Move, spent: int) -> Iterator[Violation]:
    """Why a path is too long for the points of a unit."""
    allowed, name = mover.budget, order.unit
    if allowed.why or (allowed.one_hex and len(order.path) <= 1):
        return
    if allowed.only_one:
        said = Message("{unit} may go one hex, the path has {n}", unit=name, n=len(order.path))
        yield broken(allowed.paragraph, said, name)
    elif spent > allowed.points:
        terms = (Message("{why} {n:+d}", why=each.text, n=each.value) for each in allowed.reasons)
        said = Message(
            "{hex} is too far for {unit}: the way costs {cost} of {points} ({terms})",
            hex=order.path[-1],
            unit=name,
            cost=spent,
            points=allowed.points,
            terms=Series(terms),
        )
        yield broken("10.0", said, name)


# --- one step ---------------------------------------------------------------------------------------------------------


def obstacles(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """Every reason why the unit may not go from ``frm`` to ``to``, points and stops on the way left aside.

    A violation of 10.0 or 8.3 stands alone: then the step is no step at all.
    """
    found = [*no_step(mover, frm, to)]
    if found:
        yield from found
        return
    yield from enemy_there(mover, to)
    yield from forbidden_side(mover, frm, to)
    yield from zone_to_zone(mover, frm, to)
    yield from too_far_south(mover, to)


@BOOK.rule("10.0")
def no_step(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """Why a place does not lead to a hex."""
    ground, name = mover.at.data.ground, mover.unit.id
    place = frm.partition(":")[2]
    if to not in ground.terrain:
        yield broken("10.0", Message("there is no land hex {hex} on the map", hex=to), to)
    elif at_sea(mover.unit) and frm == mover.unit.where:
        if to != place:
            said = Message("{unit} goes ashore in {beach}, not {hex}", unit=name, beach=place, hex=to)
            yield broken("10.0", said, to)
    elif frm.startswith(ENTRY):
        allowed = entry_hexes(mover.at, place)
        if to not in allowed:
            where = Series(allowed, glue=Message(" or ")) if allowed else Message("no hex now")
            said = Message("{unit} enters at {place}, not at {hex}", unit=name, place=where, hex=to)
            yield broken("8.3", said, name)
    elif to not in ground.grid.adjacent.get(frm, ()):
        yield not_beside("10.0", name, frm, to)


@BOOK.rule("8.3", "N42")
def entry_hexes(at: Position, place: str) -> tuple[str, ...]:
    """Where a unit that waits at an entry or edge may enter now, in hex order."""
    ground = at.data.ground
    named = ground.entries.get(place) or ground.edges.get(place, ())
    held = front(at).held[ALLIED]
    free = tuple(sorted(where for where in named if where not in held))
    if free or not named:
        return free
    edge = {where for hexes in ground.edges.values() for where in hexes}
    beside = {to for where in named for to in ground.grid.adjacent[where]}
    return tuple(sorted(to for to in beside & edge if to not in held))


@BOOK.rule("6.0", "11.1", "N43")
def enemy_there(mover: Mover, to: str) -> Iterator[Violation]:
    """Why a hex is closed to the unit."""
    if to in mover.front.held[enemy_of(mover.side)]:
        yield broken("6.0", Message("{hex} is held by the enemy", hex=to), to)


@BOOK.rule("10.1", "N30")
def forbidden_side(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """Why a hexside is closed to the unit."""
    if not crosses(mover.at.data.ground, frm, to):
        yield broken("10.1", Message("there is no way across from {frm} to {to}", frm=frm, to=to), to)


@BOOK.rule("6.0", "6.2")
def zone_to_zone(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """Why zones of control keep the unit out; further on than its first step it has stopped already (6.1)."""
    if frm != mover.unit.where or to in mover.front.stands[mover.side]:
        return
    if mover.in_enemy_zone(frm) and mover.in_enemy_zone(to):
        said = Message(
            "{frm} and {to} are both in enemy zones of control and no friendly unit stands in {to}",
            frm=frm,
            to=to,
        )
        yield broken("6.2", said, to)


@BOOK.rule("6.1")
@BOOK.rule("9.0")
def stopped(mover: Mover, where: str) -> Iterator[Violation]:
    """Why a unit that has entered ``where`` goes no further, if so."""
    name = mover.unit.id
    if mover.in_enemy_zone(where):
        said = Message("{unit} stops in {hex}, in an enemy zone of control", unit=name, hex=where)
        yield broken("6.1", said, where)
    elif mover.side == GERMAN and where in air.interdicted(mover.at):
        said = Message("{unit} stops in {hex}, which is interdicted from the air", unit=name, hex=where)
        yield broken("9.0", said, where)


@BOOK.rule("12.1", "N19")
def too_far_south(mover: Mover, to: str) -> Iterator[Violation]:
    """Why More Cautious keeps the unit back."""
    if mover.side == ALLIED and further_south(mover.at, mover.unit, to):
        said = Message("More Cautious: {hex} is south of {start}", hex=to, start=mover.unit.where)
        yield broken("12.1", said, to)


def further_south(at: Position, unit: Unit, to: str) -> bool:
    """Whether More Cautious keeps an Allied unit out of a hex; rows, the first pair of a number, grow southwards."""
    start = (unit.began if unit.moved and unit.began else unit.where).removeprefix(SEA)
    return effects.in_force(at, "cautious") and to[:2] > start[:2]


# --- what it does -----------------------------------------------------------------------------------------------------


@MOVE.toll
def points(view: View, order: Move) -> str:
    """The points of its way (10.0)."""
    way = pairwise((view.board[order.unit].where, *order.path))
    return str(sum(step_cost(view.data, frm, to) for frm, to in way))


@MOVE.carry_out
def move(play: Play, order: Move) -> None:
    """The unit at the end of its path, and what its passing changes."""
    unit, to = play.unit(order.unit), order.path[-1]
    side, turned = play.side_of(unit.id), play.chosen(FIRED_OR_MOVED) and is_artillery(play.data, unit)
    play.mark(
        unit.id,
        where=to,
        moved=True,
        began=unit.where if effects.in_force(play, "cautious") else "",
        landed=play.state.turn if at_sea(unit) else unit.landed,
        fired=unit.fired or turned,
    )
    said = Message("{unit} moves to {hex}.", unit=unit.id, hex=to)
    play.say("moved", said, "10.0", side=side, units=(unit.id,), hexes=(unit.where, *order.path))
    control.passed(play, side, order.path)


# --- what is possible -------------------------------------------------------------------------------------------------


@MOVE.legal
def moves(view: View) -> Iterator[Move]:
    """Every unit's moves, one cheapest path to each hex it can reach, in order of unit and hex."""
    return (move for unit in view.units_of(view.side) for move in unit_moves(view, unit))


def unit_moves(at: Position, unit: Unit) -> Iterator[Move]:
    """One cheapest move to each hex that a unit can reach, in hex order."""
    mover = Mover.of(at, unit)
    if not any(cannot_move(mover)):
        ways = paths(mover)
        yield from (Move(unit=unit.id, path=ways[where]) for where in sorted(ways))


def firsts(mover: Mover) -> tuple[str, ...]:
    """The hexes that could be the first of the unit's move, whatever forbids them."""
    ground, (kind, _, place) = mover.at.data.ground, mover.unit.where.partition(":")
    if at_sea(mover.unit):
        return (place,)
    if place:
        return entry_hexes(mover.at, place)
    return tuple(to for to in ground.grid.adjacent.get(kind, ()) if to in ground.terrain)


def _adjacent(mover: Mover) -> Mapping[str, tuple[str, ...]]:
    return {**mover.at.data.ground.grid.adjacent, mover.unit.where: firsts(mover)}


def paths(mover: Mover) -> dict[str, tuple[str, ...]]:
    """For each hex that the unit can reach one of the cheapest paths, the hex it starts from left out."""
    data, start, allowed = mover.at.data, mover.unit.where, mover.budget

    def step(frm: str, to: str, _spent: int, _before: str | None) -> int | None:
        if to not in data.ground.terrain or any(obstacles(mover, frm, to)):
            return None
        cost = step_cost(data, frm, to)
        return min(cost, allowed.points) if frm == start and allowed.one_hex else cost

    def stop(here: str) -> bool:
        return allowed.only_one or any(stopped(mover, here))

    found = reach(start, _adjacent(mover), step, allowed.points, stop)
    return {where: found.path(where)[1:] for where in found.costs if where != start}


@MOVE.complete
def complete(view: View, order: Move) -> Move:
    """A destination alone becomes one of the cheapest ways to it; out of reach, the one with the least against it."""
    if order.unit not in view.board or view.side_of(order.unit) != view.side or len(order.path) != 1:
        return order
    mover, to = Mover.of(view, view.board[order.unit]), order.path[0]
    if to not in view.data.ground.terrain:
        return order
    off_map = ":" in mover.unit.where
    way = paths(mover).get(to) or (() if off_map else least_wrong(mover, to))
    return Move(unit=order.unit, path=way or order.path)


def least_wrong(mover: Mover, to: str) -> tuple[str, ...]:
    """The way to a hex out of reach with the least against it."""
    data, start = mover.at.data, mover.unit.where

    def barred(frm: str, to: str) -> bool:
        return any(obstacles(mover, frm, to)) or (frm != start and any(stopped(mover, frm)))

    return least_barred(start, to, _adjacent(mover), lambda frm, to: step_cost(data, frm, to), barred)
