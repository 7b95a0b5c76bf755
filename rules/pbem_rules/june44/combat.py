"""Declaring an attack, and the defender's answer (7.3, 11.0 to 11.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.bytes.errors import Violation
from pbem_rules.june44 import stacking, supply
from pbem_rules.june44.air import naval_reaches
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course
from pbem_rules.june44.invasion import in_invasion
from pbem_rules.june44.lookup import SEA, chosen, enemy_of, is_artillery, on_map
from pbem_rules.june44.model import ALLIED, Combat, State, Unit
from pbem_rules.june44.movement import FIRED_OR_MOVED
from pbem_rules.june44.orders import Attack, Defend
from pbem_rules.june44.printed import Data
from pbem_rules.june44.strength import defenders
from pbem_rules.june44.zones import crosses, front

PLANNED = "naval-planning"
DEFEND, ANSWER, ROLL, LOSSES, ADVANCE = "defend", "answer", "roll", "losses", "advance"


def _broken(paragraph: str, message: str, subject: str = "") -> Violation:
    return Violation(paragraph=paragraph, message=message, subject=subject)


# --- the attack ---------------------------------------------------------------------------------------------------------


def check_attack(data: Data, state: State, side: str, order: Attack) -> tuple[Violation, ...]:
    """Every rule that an attack breaks."""
    units: list[Unit] = []
    for name in order.units:
        unit = state.board.get(name)
        if unit is None or data.units[name].side != side:
            return (_broken("11.0", f"{name} is no unit of yours on the map", name),)
        units.append(unit)
    if not units or len(set(order.units)) != len(units):
        return (_broken("11.0", "an attack names the units that make it, each once"),)
    found = [*_from_one_hex(units), *_at_a_hex(data, order.target)]
    if found:
        return tuple(found)
    origin = units[0].where
    found.extend(_at_an_enemy(data, state, side, origin, order.target))
    found.extend(_once(state, units, order.target))
    for unit in units:
        found.extend(_may_attack(data, state, unit))
    found.extend(_room_to_attack(data, origin, units))
    found.extend(_combat_supply(state, side, origin))
    found.extend(_artillery_fits(data, state, order.artillery, units, order.target))
    found.extend(_naval_fits(data, state, side, order))
    return tuple(found)


@BOOK.rule("11.0", "11.1", text="The units of one hex attack one hex; not all of them need to.")
def _from_one_hex(units: list[Unit]) -> Iterator[Violation]:
    places = sorted({unit.where for unit in units})
    if len(places) > 1:
        yield _broken(
            "11.1", f"only the units of one hex attack together, these stand in {', '.join(places)}"
        )


@BOOK.rule("11.0", text="An attack goes against a hex of the map.")
def _at_a_hex(data: Data, target: str) -> Iterator[Violation]:
    if target not in data.ground.terrain:
        yield _broken("11.0", f"there is no land hex {target} on the map", target)


@BOOK.rule(
    "11.0",
    "N44",
    text="An attack goes against an adjacent hex that the enemy holds, not over the canal or the sea.",
)
def _at_an_enemy(data: Data, state: State, side: str, origin: str, target: str) -> Iterator[Violation]:
    ground = data.ground
    if target not in front(data, state).held[enemy_of(side)]:
        yield _broken("11.0", f"there is no enemy to attack in {target}", target)
    elif origin.startswith(SEA):
        if origin != f"{SEA}{target}":
            yield _broken(
                "11.0", f"units off {origin.removeprefix(SEA)} attack that beach, not {target}", target
            )
    elif target not in ground.grid.adjacent.get(origin, ()):
        yield _broken("11.0", f"{target} is not next to {origin}", target)
    elif not crosses(ground, origin, target):
        yield _broken("11.0", f"nothing can cross from {origin} to {target}", target)


@BOOK.rule("11.1", "N50", text="A hex is attacked once in a combat phase, and a unit attacks once.")
def _once(state: State, units: list[Unit], target: str) -> Iterator[Violation]:
    if target in state.attacked:
        yield _broken("11.1", f"{target} has been attacked in this phase", target)
    for unit in units:
        if unit.attacked:
            yield _broken("N50", f"{unit.id} has attacked in this phase", unit.id)


@BOOK.rule("7.4", "13.0", text="Units out of supply do not attack, except in the invasion.")
@BOOK.rule("11.2.1", "2.4.2", text="Artillery does not attack by itself: it supports.")
def _may_attack(data: Data, state: State, unit: Unit) -> Iterator[Violation]:
    if is_artillery(data, unit):
        said = f"{unit.id} is artillery: name it as the artillery that supports the attack"
        yield _broken("11.2.1", said, unit.id)
    if not in_invasion(state) and not supply.supplied(data, state, unit):
        yield _broken("7.4", f"{unit.id} is out of supply and does not attack", unit.id)


@BOOK.rule("13.0", "6.3", text="Off a beach only as many units attack as could stack.")
def _room_to_attack(data: Data, origin: str, units: list[Unit]) -> Iterator[Violation]:
    if origin.startswith(SEA):
        names = sorted(unit.id for unit in units)
        for found in stacking.wrong_stack(data, origin.removeprefix(SEA), names):
            yield _broken(found.paragraph, f"units attack from the sea as they would stack: {found.message}")


@BOOK.rule(
    "7.3", "13.0", text="Every Allied attack takes a supply point, except from the sea and in the invasion."
)
def needs_supply(state: State, side: str, origin: str) -> bool:
    """Whether an attack uses a point of combat supply."""
    return side == ALLIED and not origin.startswith(SEA) and not in_invasion(state)


@BOOK.rule("7.3")
def _combat_supply(state: State, side: str, origin: str) -> Iterator[Violation]:
    if needs_supply(state, side, origin) and state.supply < 1:
        yield _broken("7.3", "the Allied side has no supply point left for an attack")


# --- artillery ----------------------------------------------------------------------------------------------------------


@BOOK.rule(
    "11.2.1", text="One artillery unit within two hexes of the target may support, once in a player turn."
)
@BOOK.rule("16.5", "N41", text="Optional: artillery that has moved or fired this turn does not fire.")
def _artillery_fits(
    data: Data, state: State, name: str, units: list[Unit], target: str, *, attacking: bool = True
) -> Iterator[Violation]:
    if not name:
        return
    guns, own = state.board.get(name), data.units[units[0].id]
    if guns is None or data.units[name].side != own.side or not is_artillery(data, guns) or not on_map(guns):
        yield _broken("11.2.1", f"{name} is no artillery of yours on the map", name)
        return
    reach = data.charts.artillery_range
    if data.ground.grid.distance(guns.where, target) > reach:
        yield _broken("11.2.1", f"{name} in {guns.where} is more than {reach} hexes from {target}", name)
    if data.units[name].nation != own.nation:
        yield _broken("11.2.1", f"{name} supports only units of its own army, not {units[0].id}", name)
    if guns.fired:
        optional = chosen(state, FIRED_OR_MOVED)
        said = "moved or fired this turn" if optional else "fired in this player turn"
        yield _broken("16.5" if optional else "11.2.1", f"{name} has {said}", name)
    if attacking and not in_invasion(state) and not supply.supplied(data, state, guns):
        yield _broken("7.4", f"{name} is out of supply and does not support an attack", name)
    if not attacking and guns.where == target:
        yield _broken("11.2.1", f"{name} stands in the hex that is attacked and does not fire", name)


def guns_for(
    data: Data, state: State, units: tuple[Unit, ...], target: str, *, attacking: bool = True
) -> tuple[str, ...]:
    """The artillery that may support these units in a combat for ``target``, in order."""
    if not units:
        return ()
    side, listed = data.units[units[0].id].side, list(units)
    return tuple(
        unit.id
        for unit in state.board
        if is_artillery(data, unit)
        and data.units[unit.id].side == side
        and not any(_artillery_fits(data, state, unit.id, listed, target, attacking=attacking))
    )


# --- naval points -------------------------------------------------------------------------------------------------------


@BOOK.rule("11.2", "9.0", text="A point is used by one attack; only the attacker uses them.")
def _naval_fits(data: Data, state: State, side: str, order: Attack) -> Iterator[Violation]:
    if chosen(state, PLANNED):
        yield from _naval_planned(state, side, order)
    elif order.naval:
        if side != ALLIED:
            yield _broken("11.2", "only an Allied attack has naval support")
        elif state.naval < 1:
            yield _broken("11.2", "there is no naval point left this turn")
        elif not naval_reaches(data, state, order.target):
            yield _broken("11.2", f"ships do not reach {order.target}", order.target)


@BOOK.rule(
    "16.4", text="Optional: naval support goes to the hexes where it was placed beforehand, and to no other."
)
def _naval_planned(state: State, side: str, order: Attack) -> Iterator[Violation]:
    placed = side == ALLIED and order.target in state.naval_plans
    if order.naval and not placed:
        yield _broken("16.4", f"no naval support has been placed on {order.target}", order.target)


# --- what it does -------------------------------------------------------------------------------------------------------


def attack(course: Course, side: str, order: Attack) -> None:
    """A legal attack: its costs are paid, and it waits for the defender."""
    state = course.state
    origin = course.unit(order.units[0]).where
    for name in order.units:
        course.mark(name, attacked=True)
    if order.artillery:
        course.mark(order.artillery, fired=True)
    _pay(course, side, origin, order)
    combat = Combat(
        n=state.combats + 1,
        side=side,
        origin=origin,
        target=order.target,
        attackers=tuple(sorted(order.units)),
        artillery=order.artillery,
        naval=order.naval,
        asker=side,
    )
    attacked = (*state.attacked, order.target)
    course.change(combat=combat, combats=combat.n, attacked=attacked)
    said = f"{', '.join(combat.attackers)} attack {order.target} from {origin.removeprefix(SEA)}"
    helped = [order.artillery] * bool(order.artillery) + ["a naval point"] * order.naval
    said += f", with {' and '.join(helped)}." if helped else "."
    hexes = (origin.removeprefix(SEA), order.target)
    course.say("attack", said, "11.0", side=side, units=combat.attackers, hexes=hexes)


@BOOK.rule("7.3", "11.2", "16.4")
def _pay(course: Course, side: str, origin: str, order: Attack) -> None:
    state = course.state
    if needs_supply(state, side, origin):
        course.change(supply=state.supply - 1)
    if order.naval and chosen(state, PLANNED):
        left = list(state.naval_plans)
        left.remove(order.target)
        course.change(naval_plans=tuple(left))
    elif order.naval:
        course.change(naval=state.naval - 1)


# --- the defender's answer ----------------------------------------------------------------------------------------------


def defence_guns(data: Data, state: State, combat: Combat) -> tuple[str, ...]:
    """The artillery that the defender may use in a combat (11.2.1); none for works without units (N47)."""
    units = defenders(data, state, combat.target, enemy_of(combat.side))
    return guns_for(data, state, units, combat.target, attacking=False)


@BOOK.rule("11.2.1", "N47", text="The defender decides on artillery after the attacker.")
def check_defend(data: Data, state: State, combat: Combat, order: Defend) -> tuple[Violation, ...]:
    """Every rule that the defender's answer breaks."""
    if not order.artillery:
        return ()
    units = defenders(data, state, combat.target, enemy_of(combat.side))
    if not units:
        return (_broken("N47", f"there is no unit in {combat.target} to support", order.artillery),)
    return tuple(_artillery_fits(data, state, order.artillery, list(units), combat.target, attacking=False))


