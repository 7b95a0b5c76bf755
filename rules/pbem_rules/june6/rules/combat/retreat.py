"""Retreats: which ways are open, and what they cost (13.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message, counted
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import Combat, Play, Position, Task, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.arrivals.arriving import called
from pbem_rules.june6.rules.combat.losses import RED
from pbem_rules.june6.rules.combat.results import TOLL, alive
from pbem_rules.june6.rules.combat.under_way import head_task
from pbem_rules.june6.rules.ground import occupying, stacking, terrain, zones_of_control
from pbem_rules.june6.rules.lookup import enemy_of, holder, side_of
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Retreat:
    """``units`` retreat together along ``path`` (13.3); an empty path stays and takes the Reduction of 13.37."""

    units: tuple[str, ...]
    path: tuple[str, ...] = ()


RETREAT = Kind[Retreat, View, Play](Retreat, early="13.31", exact=True)


KIND = "retreat"


# --- one step ---------------------------------------------------------------------------------------------------------


@BOOK.rule("13.32", "13.34", "13.38")
def step_violations(at: Position, units: Sequence[Unit], frm: str, to: str) -> Iterator[Violation]:
    """Why the units, together, may not retreat from one hex to the next."""
    if ":" in to:
        yield broken("13.38", Message("a retreat ends on the map, not in {to}", to=called(to)), to)
    elif to not in at.data.ground.grid.adjacent.get(frm, ()):
        yield broken("13.35", Message("{frm} and {to} are not adjacent", frm=frm, to=to), to)
    else:
        for unit in units:
            for closed in terrain.can_enter(at, unit, frm, to):
                yield broken("13.32", closed.message, unit.id)
        if units and holder(at, to) not in ("", side_of(at.data, units[0].id)):
            yield broken("13.34", Message("{to} is held by the enemy", to=to), to)
        else:
            for full in stacking.stacking_violations(at, to, [unit.id for unit in units]):
                yield broken("13.34", full.message, to)


def _open(at: Position, units: Sequence[Unit], frm: str, to: str) -> bool:
    return not any(step_violations(at, units, frm, to))


def _zone(at: Position, where: str, units: Sequence[Unit]) -> bool:
    return zones_of_control.in_zone(at, where, enemy_of(side_of(at.data, units[0].id)))


def _haven(data: Data, where: str) -> bool:
    return data.charts.terrain[data.ground.terrain[where]].retreat_haven


# --- whole ways -------------------------------------------------------------------------------------------------------


@BOOK.rule("13.35")
def hexes_due(at: Position, units: Sequence[Unit], first: str, distance: int) -> int:
    """How many hexes the retreat has when it goes to ``first``; a city may end it there (13.37)."""
    return max(distance, 2) if _zone(at, first, units) else distance


def paths(at: Position, units: Sequence[Unit], start: str, distance: int) -> Iterator[tuple[str, ...]]:
    """Every way that units retreating together may take, in direction order; shorter ones first."""
    adjacent = at.data.ground.grid.adjacent
    for first in adjacent[start]:
        if not _open(at, units, start, first):
            continue
        due = hexes_due(at, units, first, distance)
        if due == 1 or _haven(at.data, first):
            yield (first,)
        if due > 1:
            for second in adjacent[first]:
                if second != start and _open(at, units, first, second):
                    yield (first, second)


def zone_hexes(at: Position, units: Sequence[Unit], path: Sequence[str]) -> tuple[str, ...]:
    """The hexes of a way that are in an enemy zone of control: each costs a Reduction (13.36, N48)."""
    return tuple(where for where in path if _zone(at, where, units))


def must_go(at: Position, units: Sequence[Unit], start: str, distance: int) -> bool:
    """Whether one of the units, by itself, has a way clear of enemy zones, so that they may not stay (13.31, N49)."""
    return any(_clear_way(at, (unit,), start, distance) for unit in units)


def _clear_way(at: Position, units: Sequence[Unit], start: str, distance: int) -> bool:
    return any(not zone_hexes(at, units, path) for path in paths(at, units, start, distance))


def groups(units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Every set of units that may retreat together, the whole stack first."""
    for size in range(len(units), 0, -1):
        yield from combinations(units, size)


