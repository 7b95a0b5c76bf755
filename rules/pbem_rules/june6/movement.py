"""The movement part of the game: Assign, Move, Strategic, Rally and Refit, as check, apply, options and complete.

``occupy`` and ``occupation`` serve everything else that puts a unit into a hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Demand, Outcome, Step
from pbem_rules.june6 import engineers, terrain
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.lookup import activation
from pbem_rules.june6.model import Activation, State, Unit
from pbem_rules.june6.movement_checks import (
    active,
    any_reduced,
    find,
    in_points,
    may_move,
    may_use_roads,
    members,
    walk,
)
from pbem_rules.june6.movement_costs import Mover, allowance, landing_points, reasons
from pbem_rules.june6.movement_delays import removal, removed_from_next_to_it
from pbem_rules.june6.movement_ways import enterable, next_to, ways
from pbem_rules.june6.occupying import absorb, clear_delays, occupation, occupy
from pbem_rules.june6.orders import Assign, Move, Order, Rally, Refit, Strategic
from pbem_rules.june6.printed import Data
from pbem_rules.june6.rallying import assign, may_join, may_rally, rally
from pbem_rules.june6.refitting import may_refit, refit
from pbem_rules.june6.stacking import over

__all__ = [
    "any_reduced",
    "apply",
    "check",
    "complete",
    "demands",
    "joiners",
    "members",
    "occupation",
    "occupy",
    "options",
    "reach",
]

_FAR = 60
"""Points with which a path is looked for when a destination is out of reach, so that the shortfall can be told."""


def check(data: Data, state: State, side: str, action: object) -> tuple[Violation, ...]:
    """Everything wrong with one of this part's orders; empty when it is legal."""
    frame = active(state, side)
    if not isinstance(action, Assign | Move | Strategic | Rally | Refit):
        return (Violation(paragraph="7.24", message=f"{type(action).__name__} is no order of movement"),)
    if frame is None:
        return (
            Violation(paragraph="7.24", message="no formation of yours is active now", subject=action.unit),
        )
    unit = find(data, state, side, action.unit)
    if isinstance(unit, Violation):
        return (unit,)
    match action:
        case Assign():
            found = tuple(may_join(data, state, frame, unit, action.formation))
        case Rally():
            found = tuple(may_rally(data, state, frame, unit))
        case Refit():
            found = tuple(may_refit(data, state, frame, unit))
        case Move():
            mover = Mover(data=data, state=state, unit=unit, full=frame.full)
            found = (*may_move(data, frame, unit), *walk(mover, action.path))
        case Strategic():
            mover = Mover(data=data, state=state, unit=unit, full=frame.full, strategic=True)
            found = (*may_move(data, frame, unit), *may_use_roads(mover), *walk(mover, action.path))
    return tuple(dict.fromkeys(found))


def apply(data: Data, state: State, side: str, action: object) -> Step[State]:
    """What a legal order does. Raises ValueError for an order that ``check`` does not pass at all."""
    frame = active(state, side)
    if frame is None or not isinstance(action, Assign | Move | Strategic | Rally | Refit):
        raise ValueError(f"{action!r} is no order of movement in this position")
    unit = state.board[action.unit]
    match action:
        case Assign():
            return assign(data, state, frame, unit, action.formation)
        case Rally():
            return rally(state, frame, unit)
        case Refit():
            return refit(data, state, frame, unit)
        case Move() | Strategic():
            return _move(data, state, frame, unit, action)


@BOOK.rule("8.11", text="Units move one at a time along a path of hexes and pay for each.")
def _move(data: Data, state: State, frame: Activation, unit: Unit, order: Move | Strategic) -> Step[State]:
    strategic = isinstance(order, Strategic)
    mover = Mover(data=data, state=state, unit=unit, full=frame.full, strategic=strategic)
    said = _told(mover, order.path)
    after = state
    for where in order.path:
        after = occupy(data, after, unit, where)
    crossed = _ferried(mover, order.path)
    if crossed:
        after = engineers.take_across(data, after, unit, crossed)
        frame = after.frames[-1] if isinstance(after.frames[-1], Activation) else frame
    frame = (
        evolve(frame, strategic=(*frame.strategic, unit.id))
        if strategic
        else evolve(frame, moved=(*frame.moved, unit.id))
    )
    board = state.board.put(evolve(unit, where=order.path[-1], moved=True))
    after = absorb(data, evolve(after, board=board, frames=(*state.frames[:-1], frame)), order.path[-1])
    told = (said, *occupation(state, after, mover.kind.side))
    cleared = () if strategic else removed_from_next_to_it(mover, order.path)
    return Step(state=clear_delays(after, cleared), outcomes=(*told, *removal(mover, cleared)))


def _ferried(mover: Mover, path: tuple[str, ...]) -> str:
    """The first hex of a move from which engineers take the unit over a river, or ``""``."""
    steps = zip((mover.unit.where, *path), path, strict=False)
    return next((frm for frm, to in steps if mover.crossing(frm, to) is not None), "")


