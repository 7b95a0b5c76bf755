"""Whether an order to fire is legal: small arms, PIATs, the anti-tank gun in British hands."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.charges import blocking
from pbem_rules.pegasus.checks_units import able, broken, enemy, own
from pbem_rules.pegasus.german_fire import worth_a_shell
from pbem_rules.pegasus.ground import hops, sees
from pbem_rules.pegasus.model import GERMAN, State, Unit
from pbem_rules.pegasus.orders import Fire, Piat, Shell
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.printed import Data
from pbem_rules.pegasus.volleys import small_arms


@BOOK.rule(
    "10.1",
    "10.3",
    text="Targets in the same area or the next; each unit fires once, and all who fire at one target "
    "fire together.",
)
def check_fire(data: Data, state: State, order: Fire) -> Iterator[Violation]:
    """Small arms."""
    found = [each for name in order.units for each in own(data, state, name)]
    found += enemy(data, state, order.target)
    if len(set(order.units)) != len(order.units) or not order.units:
        found.append(broken("10.1", "no unit fires, or one twice."))
    if found:
        yield from found
        return
    target = state.units[order.target]
    if target.kind == "tank":
        yield broken("14.3", f"small arms do nothing to {order.target}.", order.target)
    if target.id in state.hit:
        yield broken("10.3", f"{order.target} has been fired at: all who do so fire together.", order.target)
    for name in order.units:
        yield from _shooter(data, state, state.units[name], target)
    yield from _guns(data, state, order)


def _shooter(data: Data, state: State, unit: Unit, target: Unit) -> Iterator[Violation]:
    yield from able(unit)
    if unit.fired:
        yield broken("10.1", f"{unit.id} has fired.", unit.id)
    if unit.where != target.where and not data.terrain.beside(unit.where, target.where):
        yield broken("10.1", f"{unit.id} is too far from {target.id}.", unit.id)
    yield from _inside(unit, target.where)
    if unit.crew and not small_arms(Play.of(data, state), unit):
        yield broken("14.2", f"{unit.id} has fired the gun and has no points left.", unit.id)


@BOOK.rule("20.2", "N43", text="Who clears a bunker this turn does not fire out of the area.")
def _inside(unit: Unit, where: str) -> Iterator[Violation]:
    if unit.in_bunker and unit.where != where:
        yield broken("20.2", f"{unit.id} is in a bunker.", unit.id)


@BOOK.rule("11.2", text="A machine gun needs a unit in its area, and fires once in a phase.")
def _guns(data: Data, state: State, order: Fire) -> Iterator[Violation]:
    manned: set[str] = set()
    for name in order.guns:
        where = state.units[name].where if name in order.units else ""
        if where not in data.terrain.guns or where not in state.guns:
            yield broken("11.2", f"{name} does not stand at a machine gun.", name)
        elif where in state.guns_used or where in manned:
            yield broken("11.2", f"the machine gun in {where} has fired.", where)
        manned.add(where)


@BOOK.rule("12.1", "12.3")
def check_piat(data: Data, state: State, order: Piat) -> Iterator[Violation]:
    """A PIAT: its bearer, its charges, the tank and how far it is."""
    item = state.units.get(order.item)
    found = list(enemy(data, state, order.target))
    if item is None or item.kind != "piat" or not item.bearer or item.where not in data.terrain.areas:
        found.append(broken("12.1", f"there is no PIAT {order.item!r} in anybody's hands.", order.item))
    if found or item is None:
        yield from found
        return
    target, bearer = state.units[order.target], state.units[item.bearer]
    yield from able(bearer)
    yield from _inside(bearer, target.where)
    if item.fired or not item.shots:
        yield broken("12.3", f"{order.item} has fired, or has no charge left.", order.item)
    if target.kind != "tank":
        yield broken("12.1", f"{order.target} is no tank.", order.target)
    if target.where != item.where and not data.terrain.beside(item.where, target.where):
        yield broken("12.1", f"{order.target} is too far away.", order.target)


@BOOK.rule(
    "14.2",
    "N44",
    text="The gun needs a unit in its area, which has not fired small arms, and fires once in a phase.",
)
def check_shell(data: Data, state: State, order: Shell) -> Iterator[Violation]:
    """The anti-tank gun in British hands, at a tank or at the Germans in an area."""
    found = list(own(data, state, order.unit))
    if found:
        yield from found
        return
    unit, at_gun = state.units[order.unit], data.terrain.at_gun
    yield from able(unit)
    if unit.where != at_gun or at_gun not in state.guns:
        yield broken("14.2", f"{order.unit} does not stand at the gun.", order.unit)
    elif at_gun in state.guns_used:
        yield broken("14.2", "the gun has fired.", at_gun)
    elif unit.fired:
        yield broken("14.2", f"{order.unit} has fired its small arms at full strength.", order.unit)
    aims = _aims(data, state, order.target)
    if aims is None:
        yield broken(
            "14.3", f"{order.target!r} is no tank, and no area where the gun hurts Germans.", order.target
        )
        return
    yield from _inside(unit, aims[0].where)
    yield from _sighted(data, state, unit, aims)


@BOOK.rule("14.3", text="Guns fire at a tank, or at an area with enemies under cover or at a gun.")
def _aims(data: Data, state: State, target: str) -> list[Unit] | None:
    """The units that a shot is meant for; None when there are none that it can hurt."""
    unit = state.units.get(target)
    if unit is not None:
        return [unit] if unit.kind == "tank" and unit.where in data.terrain.areas else None
    if target not in data.terrain.areas:
        return None
    play = Play.of(data, state)
    return (worth_a_shell(play, target) and play.at(target, GERMAN)) or None


@BOOK.rule("13.3", "13.4")
def _sighted(data: Data, state: State, unit: Unit, aims: list[Unit]) -> Iterator[Violation]:
    """Further than the next area: within five, in sight, and at somebody who has fired in this turn or the last."""
    terrain, where = data.terrain, aims[0].where
    if where == unit.where or terrain.beside(unit.where, where):
        return
    recent = any(each.fired_turn and each.fired_turn >= state.turn - 1 for each in aims)
    if hops(terrain, unit.where, where) > data.fire.reach or not recent:
        yield broken("13.3", f"{where} is too far, or nobody there has fired.", where)
    if not sees(terrain, unit.where, where, blocking(Play.of(data, state))):
        yield broken("13.4", f"{where} is not in sight.", where)