def answers(data: Data, state: State, combat: Combat) -> tuple[Defend, ...]:
    """What the defender may answer, no artillery first."""
    return (Defend(), *(Defend(artillery=name) for name in defence_guns(data, state, combat)))


# --- what is possible ---------------------------------------------------------------------------------------------------


def attacks(data: Data, state: State, side: str) -> Iterator[Attack]:
    """Every attack, in order of origin, target and units, each with every choice of artillery and naval support."""
    places = state.board.places()
    for origin in places:
        units = [
            u
            for u in state.board.stack(origin)
            if data.units[u.id].side == side and not is_artillery(data, u)
        ]
        if not units or (origin not in data.ground.terrain and not origin.startswith(SEA)):
            continue
        beach = origin.removeprefix(SEA)
        targets = (beach,) if origin != beach else data.ground.grid.adjacent[origin]
        for target in sorted(targets):
            yield from _attacks_from(data, state, side, units, target)


def _attacks_from(data: Data, state: State, side: str, units: list[Unit], target: str) -> Iterator[Attack]:
    ready = [unit for unit in units if not unit.attacked]
    if any(_at_an_enemy(data, state, side, units[0].where, target)) or target in state.attacked:
        return
    for size in range(1, len(ready) + 1):
        for group in combinations(ready, size):
            names = tuple(unit.id for unit in group)
            if check_attack(data, state, side, Attack(target=target, units=names)):
                continue
            for guns in ("", *guns_for(data, state, group, target)):
                plain = Attack(target=target, units=names, artillery=guns)
                yield plain
                bold = Attack(target=target, units=names, artillery=guns, naval=True)
                if not any(_naval_fits(data, state, side, bold)):
                    yield bold


@BOOK.rule("16.4")
def complete(state: State, side: str, order: Attack) -> Attack:
    """Naval support that was placed on the target is used without being named (16.4)."""
    if side == ALLIED and chosen(state, PLANNED) and order.target in state.naval_plans and not order.naval:
        return Attack(target=order.target, units=order.units, artillery=order.artillery, naval=True)
    return order
