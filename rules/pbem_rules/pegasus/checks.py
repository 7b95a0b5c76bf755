"""Whether an order is legal: one function for each kind, every rule broken listed."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem.bytes.errors import Violation
from pbem.port.game import Roll, Rolled, Side, Table
from pbem_rules.pegasus import sequence
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.checks_fire import check_fire, check_piat, check_shell
from pbem_rules.pegasus.checks_units import able, broken, enemy, own
from pbem_rules.pegasus.model import BRITISH, GERMAN, ITEMS, State, Unit
from pbem_rules.pegasus.orders import (
    FIRE,
    MOVEMENT,
    ORDERS,
    Clear,
    Done,
    Fire,
    Gammon,
    Give,
    Grenade,
    Move,
    Piat,
    Ready,
    Shell,
)
from pbem_rules.pegasus.printed import Data
from pbem_rules.pegasus.walking import may_move, points_left, step_cost


def check(data: Data, state: State, side: Side, action: AttrsInstance | Table) -> tuple[Violation, ...]:
    """Every rule that an action breaks; empty when it is legal."""
    if isinstance(action, Rolled):
        return tuple(_rolled(state, action))
    if not isinstance(action, Move | Grenade | Gammon | Clear | Ready | Give | Fire | Piat | Shell | Done):
        return (broken("9.1", "nothing is sealed or opened in this game."),)
    if side != BRITISH:
        return (broken("N1", "the witness gives no orders."),)
    kinds = MOVEMENT if state.phase == "british move" else FIRE if state.phase == "british fire" else ()
    kind = ORDERS.kind(action)
    if state.need or kind not in kinds:
        return (broken("9.1", f"this is not the time for {kind!r}: {state.need or state.phase}."),)
    return tuple(_order(data, state, action))


def _rolled(state: State, action: Rolled) -> Iterator[Violation]:
    first = next(iter(sequence.demands(state)), None)
    if not isinstance(first, Roll) or first.why != action.why:
        yield broken("9.1", f"the roll {action.why!r} is not due.")
    elif len(action.faces) != len(first.dice):
        yield broken("9.1", f"{len(action.faces)} dice instead of {len(first.dice)}.")
    elif any(not 1 <= face <= die.sides for face, die in zip(action.faces, first.dice, strict=True)):
        yield broken("9.1", "a die shows a face that it does not have.")


def _order(data: Data, state: State, action: AttrsInstance) -> Iterator[Violation]:
    match action:
        case Move():
            yield from check_move(data, state, action)
        case Grenade():
            yield from check_grenade(data, state, action)
        case Gammon():
            yield from check_gammon(data, state, action)
        case Clear():
            yield from check_clear(data, state, action)
        case Ready():
            yield from check_ready(data, state, action)
        case Give():
            yield from check_give(data, state, action)
        case Fire():
            yield from check_fire(data, state, action)
        case Piat():
            yield from check_piat(data, state, action)
        case Shell():
            yield from check_shell(data, state, action)
        case _:
            return


def _points(data: Data, unit: Unit, cost: int, leader: Unit | None = None) -> Iterator[Violation]:
    left = points_left(data, unit, leader)
    if cost > left:
        yield broken("5.1", f"{unit.id} has {left} points left and needs {cost}.", unit.id)


# --- movement ---------------------------------------------------------------------------------------------------------


def check_move(data: Data, state: State, order: Move) -> Iterator[Violation]:
    """A move: the unit and its leader, the path, the points, engagement (16.4), wounds (15.3)."""
    found = list(own(data, state, order.unit, troops=False))
    if order.leader:
        found += own(data, state, order.leader, troops=False)
    if found:
        yield from found
        return
    unit = state.units[order.unit]
    leader = state.units[order.leader] if order.leader else None
    if not may_move(unit):
        yield from able(unit)
    yield from _helped(unit, leader)
    for each in (unit, leader):
        if each is not None:
            yield from _engaged(state, each)
    here, cost = unit.where, 0
    if not order.path:
        yield broken("6.1", "the path is empty.")
    for area in order.path:
        step = step_cost(data, state, here, area) if area in data.terrain.areas else None
        if step is None:
            paragraph = "N13" if area == data.terrain.pegasus and state.pegasus == "destroyed" else "6.1"
            yield broken(paragraph, f"there is no way from {here} to {area}.", area)
            return
        here, cost = area, cost + step
    yield from _points(data, unit, cost, leader)


@BOOK.rule("15.3")
def _helped(unit: Unit, leader: Unit | None) -> Iterator[Violation]:
    if unit.kind == "leader" and unit.wounded:
        yield broken("15.3", f"{unit.id} is wounded and needs a unit to help him.", unit.id)
    if leader is not None and (leader.kind != "leader" or leader.where != unit.where or leader.id == unit.id):
        yield broken("15.3", f"{leader.id} is no leader beside {unit.id}.", leader.id)
    elif leader is not None and not unit.strength:
        yield broken("15.3", f"{unit.id} is no unit that could take {leader.id} along.", unit.id)


@BOOK.rule("16.4", "N57")
def _engaged(state: State, unit: Unit) -> Iterator[Violation]:
    if unit.where in state.engaged and unit.since < state.turn:
        yield broken("16.4", f"{unit.id} is engaged in close combat.", unit.id)


@BOOK.rule("17.1")
def check_grenade(data: Data, state: State, order: Grenade) -> Iterator[Violation]:
    """A grenade attack: who, at whom, how far, how often."""
    found = [*own(data, state, order.unit), *enemy(data, state, order.target)]
    if found:
        yield from found
        return
    unit, target = state.units[order.unit], state.units[order.target]
    yield from able(unit)
    area = data.terrain.areas[unit.where]
    if target.where != unit.where and target.where not in (*area.single, *area.double):
        yield broken("17.1", f"{order.target} is neither in the area nor in the next one.", order.target)
    if unit.grenades >= data.tables.grenades_most:
        yield broken("17.1", f"{unit.id} has made its {unit.grenades} attacks.", unit.id)
    yield from _points(data, unit, data.movement.grenade)


@BOOK.rule("18.1")
def check_gammon(data: Data, state: State, order: Gammon) -> Iterator[Violation]:
    """A Gammon bomb: who carries it, on what."""
    found = [*own(data, state, order.unit), *enemy(data, state, order.target)]
    if found:
        yield from found
        return
    unit, target = state.units[order.unit], state.units[order.target]
    yield from able(unit)
    if not any(each.kind == "gammon" and each.bearer == unit.id for each in state.units.values()):
        yield broken("18.1", f"{unit.id} carries no Gammon bomb.", unit.id)
    if target.kind not in ("tank", "car"):
        yield broken("18.1", f"{order.target} is neither a tank nor the car.", order.target)
    if target.where != unit.where:
        yield broken("18.1", f"{order.target} is in another area.", order.target)
    yield from _points(data, unit, data.movement.gammon)


@BOOK.rule("6.3", "20.1", "N36", text="Clearing a bunker costs 2 points, once, in its area.")
def check_clear(data: Data, state: State, order: Clear) -> Iterator[Violation]:
    """A bunker to be cleared: there is one, it is not clear, and no German stands by it."""
    found = list(own(data, state, order.unit))
    if found:
        yield from found
        return
    unit = state.units[order.unit]
    yield from able(unit)
    if not data.terrain.areas[unit.where].bunker or unit.where in state.cleared:
        yield broken("20.1", f"there is no bunker to be cleared in {unit.where}.", unit.where)
    if any(
        each.where == unit.where and data.forces.kinds[each.kind].side == GERMAN
        for each in state.units.values()
    ):
        yield broken("N36", f"there are Germans in {unit.where}.", unit.where)
    yield from _points(data, unit, data.movement.bunker)


@BOOK.rule("6.5")
def check_ready(data: Data, state: State, order: Ready) -> Iterator[Violation]:
    """A ready position: not twice in one area."""
    found = list(own(data, state, order.unit))
    if found:
        yield from found
        return
    unit = state.units[order.unit]
    yield from able(unit)
    if unit.where in state.ready:
        yield broken("6.5", f"there is a ready position in {unit.where} already.", unit.where)
    yield from _points(data, unit, data.movement.ready)


@BOOK.rule("N14", text="A PIAT or bomb goes with its bearer and changes hands within an area at no cost.")
def check_give(data: Data, state: State, order: Give) -> Iterator[Violation]:
    """A PIAT or bomb to another unit of the area."""
    item = state.units.get(order.item)
    if item is None or item.kind not in ITEMS or not item.bearer:
        yield broken("N14", f"{order.item!r} is nothing that is carried.", order.item)
        return
    found = list(own(data, state, order.unit))
    yield from found
    if not found and (state.units[order.unit].where != item.where or item.bearer == order.unit):
        yield broken("N14", f"{order.unit} is not beside {order.item}, or has it.", order.unit)
