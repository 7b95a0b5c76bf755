"""The order ``attack`` (11.1, 11.2, 12.1)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message, Series, counted
from pbem_rules.normandy.battle import Declared
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.rules import supply
from pbem_rules.normandy.rules.combat import course, guns, price, support
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View, own
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Attack:
    """Units attack a hex beside them, with guns and ships and up to three air points in support (12.1)."""

    target: str
    units: tuple[str, ...]
    guns: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    air: int = 0


ATTACK = Kind[Attack, View, Play](Attack, early="12.1")
_NO_ATTACKERS = ("artillery", "headquarters", "ship", "pathfinder", "replacement", "avre")
_INDEPENDENT = 3
"""Units of no division that may join an attack (11.2)."""


def can_attack(at: Position, name: str) -> bool:
    """Whether a unit is of a kind that attacks."""
    return at.type_of(name).branch not in _NO_ATTACKERS and at.face(name).attack > 0


@ATTACK.invalid
def nobody(view: View, order: Attack) -> Iterator[Violation]:
    """Units, guns and ships of the side on the map, and an enemy to attack."""
    if order.target not in view.data.ground.grid:
        yield broken("12.1", Message("there is no hex {hex}", hex=order.target), order.target)
        return
    for name in order.units:
        wrong = tuple(own(view, name, "12.1"))
        yield from wrong
        if not wrong and not can_attack(view, name):
            yield broken("12.1", Message("{unit} is not a unit that attacks", unit=name), name)
    every = (*order.units, *order.guns, *order.ships)
    if not order.units or len(set(every)) < len(every) or order.air < 0:
        yield broken("12.1", Message("an attack names each unit once, and at least one"))
    yield from guns.not_guns(view, view.side, order.guns, order.ships)
    enemies = view.units_of(view.enemy(view.side), order.target)
    if not [name for name in enemies if not guns.is_ship(view, name)]:
        said = Message("no enemy unit stands in {hex}", hex=order.target)
        yield broken("12.1", said, order.target)


@ATTACK.wrong
@BOOK.rule("11.1", "12.1")
def once_from_beside(view: View, order: Attack) -> Iterator[Violation]:
    """Everybody attacks once and is attacked once; attackers stand beside the hex."""
    beside = view.data.ground.grid.adjacent[order.target]
    for name in order.units:
        if view.board[name].attacked:
            yield broken("11.1", Message("{unit} has attacked this turn", unit=name), name)
        if view.board[name].where not in beside:
            said = Message("{unit} does not stand beside {hex}", unit=name, hex=order.target)
            yield broken("12.1", said, name)
    enemies = view.units_of(view.enemy(view.side), order.target)
    named = any(each.target == order.target for each in course.battle(view).attacks)
    if named or all(view.board[name].hit for name in enemies):
        said = Message("{hex} is attacked once in a turn", hex=order.target)
        yield broken("11.1", said, order.target)


@ATTACK.wrong
@BOOK.rule("11.2")
def of_one_division(view: View, order: Attack) -> Iterator[Violation]:
    if len(support.divisions(view, order.units)) > 1:
        yield broken("11.2", Message("attackers are of one division"))
    loose = [name for name in order.units if view.formation_of(name).size != "division"]
    if len(loose) > _INDEPENDENT:
        yield broken("11.2", Message("three units of no division may join an attack"), loose[-1])


@ATTACK.wrong
@BOOK.rule("13.2", "17.20", "N205")
def too_many_guns(view: View, order: Attack) -> Iterator[Violation]:
    """One gun or ship for each battalion; those of commandos and rangers have none."""
    shots = (*order.guns, *order.ships)
    helped, unhelped = support.battalions(view, order.units)
    if (shots or order.air) and unhelped and not helped:
        yield broken("17.20", Message("commandos and rangers have no support"))
    elif len(shots) > helped:
        said = Message("one gun or ship for each battalion that attacks: {n} at most", n=helped)
        yield broken("13.2", said)
    else:
        yield from support.alien(view, order.units, order.guns)
    yield from guns.unfit(view, shots, order.target)


@ATTACK.wrong
@BOOK.rule("9.11", "9.13", "N132")
def over_water(view: View, order: Attack) -> Iterator[Violation]:
    """Guns and ships do not help an attack in which everybody crosses water."""
    ways = [course.crosses(view, view.board[name].where, order.target) for name in order.units]
    if (order.guns or order.ships) and all(ways):
        yield broken(ways[0], Message("guns and ships do not help across water"), order.target)


@ATTACK.wrong
def badly_flown(view: View, order: Attack) -> Iterator[Violation]:
    yield from support.aircraft(view, order.air)


@ATTACK.wrong
@BOOK.rule("3.2", "3.3", "4.8", "5.1", "5.2", "5.3", "5.5", "13.8")
def without_combat_supply(view: View, order: Attack) -> Iterator[Violation]:
    """Support, and an attack from several hexes, needs combat supply: one of its stacks is enough."""
    if not (order.guns or order.ships or order.air or len(hexes(view, order.units)) > 1):
        return
    if all(supply.combat_source(view, name) is None for name in order.units):
        paragraph = "4.8" if any(supply.supplied(view, name) for name in order.units) else "5.3"
        yield broken(paragraph, Message("no unit that attacks has combat supply"))
    else:
        yield from support.drawing(view, order.guns, support.divisions(view, order.units))


def hexes(at: Position, units: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes that units attack from."""
    return tuple(sorted({at.board[name].where for name in units}))


