"""The loss and the return of a division's headquarters (6.16, 6.17)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Outcome, Step
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.lookup import enemy_of, formation_of, holder, on_map, update_units
from pbem_rules.june6.model import REDUCED, State, Unit
from pbem_rules.june6.occupying import occupation, occupy
from pbem_rules.june6.orders import Restore
from pbem_rules.june6.printed import Data
from pbem_rules.june6.stacking import over
from pbem_rules.june6.terrain import motorised

DIVISION = "division"
_FINAL = frozenset({"6.15", "22.32"})
"""What takes a headquarters out of the game for good (N182)."""


@BOOK.rule("6.17", text="A division's headquarters comes back two turns later, once, on its reduced side.")
def mourn(data: Data, state: State, unit: Unit, paragraph: str) -> State:
    """It goes onto the turn track, unless it has come back before (N182) or is gone for good (6.15, 22.32)."""
    kind = data.unit(unit.id)
    division = data.formations.get(kind.formation)
    if kind.reduced is None or division is None or division.kind != DIVISION:
        return state
    if unit.id in state.returned or paragraph in _FINAL:
        return state
    due = state.turn + data.constant("activation.hq_returns_after")
    return evolve(state, returns=(*state.returns, (unit.id, due)))


def organic(data: Data, state: State, headquarters: str) -> tuple[Unit, ...]:
    """The organic units of a headquarters' division that stand on the map, in order of id."""
    names = data.formations[data.unit(headquarters).formation].units
    units = (state.board.get(name) for name in sorted(names) if name != headquarters)
    return tuple(unit for unit in units if unit is not None and on_map(data, unit))


def due(data: Data, state: State, side: str) -> tuple[str, ...]:
    """The headquarters that ``side`` has to bring back in this Reduced Efficiency phase, in order of their loss.

    One that has no hex to come back to waits for the next turn.
    """
    if state.phase != REDUCED or not state.returns:
        return ()
    return tuple(
        name
        for name, turn in state.returns
        if turn <= state.turn and data.unit(name).side == side and any(places(data, state, name))
    )


def places(data: Data, state: State, headquarters: str) -> Iterator[str]:
    """The hexes where a headquarters may come back, in hex order."""
    reach = data.constant("ranges.hq_replacement")
    near: set[str] = set()
    for unit in organic(data, state, headquarters):
        near.update(data.ground.grid.within(unit.where, reach))
    for where in sorted(near):
        if not any(_closed(data, state, headquarters, where)):
            yield where


@BOOK.rule("6.17", text="It is placed within four hexes of any organic unit.")
def _closed(data: Data, state: State, headquarters: str, where: str) -> Iterator[str]:
    """Why a hex will not do: it could not stand there, an enemy does, or the hex is full (N184)."""
    ground, kind = data.ground, data.unit(headquarters)
    terrain = data.charts.terrain.get(ground.terrain.get(where, ""))
    if terrain is None:
        yield f"{where} is no land hex of the map"
        return
    cost = terrain.motor if motorised(data, headquarters) else terrain.leg
    if cost is None and not ground.roads.at(where):
        yield f"{headquarters} cannot enter {where} without a road"
    if holder(data, state, where) == enemy_of(kind.side):
        yield f"the enemy holds {where}"
    elif over(data, state, where, (headquarters,)):
        yield f"{where} is full"


def wrong(
    data: Data, state: State, side: str, order: Restore, waiting: tuple[str, ...]
) -> tuple[Violation, ...]:
    """Everything wrong with bringing a headquarters back; ``waiting`` are the divisions that have yet to act."""
    name, said = order.unit, []
    if state.phase != REDUCED or state.frames or state.reduced_order[:1] != (side,):
        said.append("headquarters come back in their side's Reduced Efficiency phase, between formations")
    turn = dict(state.returns).get(name)
    if turn is None or data.unit(name).side != side:
        said.append(f"{name} is no headquarters of yours that comes back")
    else:
        if turn > state.turn:
            said.append(f"{name} comes back in turn {turn}")
        if data.unit(name).formation in waiting:
            said.append(f"the units of {name} move first")
        said.extend(_closed(data, state, name, order.where))
        reach = data.constant("ranges.hq_replacement")
        grid = data.ground.grid
        if order.where in grid and all(
            grid.distance(unit.where, order.where) > reach for unit in organic(data, state, name)
        ):
            said.append(f"{order.where} is not within {reach} hexes of a unit of its division")
    return tuple(Violation(paragraph="6.17", message=why, subject=name) for why in said)


@BOOK.rule("6.17", text="Its units lose their Reduced Efficiency markers.")
def restore(data: Data, state: State, order: Restore) -> Step[State]:
    """The headquarters stands on the map, reduced, and its division is under command again."""
    name, before = order.unit, state
    formation = data.unit(name).formation
    unit = Unit(id=name, where=order.where, reduced=True, moved=True)
    state = occupy(data, state, unit, order.where)
    state = evolve(
        state,
        returns=tuple(pair for pair in state.returns if pair[0] != name),
        returned=tuple(sorted((*state.returned, name))),
        lost=tuple(each for each in state.lost if each != name),
        finished=(*state.finished, *(() if formation in state.finished else (formation,))),
    )
    led = [evolve(other, efficiency=True) for other in state.board if formation_of(data, other) == formation]
    state = update_units(state, (*led, unit))
    said = Outcome(
        kind="restored",
        text=f"{name} is back in {order.where}, reduced; its division is under command again.",
        paragraph="6.17",
        side=data.unit(name).side,
        units=(name,),
        hexes=(order.where,),
    )
    return Step(state=state, outcomes=(said, *occupation(before, state)))


def forgotten(data: Data, state: State, side: str) -> tuple[Violation, ...]:
    """Why a side is not done with its Reduced Efficiency phase: a headquarters has yet to come back."""
    return tuple(
        Violation(paragraph="6.17", message=f"{name} comes back this turn: place it (restore)", subject=name)
        for name in due(data, state, side)
    )


def orders(data: Data, state: State, side: str, waiting: tuple[str, ...]) -> Iterator[Restore]:
    """Every legal way to bring back a headquarters that is due."""
    for name in due(data, state, side):
        if data.unit(name).formation not in waiting:
            for where in places(data, state, name):
                yield Restore(unit=name, where=where)