def _told(mover: Mover, path: tuple[str, ...]) -> Outcome:
    """Kinds: landed, entered, marched (strategic movement), moved. ``total`` is in half points for marched."""
    unit, terms = mover.unit, reasons(mover, path)
    total = sum(term.value for term in terms)
    box, entry = unit.where.startswith("box:"), unit.where.startswith("entry:")
    if box:
        kind, paragraph, way = "landed", "8.47", f"landed at {path[0]}"
    elif unit.where.startswith("glider:"):
        kind, paragraph, way = "landed", "10.23", f"landed by glider at {path[0]}"
    elif entry:
        kind, paragraph, way = "entered", "8.48", f"entered the map at {path[0]}"
    elif mover.strategic:
        kind, paragraph, way = "marched", "8.23", f"moved by road from {unit.where} to {path[-1]}"
    else:
        kind, paragraph, way = "moved", "8.11", f"moved from {unit.where} to {path[-1]}"
    if (box or entry) and len(path) > 1:
        way = f"{way} and moved on to {path[-1]}"
    bank = _ferried(mover, path)
    helped = mover.crossing(bank, path[(mover.unit.where, *path).index(bank)]) if bank else None
    if helped is not None:
        way = f"{way} over the river with the engineers of {helped.by}"
    spent = f"{in_points(mover, total)} of {in_points(mover, allowance(mover))} points"
    return Outcome(
        kind=kind,
        text=f"{unit.id} {way} ({spent}).",
        paragraph=paragraph,
        side=mover.kind.side,
        units=(unit.id,),
        hexes=path if ":" in unit.where else (unit.where, *path),
        reasons=terms,
        total=total,
    )


def reach(
    data: Data, state: State, unit_id: str, *, strategic: bool = False
) -> Mapping[str, tuple[int, tuple[str, ...]]]:
    """Every hex in which a unit may end its move now, in hex order, with the least cost and the path to it.

    Costs are in points, half points for strategic movement; the path leaves out where the unit stands. Empty when the
    unit may not move at all.
    """
    unit = state.board.get(unit_id)
    frame = active(state, data.units[unit_id].side) if unit is not None and unit_id in data.units else None
    if unit is None or frame is None or next(may_move(data, frame, unit), None) is not None:
        return {}
    mover = Mover(data=data, state=state, unit=unit, full=frame.full, strategic=strategic)
    if strategic and next(may_use_roads(mover), None) is not None:
        return {}
    landing = landing_points(mover)
    dry = ways(evolve(mover, alone=True), allowance(mover) - landing)
    found = ways(mover, allowance(mover) - landing) if _ferry_near(mover, frame, dry.costs) else dry
    best = {where: dry if where in dry.costs else found for where in found.costs}
    return {
        where: (best[where].costs[where] + landing, best[where].path(where)[1:])
        for where in sorted(best)
        if where != unit.where and not over(data, state, where, (unit_id,))
    }


def _ferry_near(mover: Mover, frame: Activation, near: Iterable[str]) -> bool:
    """Whether engineers could take the mover over a river at one of these hexes: if not, nobody need look for it."""
    data, state = mover.data, mover.state
    adjacent, banks = data.ground.grid.adjacent, terrain.banks(data)
    if mover.strategic:
        return False
    return any(
        bool(engineers.crossing(data, state, frame, mover.unit, frm).by)
        for frm in near
        if frm in banks
        and any(terrain.needs_engineers(data, state, mover.unit.id, frm, to) for to in adjacent[frm])
    )


def options(data: Data, state: State, side: str) -> Iterator[Order]:
    """The legal orders of this part, by unit: its moves, marches, rally and refit; then the corps units that may join."""
    frame = active(state, side)
    if frame is None:
        return
    for unit in members(data, state, frame):
        for _, path in reach(data, state, unit.id).values():
            yield Move(unit=unit.id, path=path)
        for _, path in reach(data, state, unit.id, strategic=True).values():
            yield Strategic(unit=unit.id, path=path)
        if next(may_rally(data, state, frame, unit), None) is None:
            yield Rally(unit=unit.id)
        if unit.reduced and next(may_refit(data, state, frame, unit), None) is None:
            yield Refit(unit=unit.id)
    yield from joiners(data, state, frame)


def joiners(data: Data, state: State, frame: Activation) -> Iterator[Assign]:
    """Every legal order by which a corps unit joins an active division."""
    divisions = [name for name in frame.formations if name in data.formations]
    for unit in state.board:
        kind = data.units[unit.id]
        if kind.side != frame.side or (unit.corps or kind.formation) not in data.formations:
            continue
        for name in divisions:
            if next(may_join(data, state, frame, unit, name), None) is None:
                yield Assign(unit=unit.id, formation=name)


def demands(data: Data, state: State) -> tuple[Demand, ...]:
    """Nothing of this part is ever owed by itself: the sequence of play asks for an active side's orders."""
    return ()


def complete(data: Data, state: State, order: Order) -> Order:
    """A move given by its destination alone gets the cheapest path; any other order comes back as it is.

    Engineers are called on only where no other path is within the allowance.

    A single hex that the unit can step into is taken at its word. A destination out of reach gets a path too where
    there is one, so that ``check`` can say what is missing.
    """
    if not isinstance(order, Move | Strategic) or len(order.path) != 1:
        return order
    unit, goal = state.board.get(order.unit), order.path[0]
    if unit is None or order.unit not in data.units or goal not in data.ground.terrain:
        return order
    if goal in next_to(data, state, unit):
        return order
    frame = active(state, data.units[order.unit].side)
    full = frame.full if frame is not None else True
    mover = Mover(data=data, state=state, unit=unit, full=full, strategic=isinstance(order, Strategic))
    enough, helped = allowance(mover) - landing_points(mover), activation(state)
    if ":" not in unit.where and not enterable(mover, goal):
        return order
    for budget in (enough, _FAR):
        found = ways(evolve(mover, alone=True), budget, goal)
        if goal not in found.costs and helped is not None and _ferry_near(mover, helped, found.costs):
            found = ways(mover, budget, goal)
        if goal in found.costs and goal != unit.where:
            return evolve(order, path=found.path(goal)[1:])
    return order
