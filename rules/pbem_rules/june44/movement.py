"""Moving a unit: every rule a path can break, and what the move does (6.1, 6.2, 10.0, 10.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import field, frozen

from pbem.bytes.errors import Violation
from pbem_rules.june44 import air, control, events
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course
from pbem_rules.june44.lookup import ENTRY, SEA, at_sea, chosen, enemy_of, is_artillery
from pbem_rules.june44.model import ALLIED, GERMAN, State, Unit
from pbem_rules.june44.movement_costs import Budget, budget, step_cost
from pbem_rules.june44.orders import Move
from pbem_rules.june44.printed import Data
from pbem_rules.june44.zones import Front, crosses, front
from pbem_rules.kernel.paths import reach

FIRED_OR_MOVED = "artillery-turns"


@frozen(kw_only=True)
class Mover:
    """A unit that may move, on one position."""

    data: Data = field(repr=False)
    state: State = field(repr=False)
    unit: Unit
    side: str
    budget: Budget
    front: Front = field(repr=False)

    @classmethod
    def of(cls, data: Data, state: State, unit: Unit) -> Mover:
        """A unit on the board as it stands now."""
        return cls(
            data=data,
            state=state,
            unit=unit,
            side=data.units[unit.id].side,
            budget=budget(data, state, unit),
            front=front(data, state),
        )

    def in_enemy_zone(self, where: str) -> bool:
        """Whether a hex is in a zone of the other side."""
        return where in self.front.zone[enemy_of(self.side)]


# --- the whole move ---------------------------------------------------------------------------------------------------


def check(data: Data, state: State, side: str, order: Move) -> tuple[Violation, ...]:
    """Every rule that a move breaks."""
    unit = state.board.get(order.unit)
    if unit is None or data.units[unit.id].side != side:
        return (_broken("10.0", f"{order.unit} is no unit of yours on the map", order.unit),)
    mover = Mover.of(data, state, unit)
    found = [*_may_move(mover)]
    if not order.path:
        found.append(_broken("10.0", f"{unit.id} needs a path of at least one hex", unit.id))
    spent = 0
    for number, (frm, to) in enumerate(pairwise((unit.where, *order.path))):
        broken = [*obstacles(mover, frm, to)]
        found.extend(broken)
        if any(v.paragraph == "10.0" for v in broken):
            return tuple(found)
        if number and (stop := _stops(mover, frm)) is not None:
            found.append(stop)
        spent += step_cost(data, frm, to)
    found.extend(_points_suffice(mover, order, spent))
    return tuple(found)


def _broken(paragraph: str, message: str, subject: str) -> Violation:
    return Violation(paragraph=paragraph, message=message, subject=subject)


@BOOK.rule("10.0", text="A unit moves once in a movement phase.")
def _may_move(mover: Mover) -> Iterator[Violation]:
    unit = mover.unit
    if unit.moved:
        yield _broken("10.0", f"{unit.id} has moved in this phase already", unit.id)
    if mover.budget.why:
        yield _broken(mover.budget.paragraph, mover.budget.why, unit.id)
    yield from _has_not_fired(mover)


@BOOK.rule("16.5", "N41", text="Optional: artillery that has fired this turn does not move.")
def _has_not_fired(mover: Mover) -> Iterator[Violation]:
    unit = mover.unit
    landing = (
        unit.landed == mover.state.turn
    )  # turned over for having landed: the counter turns when the move is complete
    if chosen(mover.state, FIRED_OR_MOVED) and is_artillery(mover.data, unit) and unit.fired and not landing:
        yield _broken("16.5", f"{unit.id} has fired this turn and does not move", unit.id)


@BOOK.rule("10.0", text="A unit may always go one hex, however few points it has, if it may enter that hex.")
def _points_suffice(mover: Mover, order: Move, spent: int) -> Iterator[Violation]:
    allowed, unit = mover.budget, mover.unit
    if allowed.why or (allowed.one_hex and len(order.path) <= 1):
        return
    if allowed.only_one:
        yield _broken(allowed.paragraph, f"{unit.id} may go one hex, the path has {len(order.path)}", unit.id)
    elif spent > allowed.points:
        terms = ", ".join(f"{reason.text} {reason.value:+d}" for reason in allowed.reasons)
        said = f"the move of {unit.id} costs {spent} points, it has {allowed.points} ({terms})"
        yield _broken("10.0", said, unit.id)


# --- one step ---------------------------------------------------------------------------------------------------------


def obstacles(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """Every reason why the unit may not go from ``frm`` to ``to``, points and stops on the way left aside.

    A violation of 10.0 stands alone: then the step is no step at all.
    """
    broken = _joins(mover, frm, to)
    if broken is not None:
        yield broken
        return
    yield from _no_enemy(mover, to)
    yield from _no_forbidden_side(mover, frm, to)
    yield from _no_zone_to_zone(mover, frm, to)
    yield from _not_further_south(mover, to)


@BOOK.rule("10.0", text="A move is a path of adjacent hexes on land.")
def _joins(mover: Mover, frm: str, to: str) -> Violation | None:
    ground = mover.data.ground
    if to not in ground.terrain:
        return _broken("10.0", f"there is no land hex {to} on the map", to)
    if at_sea(mover.unit) and frm == mover.unit.where:
        beach = frm.partition(":")[2]
        return (
            None if to == beach else _broken("10.0", f"{mover.unit.id} goes ashore in {beach}, not {to}", to)
        )
    if frm.startswith(ENTRY):
        return _enters(mover, frm.partition(":")[2], to)
    return (
        None
        if to in ground.grid.adjacent.get(frm, ())
        else _broken("10.0", f"{frm} and {to} are not adjacent", to)
    )


@BOOK.rule(
    "8.3",
    "N42",
    text="Units enter at their hex or, when Allied units hold it, at a hex of the map edge beside it.",
)
def entry_hexes(data: Data, state: State, place: str) -> tuple[str, ...]:
    """Where a unit that waits at an entry or edge may enter now, in hex order."""
    ground = data.ground
    named = ground.entries.get(place) or ground.edges.get(place, ())
    held = front(data, state).held[enemy_of(GERMAN)]
    free = tuple(sorted(where for where in named if where not in held))
    if free or not named:
        return free
    edge = {where for hexes in ground.edges.values() for where in hexes}
    beside = {to for where in named for to in ground.grid.adjacent[where]}
    return tuple(sorted(to for to in beside & edge if to not in held))


def _enters(mover: Mover, place: str, to: str) -> Violation | None:
    allowed = entry_hexes(mover.data, mover.state, place)
    if to in allowed:
        return None
    said = f"{mover.unit.id} enters at {' or '.join(allowed) or 'no hex now'}, not at {to}"
    return _broken("8.3", said, mover.unit.id)


@BOOK.rule(
    "6.0", "11.1", "N43", text="No unit enters a hex that enemies, or a fortification of theirs, hold."
)
def _no_enemy(mover: Mover, to: str) -> Iterator[Violation]:
    if to in mover.front.held[enemy_of(mover.side)]:
        yield _broken("6.0", f"{to} is held by the enemy", to)


@BOOK.rule("10.1", "N30", text="Nobody crosses the canal or the sea, except by a bridge.")
def _no_forbidden_side(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    if not crosses(mover.data.ground, frm, to):
        yield _broken("10.1", f"there is no way across from {frm} to {to}", to)


@BOOK.rule("6.0", "6.2", text="From enemy zone to enemy zone a unit goes only to a hex with a friendly unit.")
def _no_zone_to_zone(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    if frm != mover.unit.where:  # further on the unit has stopped already (6.1)
        return
    if mover.in_enemy_zone(frm) and mover.in_enemy_zone(to) and to not in mover.front.stands[mover.side]:
        said = f"{frm} and {to} are both in enemy zones of control and no friendly unit stands in {to}"
        yield _broken("6.2", said, to)


@BOOK.rule("6.1", text="A unit stops when it enters an enemy zone of control.")
@BOOK.rule("9.0", text="A German unit stops where an air mission has succeeded.")
def _stops(mover: Mover, where: str) -> Violation | None:
    """Why a unit that has entered ``where`` goes no further, if so."""
    if mover.in_enemy_zone(where):
        return _broken("6.1", f"{mover.unit.id} stops in {where}, in an enemy zone of control", where)
    if mover.side == GERMAN and where in air.interdicted(mover.state):
        return _broken("9.0", f"{mover.unit.id} stops in {where}, which is interdicted from the air", where)
    return None


@BOOK.rule(
    "12.1", "N19", text="More Cautious: no Allied unit is at any time further south than it began the turn."
)
def _not_further_south(mover: Mover, to: str) -> Iterator[Violation]:
    if mover.side == ALLIED and further_south(mover.state, mover.unit, to):
        yield _broken("12.1", f"More Cautious: {to} is south of {mover.unit.where}", to)


def further_south(state: State, unit: Unit, to: str) -> bool:
    """Whether More Cautious keeps an Allied unit out of a hex; rows, the first pair of a number, grow southwards."""
    start = (unit.began if unit.moved and unit.began else unit.where).removeprefix(SEA)
    return events.in_force(state, "cautious") and to[:2] > start[:2]


# --- what it does -----------------------------------------------------------------------------------------------------


def apply(course: Course, order: Move) -> None:
    """A legal move: the unit at the end of its path, and what its passing changes."""
    data, state = course.data, course.state
    unit, side = course.unit(order.unit), course.kind(order.unit).side
    ashore = {"landed": state.turn} if at_sea(unit) else {}
    fired = {"fired": True} if chosen(state, FIRED_OR_MOVED) and is_artillery(data, unit) else {}
    began = unit.where if events.in_force(state, "cautious") else ""
    course.mark(unit.id, where=order.path[-1], moved=True, began=began, **ashore, **fired)
    text = f"{unit.id} moves to {order.path[-1]}."
    course.say("moved", text, "10.0", side=side, units=(unit.id,), hexes=(unit.where, *order.path))
    control.passed(course, side, order.path)


# --- what is possible -------------------------------------------------------------------------------------------------


def options(data: Data, state: State, side: str) -> Iterator[Move]:
    """Every unit's moves, one cheapest path to each hex it can reach, in order of unit and hex."""
    for unit in state.board:
        if data.units[unit.id].side == side:
            yield from unit_moves(data, state, unit)