def options(at: Position, combat: Combat, task: Task) -> Iterator[Retreat]:
    """Every legal retreat order: whole stack first, then fewer; staying last, where it is allowed."""
    units = alive(at.state, task.units)
    for group in groups(units):
        names = tuple(unit.id for unit in group)
        for path in paths(at, group, combat.target, task.distance):
            yield Retreat(units=names, path=path)
        if not must_go(at, group, combat.target, task.distance):
            yield Retreat(units=names)


# --- the order --------------------------------------------------------------------------------------------------------


@RETREAT.wrong
@BOOK.rule("13.31", "13.33")
def not_so(view: View, order: Retreat) -> Iterator[Violation]:
    """Why the units may not retreat in this way."""
    state = view.state
    combat, task = head_task(state)
    due = tuple(name for name in task.units if name in state.board)
    wrong = [name for name in order.units if name not in due]
    for name in wrong:
        yield broken("13.31", Message("{name} does not have to retreat now", name=name), name)
    doubled = not order.units or len(set(order.units)) < len(order.units)
    if doubled:
        yield broken("13.33", Message("name each unit that retreats once"), combat.target)
    if wrong or doubled:
        return
    units = alive(state, order.units)
    if order.path:
        yield from _way(view, combat, task, units, order.path)
        return
    free = [u.id for u in units if must_go(view, (u,), combat.target, task.distance)]
    if free:
        said = Message(
            "{free} can retreat clear of enemy zones of control, so cannot stay", free=", ".join(free)
        )
        yield broken("13.37", said, free[0])


def _way(
    at: Position, combat: Combat, task: Task, units: Sequence[Unit], path: tuple[str, ...]
) -> Iterator[Violation]:
    frm = combat.target
    for to in path[:2]:
        if to == combat.target:
            yield broken("13.35", Message("a retreat does not come back to {to}", to=to), to)
        yield from step_violations(at, units, frm, to)
        frm = to
    if path[0] not in at.data.ground.grid:
        return
    due = hexes_due(at, units, path[0], task.distance)
    ends_in_city = path[0] in at.data.ground.terrain and _haven(at.data, path[0])
    if len(path) > due or (len(path) < due and not ends_in_city):
        said = counted(
            due, "this retreat is {n} hex, not {len}", "this retreat is {n} hexes, not {len}", len=len(path)
        )
        yield broken("13.35", said, path[-1])


@RETREAT.carry_out
@BOOK.rule("13.36")
def carried_out(play: Play, order: Retreat) -> None:
    """The units retreat; a Reduction for each zone of control comes before whatever else is left to do."""
    data, before, combat = play.data, play.state, play.combat
    task = combat.tasks[0]
    left = tuple(name for name in task.units if name not in order.units)
    rest = ((evolve(task, units=left),) if left else ()) + combat.tasks[1:]
    if not order.path:
        _stays(play, order.units, rest)
        return
    units = alive(before, order.units)
    zones = zone_hexes(View(data=data, state=before), units, order.path)
    for where in order.path:
        for unit in units:
            occupying.occupy(play, unit, where)
    play.mark(*(unit.id for unit in units), where=order.path[-1])
    occupying.absorb(play, order.path[-1])
    text = Message("{units} retreated to {path}.", units=", ".join(order.units), path=order.path[-1])
    hexes = (combat.target, *order.path)
    play.say("retreated", text, "13.31", side=task.side, units=order.units, hexes=hexes)
    play.outcomes.extend(occupying.occupation(before, play.state, task.side))
    losses = (Task(kind=TOLL, side=task.side, units=order.units, result=RED),) * len(zones)
    play.alter(tasks=(*losses, *rest), retreated=(*combat.retreated, *order.units), superior=())


@BOOK.rule("13.37")
def _stays(play: Play, names: tuple[str, ...], rest: tuple[Task, ...]) -> None:
    combat = play.combat
    side = combat.tasks[0].side
    text = Message(
        "{names} did not retreat and stayed in {target}.", names=", ".join(names), target=combat.target
    )
    play.say("stayed", text, "13.37", side=side, units=names, hexes=(combat.target,))
    play.alter(tasks=(Task(kind=TOLL, side=side, units=names, result=RED), *rest), superior=())


RETREAT.legal(lambda view: options(view, *head_task(view.state)))
