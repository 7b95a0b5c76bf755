"""Whether an order is legal: one function for each kind, every rule broken listed."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem.errors import Violation
from pbem.ruleset import Roll, Rolled, Side, Table
from pbem_rules.pegasus import sequence
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.charges import blocking
from pbem_rules.pegasus.ground import hops, sees
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
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.printed import Data
from pbem_rules.pegasus.walking import allowance, step_cost


def _broken(paragraph: str, message: str, subject: str = "") -> Violation:
    return Violation(paragraph=paragraph, message=message, subject=subject)


def check(data: Data, state: State, side: Side, action: AttrsInstance | Table) -> tuple[Violation, ...]:
    """Every rule that an action breaks; empty when it is legal."""
    if isinstance(action, Rolled):
        return tuple(_rolled(state, action))
    if not isinstance(action, Move | Grenade | Gammon | Clear | Ready | Give | Fire | Piat | Shell | Done):
        return (_broken("9.1", "nothing is sealed or opened in this game."),)
    if side != BRITISH:
        return (_broken("N1", "the witness gives no orders."),)
    kinds = MOVEMENT if state.phase == "british move" else FIRE if state.phase == "british fire" else ()
    kind = ORDERS.kind(action)
    if state.need or kind not in kinds:
        return (_broken("9.1", f"this is not the time for {kind!r}: {state.need or state.phase}."),)
    return tuple(_order(data, state, action))


def _rolled(state: State, action: Rolled) -> Iterator[Violation]:
    first = next(iter(sequence.demands(state)), None)
    if not isinstance(first, Roll) or first.why != action.why:
        yield _broken("9.1", f"the roll {action.why!r} is not due.")
    elif len(action.faces) != len(first.dice):
        yield _broken("9.1", f"{len(action.faces)} dice instead of {len(first.dice)}.")
    elif any(not 1 <= face <= die.sides for face, die in zip(action.faces, first.dice, strict=True)):
        yield _broken("9.1", "a die shows a face that it does not have.")


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


def _own(data: Data, state: State, name: str, *, troops: bool = True) -> Iterator[Violation]:
    """A British unit on the map, with strength points if ``troops``."""
    unit = state.units.get(name)
    if unit is None or data.forces.kinds[unit.kind].side != BRITISH or unit.kind in ITEMS:
        yield _broken("5.1", f"there is no British unit {name!r}.", name)
    elif unit.where not in data.terrain.areas:
        yield _broken("5.1", f"{name} is not on the map.", name)
    elif troops and not unit.strength:
        yield _broken("9.1", f"{name} has no strength points.", name)


def _enemy(data: Data, state: State, name: str) -> Iterator[Violation]:
    unit = state.units.get(name)
    if unit is None or data.forces.kinds[unit.kind].side != GERMAN or unit.where not in data.terrain.areas:
        yield _broken("10.1", f"there is no German unit {name!r} on the map.", name)


@BOOK.rule("N35", text="A suppressed unit does not move, throw or fire.")
def _able(unit: Unit) -> Iterator[Violation]:
    if unit.suppressed:
        yield _broken("N35", f"{unit.id} is suppressed.", unit.id)


def _points(data: Data, unit: Unit, cost: int, leader: Unit | None = None) -> Iterator[Violation]:
    left = allowance(data, unit, leader) - unit.spent
    if cost > left:
        yield _broken("5.1", f"{unit.id} has {max(0, left)} points left and needs {cost}.", unit.id)


# --- movement ---------------------------------------------------------------------------------------------------------


def check_move(data: Data, state: State, order: Move) -> Iterator[Violation]:
    """A move: the unit and its leader, the path, the points, engagement (16.4), wounds (15.3)."""
    found = list(_own(data, state, order.unit, troops=False))
    if order.leader:
        found += _own(data, state, order.leader, troops=False)
    if found:
        yield from found
        return
    unit = state.units[order.unit]
    leader = state.units[order.leader] if order.leader else None
    yield from _able(unit)
    yield from _helped(unit, leader)
    yield from _engaged(state, unit)
    here, cost = unit.where, 0
    if not order.path:
        yield _broken("6.1", "the path is empty.")
    for area in order.path:
        step = step_cost(data, state, here, area) if area in data.terrain.areas else None
        if step is None:
            paragraph = "N13" if area == data.terrain.pegasus and state.pegasus == "destroyed" else "6.1"
            yield _broken(paragraph, f"there is no way from {here} to {area}.", area)
            return
        here, cost = area, cost + step
    spent = unit.spent if leader is None else max(unit.spent, leader.spent)
    if cost + spent > allowance(data, unit, leader):
        yield _broken(
            "5.1",
            f"{unit.id} has {allowance(data, unit, leader) - spent} points left and needs {cost}.",
            unit.id,
        )


@BOOK.rule("15.3")
def _helped(unit: Unit, leader: Unit | None) -> Iterator[Violation]:
    if unit.kind == "leader" and unit.wounded:
        yield _broken("15.3", f"{unit.id} is wounded and needs a unit to help him.", unit.id)
    if leader is not None and (leader.kind != "leader" or leader.where != unit.where or leader.id == unit.id):
        yield _broken("15.3", f"{leader.id} is no leader beside {unit.id}.", leader.id)


@BOOK.rule("16.4")
def _engaged(state: State, unit: Unit) -> Iterator[Violation]:
    if unit.where in state.engaged and unit.since < state.turn:
        yield _broken("16.4", f"{unit.id} is engaged in close combat.", unit.id)


@BOOK.rule("17.1")
def check_grenade(data: Data, state: State, order: Grenade) -> Iterator[Violation]:
    """A grenade attack: who, at whom, how far, how often."""
    found = [*_own(data, state, order.unit), *_enemy(data, state, order.target)]
    if found:
        yield from found
        return
    unit, target = state.units[order.unit], state.units[order.target]
    yield from _able(unit)
    area = data.terrain.areas[unit.where]
    if target.where != unit.where and target.where not in (*area.single, *area.double):
        yield _broken("17.1", f"{order.target} is neither in the area nor in the next one.", order.target)
    if unit.grenades >= data.tables.grenades_most:
        yield _broken("17.1", f"{unit.id} has made its {unit.grenades} attacks.", unit.id)
    yield from _points(data, unit, data.movement.grenade)


@BOOK.rule("18.1")
def check_gammon(data: Data, state: State, order: Gammon) -> Iterator[Violation]:
    """A Gammon bomb: who carries it, on what."""
    found = [*_own(data, state, order.unit), *_enemy(data, state, order.target)]
    if found:
        yield from found
        return
    unit, target = state.units[order.unit], state.units[order.target]
    yield from _able(unit)
    if not any(each.kind == "gammon" and each.bearer == unit.id for each in state.units.values()):
        yield _broken("18.1", f"{unit.id} carries no Gammon bomb.", unit.id)
    if target.kind not in ("tank", "car"):
        yield _broken("18.1", f"{order.target} is neither a tank nor the car.", order.target)
    if target.where != unit.where:
        yield _broken("18.1", f"{order.target} is in another area.", order.target)
    yield from _points(data, unit, data.movement.gammon)


@BOOK.rule("6.3", "20.1", "N36", text="Clearing a bunker costs 2 points, once, in its area.")
def check_clear(data: Data, state: State, order: Clear) -> Iterator[Violation]:
    """A bunker to be cleared: there is one, it is not clear, and no German stands by it."""
    found = list(_own(data, state, order.unit))
    if found:
        yield from found
        return
    unit = state.units[order.unit]
    yield from _able(unit)
    if not data.terrain.areas[unit.where].bunker or unit.where in state.cleared:
        yield _broken("20.1", f"there is no bunker to be cleared in {unit.where}.", unit.where)
    if any(
        each.where == unit.where and data.forces.kinds[each.kind].side == GERMAN
        for each in state.units.values()
    ):
        yield _broken("N36", f"there are Germans in {unit.where}.", unit.where)
    yield from _points(data, unit, data.movement.bunker)


@BOOK.rule("6.5")
def check_ready(data: Data, state: State, order: Ready) -> Iterator[Violation]:
    """A ready position: not twice in one area."""
    found = list(_own(data, state, order.unit))
    if found:
        yield from found
        return
    unit = state.units[order.unit]
    yield from _able(unit)
    if unit.where in state.ready:
        yield _broken("6.5", f"there is a ready position in {unit.where} already.", unit.where)
    yield from _points(data, unit, data.movement.ready)


@BOOK.rule("N14", text="A PIAT or bomb goes with its bearer and changes hands within an area at no cost.")
def check_give(data: Data, state: State, order: Give) -> Iterator[Violation]:
    """A PIAT or bomb to another unit of the area."""
    item = state.units.get(order.item)
    if item is None or item.kind not in ITEMS or not item.bearer:
        yield _broken("N14", f"{order.item!r} is nothing that is carried.", order.item)
        return
    found = list(_own(data, state, order.unit))
    yield from found
    if not found and (state.units[order.unit].where != item.where or item.bearer == order.unit):
        yield _broken("N14", f"{order.unit} is not beside {order.item}, or has it.", order.unit)


# --- fire -------------------------------------------------------------------------------------------------------------


@BOOK.rule(
    "10.1",
    "20.2",
    text="Targets in the same area or the next; each unit fires once; from and into a bunker "
    "being cleared only within the area.",
)
def check_fire(data: Data, state: State, order: Fire) -> Iterator[Violation]:
    """Small arms."""
    found = [each for name in order.units for each in _own(data, state, name)]
    found += _enemy(data, state, order.target)
    if len(set(order.units)) != len(order.units) or not order.units:
        found.append(_broken("10.1", "no unit fires, or one twice."))
    if found:
        yield from found
        return
    target = state.units[order.target]
    if target.kind == "tank":
        yield _broken("14.3", f"small arms do nothing to {order.target}.", order.target)
    for name in order.units:
        unit = state.units[name]
        yield from _able(unit)
        if unit.fired:
            yield _broken("10.1", f"{name} has fired.", name)
        if unit.where != target.where and not data.terrain.beside(unit.where, target.where):
            yield _broken("10.1", f"{name} is too far from {order.target}.", name)
        if unit.where != target.where and unit.in_bunker:
            yield _broken("20.2", f"{name} is in a bunker.", name)
    if order.gun:
        yield from _gun(data, state, order)


@BOOK.rule("11.2")
def _gun(data: Data, state: State, order: Fire) -> Iterator[Violation]:
    where = state.units[order.gun].where if order.gun in order.units else ""
    if where not in data.terrain.guns or where not in state.guns:
        yield _broken("11.2", f"{order.gun} does not stand at a machine gun.", order.gun)


@BOOK.rule("12.1", "12.3")
def check_piat(data: Data, state: State, order: Piat) -> Iterator[Violation]:
    """A PIAT: its bearer, its charges, the tank and how far it is."""
    item = state.units.get(order.item)
    found = list(_enemy(data, state, order.target))
    if item is None or item.kind != "piat" or not item.bearer or item.where not in data.terrain.areas:
        found.append(_broken("12.1", f"there is no PIAT {order.item!r} in anybody's hands.", order.item))
    if found or item is None:
        yield from found
        return
    target = state.units[order.target]
    yield from _able(state.units[item.bearer])
    if item.fired or not item.shots:
        yield _broken("12.3", f"{order.item} has fired, or has no charge left.", order.item)
    if target.kind != "tank":
        yield _broken("12.1", f"{order.target} is no tank.", order.target)
    if target.where != item.where and not data.terrain.beside(item.where, target.where):
        yield _broken("12.1", f"{order.target} is too far away.", order.target)


@BOOK.rule("14.2", "13.3", "13.4")
def check_shell(data: Data, state: State, order: Shell) -> Iterator[Violation]:
    """The anti-tank gun in British hands, at a tank."""
    found = [*_own(data, state, order.unit), *_enemy(data, state, order.target)]
    if found:
        yield from found
        return
    unit, target = state.units[order.unit], state.units[order.target]
    terrain = data.terrain
    yield from _able(unit)
    if unit.fired:
        yield _broken("10.1", f"{order.unit} has fired.", order.unit)
    if unit.where != terrain.at_gun or terrain.at_gun not in state.guns:
        yield _broken("14.2", f"{order.unit} does not stand at the gun.", order.unit)
    if target.kind != "tank":
        yield _broken("14.3", f"{order.target} is no tank.", order.target)
    if target.where == unit.where or terrain.beside(unit.where, target.where):
        return
    recent = target.fired_turn and target.fired_turn >= state.turn - 1
    blocked = blocking(Play.of(data, state)) - {target.where}
    if hops(terrain, unit.where, target.where) > data.fire.reach or not recent:
        yield _broken("13.3", f"{order.target} is too far, or has not fired.", order.target)
    if not sees(terrain, unit.where, target.where, frozenset(blocked)):
        yield _broken("13.4", f"{order.target} is not in sight.", order.target)