def unit_moves(data: Data, state: State, unit: Unit) -> Iterator[Move]:
    """One cheapest move to each hex that a unit can reach, in hex order."""
    mover = Mover.of(data, state, unit)
    if any(_may_move(mover)):
        return
    ways = paths(mover)
    for where in sorted(ways):
        yield Move(unit=unit.id, path=ways[where])


def firsts(mover: Mover) -> tuple[str, ...]:
    """The hexes that could be the first of the unit's move, whatever forbids them."""
    where, ground = mover.unit.where, mover.data.ground
    if at_sea(mover.unit):
        return (where.partition(":")[2],)
    if where.startswith(ENTRY):
        return entry_hexes(mover.data, mover.state, where.partition(":")[2])
    return tuple(to for to in ground.grid.adjacent.get(where, ()) if to in ground.terrain)


def paths(mover: Mover) -> dict[str, tuple[str, ...]]:
    """For each hex that the unit can reach one of the cheapest paths, the hex it starts from left out."""
    ground, start, allowed = mover.data.ground, mover.unit.where, mover.budget
    adjacent = {**ground.grid.adjacent, start: firsts(mover)}

    def step(frm: str, to: str, _spent: int, _before: str | None) -> int | None:
        if to not in ground.terrain or any(obstacles(mover, frm, to)):
            return None
        cost = step_cost(mover.data, frm, to)
        return min(cost, allowed.points) if frm == start and allowed.one_hex else cost

    def stop(here: str) -> bool:
        return allowed.only_one or _stops(mover, here) is not None

    found = reach(start, adjacent, step, allowed.points, stop)
    return {where: found.path(where)[1:] for where in found.costs if where != start}


def complete(data: Data, state: State, side: str, order: Move) -> Move:
    """A move of which only the destination was given, with one of the cheapest paths; else the order as it is."""
    unit = state.board.get(order.unit)
    if unit is None or data.units[unit.id].side != side or len(order.path) != 1:
        return order
    way = paths(Mover.of(data, state, unit)).get(order.path[0])
    return order if way is None else Move(unit=order.unit, path=way)