def cost(at: Position, order: Attack) -> int:
    """What the attack costs its side."""
    if price.free(at, course.attacker(at)):
        return 0
    return price.of_attack(at, len(hexes(at, order.units)), (*order.guns, *order.ships), order.air)


@ATTACK.wrong
def too_dear(view: View, order: Attack) -> Iterator[Violation]:
    asked, there = cost(view, order), view.state.points
    if asked > there:
        said = counted(
            asked,
            "it costs {n} point of combat supply; there are {there}",
            "it costs {n} points of combat supply; there are {there}",
            there=there,
        )
        yield broken("5.11" if len(hexes(view, order.units)) > 1 else "5.10", said)


# --- what may be ordered ---------------------------------------------------------------------------------------------


@ATTACK.legal
def attacks(view: View) -> Iterator[Attack]:
    """Hex by hex: each unit alone, all units of a division, and these with the guns that may help."""
    enemy = view.enemy(view.side)
    able = _able(view)
    ready = tuple(guns.shooters(view, view.side)) if able else ()
    for target in sorted(able):
        if not view.units_of(enemy, target):
            continue
        for units in _parties(view, able[target]):
            bare = Attack(target=target, units=units)
            yield bare
            helpers = _helpers(view, bare, ready)
            if helpers and len(units) == max(map(len, _parties(view, able[target]))):
                yield evolve(bare, guns=helpers)


def _able(view: View) -> dict[str, tuple[str, ...]]:
    """Who stands beside which hex with an enemy and has not attacked."""
    found: dict[str, tuple[str, ...]] = {}
    for unit in view.board:
        name = unit.id
        if view.side_of(name) != view.side or unit.attacked or not view.on_map(name):
            continue
        if can_attack(view, name):
            for where in view.data.ground.grid.adjacent[unit.where]:
                if view.units_of(view.enemy(view.side), where):
                    found[where] = (*found.get(where, ()), name)
    return found


def _parties(view: View, names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Each unit alone, and the units of a division together with three of none."""
    loose = tuple(name for name in names if view.formation_of(name).size != "division")[:_INDEPENDENT]
    found: list[tuple[str, ...]] = [(name,) for name in names]
    for division in support.divisions(view, names):
        own = tuple(name for name in names if view.formation_of(name).id == division)
        found += [own, (*own, *loose)]
    return tuple(dict.fromkeys([*found, *([loose] if loose else [])]))


def _helpers(view: View, order: Attack, ready: tuple[str, ...]) -> tuple[str, ...]:
    """Guns that may help, the strongest first, as many as there are battalions."""
    most, _ = support.battalions(view, order.units)
    fit = [
        name
        for name in ready
        if not guns.is_ship(view, name)
        and guns.in_range(view, name, order.target)
        and not any(support.alien(view, order.units, (name,)))
    ]
    return tuple(sorted(fit, key=lambda name: (-guns.worth(view, name), name))[:most])


# --- what it does ----------------------------------------------------------------------------------------------------


def declared(at: Position, order: Attack) -> Declared:
    """The attack as it is written down."""
    return Declared(
        number=at.state.attacks + 1,
        target=order.target,
        units=order.units,
        guns=order.guns,
        ships=order.ships,
        air=order.air,
        paid=cost(at, order),
    )


@ATTACK.carry_out
def name_attack(play: Play, order: Attack) -> None:
    """It is written down and paid; guns and aircraft are taken."""
    made = declared(play, order)
    play.pay(made.paid)
    play.mark(*order.units, attacked=True)
    play.mark(*order.guns, *order.ships, fired=True)
    play.change(attacks=made.number, air=play.state.air - order.air)
    course.change(play, attacks=(*course.battle(play).attacks, made))
    helped = (
        *order.guns,
        *order.ships,
        *((counted(order.air, "{n} air point", "{n} air points"),) if order.air else ()),
    )
    units, hex_ = Series(order.units), order.target
    said = (
        Message(
            "An attack on {hex} is declared: {units}, helped by {guns}.",
            units=units,
            hex=hex_,
            guns=Series(helped),
        )
        if helped
        else Message("An attack on {hex} is declared: {units}.", units=units, hex=hex_)
    )
    froms = hexes(play, order.units)
    play.say("declared", said, "12.1", side=course.attacker(play), units=order.units, hexes=(*froms, hex_))
