"""The movement part of the game: Assign, Move, Strategic, Rally and Refit, as kinds of orders.

``occupy`` and ``occupation`` serve everything else that puts a unit into a hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Outcome
from pbem.port.messages import Message, counted
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import Activation, Play, Position, Unit, View
from pbem_rules.june6.rules.command import takes_command
from pbem_rules.june6.rules.engineers import engineers
from pbem_rules.june6.rules.ground import terrain
from pbem_rules.june6.rules.ground.occupying import absorb, clear_delays, occupation, occupy
from pbem_rules.june6.rules.ground.stacking import stacking_violations
from pbem_rules.june6.rules.lookup import activation
from pbem_rules.june6.rules.movement.checks import (
    acting,
    active,
    any_reduced,
    barred_from_moving,
    barred_from_roads,
    for_one_unit,
    in_points,
    members,
    movers,
    walk,
)
from pbem_rules.june6.rules.movement.costs import Mover, allowance, landing_points, reasons
from pbem_rules.june6.rules.movement.delay_points import removal, removed_from_next_to_it
from pbem_rules.june6.rules.movement.rallying import assign, barred_from_joining
from pbem_rules.june6.rules.movement.ways import enterable, least_wrong, next_to, ways
from pbem_rules.shared.orders import Kind


@frozen(kw_only=True)
class Assign:
    """A corps unit joins the active division for the rest of the turn (6.13a)."""

    unit: str
    formation: str = ""


@frozen(kw_only=True)
class Move:
    """A unit moves along ``path`` (8.1): the hexes it enters, in order. A landing starts with the beach hex (8.47)."""

    unit: str
    path: tuple[str, ...]


@frozen(kw_only=True)
class Strategic:
    """A unit uses Strategic Movement along ``path``, by road all the way (8.23)."""

    unit: str
    path: tuple[str, ...]


__all__ = ["any_reduced", "complete", "joiners", "members", "reach"]


ASSIGN = Kind[Assign, View, Play](Assign, early="7.24", exact=True)
MOVE = Kind[Move, View, Play](Move, early="7.24", exact=True)
STRATEGIC = Kind[Strategic, View, Play](Strategic, early="7.24", exact=True)


# --- what is wrong ----------------------------------------------------------------------------------------------------


for_one_unit(ASSIGN)
for_one_unit(MOVE)
for_one_unit(STRATEGIC)


@ASSIGN.wrong
def _cannot_join(view: View, order: Assign) -> Iterator[Violation]:
    frame, unit = acting(view.state, order.unit)
    return barred_from_joining(view, frame, unit, order.formation)


@MOVE.wrong
def _cannot_move(view: View, order: Move) -> Iterator[Violation]:
    frame, unit = acting(view.state, order.unit)
    mover = Mover(data=view.data, state=view.state, unit=unit, full=frame.full)
    yield from barred_from_moving(view.data, frame, unit)
    yield from walk(mover, order.path)


@STRATEGIC.wrong
def _cannot_march(view: View, order: Strategic) -> Iterator[Violation]:
    frame, unit = acting(view.state, order.unit)
    mover = Mover(data=view.data, state=view.state, unit=unit, full=frame.full, strategic=True)
    yield from barred_from_moving(view.data, frame, unit)
    yield from barred_from_roads(mover)
    yield from walk(mover, order.path)


# --- what they do -----------------------------------------------------------------------------------------------------


@ASSIGN.carry_out
def _joins(play: Play, order: Assign) -> None:
    assign(play, *acting(play.state, order.unit), order.formation)


@BOOK.rule("8.11")
def _move(play: Play, order: Move | Strategic) -> None:
    data, before = play.data, play.state
    frame, unit = acting(before, order.unit)
    strategic, path = isinstance(order, Strategic), order.path
    mover = Mover(data=data, state=before, unit=unit, full=frame.full, strategic=strategic)
    play.outcomes.append(_told(mover, path))
    for where in path:
        occupy(play, unit, where)
    crossed = _ferried(mover, path)
    if crossed:
        play.state = engineers.take_across(data, play.state, unit, crossed)
    frame = play.activation or frame
    if strategic:
        play.alter(strategic=(*frame.strategic, unit.id))
    else:
        play.alter(moved=(*frame.moved, unit.id))
    play.mark(unit.id, where=path[-1], moved=True)
    if ":" in unit.where:
        takes_command(play, unit)
    absorb(play, path[-1])
    play.outcomes.extend(occupation(before, play.state, mover.kind.side))
    cleared = () if strategic else removed_from_next_to_it(mover, path)
    clear_delays(play, cleared)
    play.outcomes.extend(removal(mover, cleared))


MOVE.carry_out(_move)
STRATEGIC.carry_out(_move)


def _ferried(mover: Mover, path: tuple[str, ...]) -> str:
    """The first hex of a move from which engineers take the unit over a river, or ``""``."""
    steps = zip((mover.unit.where, *path), path, strict=False)
    return next((frm for frm, to in steps if mover.crossing(frm, to) is not None), "")


def _from(unit: Unit, path: tuple[str, ...], *, by_road: bool) -> Message:
    frm, to = unit.where, path[-1]
    if by_road:
        return Message("moved by road from {frm} to {to}", frm=frm, to=to)
    return Message("moved from {frm} to {to}", frm=frm, to=to)


def _told(mover: Mover, path: tuple[str, ...]) -> Outcome:
    """Kinds: landed, entered, marched (strategic movement), moved.

    In strategic movement ``total`` and its terms are in half points, as the sentence says.
    """
    unit, terms = mover.unit, reasons(mover, path)
    total = sum(term.value for term in terms)
    box, entry = unit.where.startswith("box:"), unit.where.startswith("entry:")
    if box:
        kind, paragraph, way = "landed", "8.47", Message("landed at {hex}", hex=path[0])
    elif unit.where.startswith("glider:"):
        kind, paragraph, way = "landed", "10.23", Message("landed by glider at {hex}", hex=path[0])
    elif entry:
        kind, paragraph, way = "entered", "8.48", Message("entered the map at {hex}", hex=path[0])
    elif mover.strategic:
        kind, paragraph, way = "marched", "8.23", _from(unit, path, by_road=True)
    else:
        kind, paragraph, way = "moved", "8.11", _from(unit, path, by_road=False)
    if (box or entry) and len(path) > 1:
        way = Message("{way} and moved on to {hex}", way=way, hex=path[-1])
    bank = _ferried(mover, path)
    helped = mover.crossing(bank, path[(mover.unit.where, *path).index(bank)]) if bank else None
    if helped is not None:
        way = Message("{way} over the river with the engineers of {by}", way=way, by=helped.by)
    spent, all_ = in_points(mover, total), in_points(mover, allowance(mover))
    text = Message("{unit} {way} ({spent} of {all} points).", unit=unit.id, way=way, spent=spent, all=all_)
    if mover.strategic:
        text = counted(
            total,
            "{unit} {way} ({spent} of {all} points; {n} half point).",
            "{unit} {way} ({spent} of {all} points; {n} half points).",
            unit=unit.id,
            way=way,
            spent=spent,
            all=all_,
        )
    return Outcome(
        kind=kind,
        text=text,
        paragraph=paragraph,
        side=mover.kind.side,
        units=(unit.id,),
        hexes=path if ":" in unit.where else (unit.where, *path),
        reasons=terms,
        total=total,
    )


@MOVE.toll
def points(view: View, order: Move) -> str:
    """The points of its way (8.11)."""
    return _points(view, order.unit, order.path, strategic=False)


@STRATEGIC.toll
def by_road(view: View, order: Strategic) -> str:
    """The points of its way, which strategic movement reckons in halves (8.23)."""
    return _points(view, order.unit, order.path, strategic=True)


def _points(view: View, name: str, path: tuple[str, ...], *, strategic: bool) -> str:
    frame, unit = acting(view.state, name)
    mover = Mover(data=view.data, state=view.state, unit=unit, full=frame.full, strategic=strategic)
    return in_points(mover, sum(term.value for term in reasons(mover, path)))


def reach(
    at: Position, unit_id: str, *, strategic: bool = False
) -> Mapping[str, tuple[int, tuple[str, ...]]]:
    """Every hex in which a unit may end its move now, in hex order, with the least cost and the path to it.

    Costs are in points, half points for strategic movement; the path leaves out where the unit stands. Empty when the
    unit may not move at all.
    """
    unit = at.state.board.get(unit_id)
    frame = (
        active(at.state, at.data.units[unit_id].side)
        if unit is not None and unit_id in at.data.units
        else None
    )
    if unit is None or frame is None or next(barred_from_moving(at.data, frame, unit), None) is not None:
        return {}
    mover = Mover(data=at.data, state=at.state, unit=unit, full=frame.full, strategic=strategic)
    if strategic and next(barred_from_roads(mover), None) is not None:
        return {}
    landing = landing_points(mover)
    dry = ways(evolve(mover, alone=True), allowance(mover) - landing)
    found = ways(mover, allowance(mover) - landing) if _ferry_near(mover, frame, dry.costs) else dry
    best = {where: dry if where in dry.costs else found for where in found.costs}
    return {
        where: (best[where].costs[where] + landing, best[where].path(where)[1:])
        for where in sorted(best)
        if where != unit.where and not stacking_violations(at, where, (unit_id,))
    }


def _ferry_near(mover: Mover, frame: Activation, near: Iterable[str]) -> bool:
    """Whether engineers could take the mover over a river at one of these hexes: if not, nobody need look for it."""
    adjacent, banks = mover.data.ground.grid.adjacent, terrain.banks(mover.data)
    if mover.strategic:
        return False
    return any(
        bool(engineers.crossing(mover, frame, mover.unit, frm).by)
        for frm in near
        if frm in banks
        and any(terrain.needs_engineers(mover, mover.unit.id, frm, to) for to in adjacent[frm])
    )


# --- which are legal --------------------------------------------------------------------------------------------------


@MOVE.legal
def moves(view: View) -> Iterator[Move]:
    """The moves of each unit, hex by hex."""
    for unit in movers(view):
        for _, path in reach(view, unit.id).values():
            yield Move(unit=unit.id, path=path)


@STRATEGIC.legal
def marches(view: View) -> Iterator[Strategic]:
    """The moves by road of each unit."""
    for unit in movers(view):
        for _, path in reach(view, unit.id, strategic=True).values():
            yield Strategic(unit=unit.id, path=path)


@ASSIGN.legal
def _joining(view: View) -> Iterator[Assign]:
    frame = active(view.state, view.side)
    return joiners(view, frame) if frame is not None else iter(())


def joiners(at: Position, frame: Activation) -> Iterator[Assign]:
    """Every legal order by which a corps unit joins an active division."""
    divisions = [name for name in frame.formations if name in at.data.formations]
    for unit in at.state.board:
        kind = at.data.units[unit.id]
        if kind.side != frame.side or (unit.corps or kind.formation) not in at.data.formations:
            continue
        for name in divisions:
            if next(barred_from_joining(at, frame, unit, name), None) is None:
                yield Assign(unit=unit.id, formation=name)


W = TypeVar("W", Move, Strategic)


def complete(at: Position, order: W) -> W:
    """A move given by its destination alone gets the cheapest path.

    Engineers are called on only where no other path is within the allowance.

    A single hex that the unit can step into is taken at its word. A destination out of reach gets the path with
    the least against it, so that ``check`` can say what is missing.
    """
    if len(order.path) != 1:
        return order
    unit, goal = at.state.board.get(order.unit), order.path[0]
    if unit is None or order.unit not in at.data.units or goal not in at.data.ground.terrain:
        return order
    if goal in next_to(at, unit):
        return order
    frame = active(at.state, at.data.units[order.unit].side)
    full = frame.full if frame is not None else True
    mover = Mover(data=at.data, state=at.state, unit=unit, full=full, strategic=isinstance(order, Strategic))
    enough, helped = allowance(mover) - landing_points(mover), activation(at.state)
    if ":" in unit.where or enterable(mover, goal):
        found = ways(evolve(mover, alone=True), enough, goal)
        if goal not in found.costs and helped is not None and _ferry_near(mover, helped, found.costs):
            found = ways(mover, enough, goal)
        if goal in found.costs and goal != unit.where:
            return evolve(order, path=found.path(goal)[1:])
    return evolve(order, path=least_wrong(mover, goal) or order.path)


MOVE.complete(complete)
STRATEGIC.complete(complete)
