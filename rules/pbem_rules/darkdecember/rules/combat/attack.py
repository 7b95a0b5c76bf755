"""The order ``attack`` (4.0, 4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import ISOLATED, Battle, Unit
from pbem_rules.darkdecember.printed.data import ALLIED
from pbem_rules.darkdecember.rules.combat.declaration import (
    attacking,
    begin,
    declared,
    lowered,
    read,
    tell_lowered,
    wrong_lowering,
)
from pbem_rules.darkdecember.rules.movement.move import own
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Attack:
    """``units`` attack all that stands in ``target``, and in ``others`` if there are more hexes (4.1).

    ``lowered``: own hexes with the defence level they are lowered to, such as ``4406:0`` (4.2). Without ``units`` all attack
    that can attack this hex together.
    """

    target: str
    units: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    lowered: tuple[str, ...] = ()

    @property
    def targets(self) -> tuple[str, ...]:
        """Every hex attacked."""
        return (self.target, *self.others)


ATTACK = Kind[Attack, View, Play](Attack, early="4.0")

_UNFIT: tuple[tuple[Callable[[Unit], bool], str, str], ...] = (
    (lambda unit: unit.retreated, "4.0", Message("it has retreated")),
    (lambda unit: unit.attacked, "4.1b", Message("it has attacked")),
    (lambda unit: unit.countered, "4.3f", Message("it had to counterattack")),
    (lambda unit: unit.supply == ISOLATED, "1.0e", Message("it is isolated")),
    (lambda unit: unit.column, "3.2c", Message("it is in strategic movement")),
    (lambda unit: bool(unit.bridging), "5.2", Message("it builds a bridge")),
    (lambda unit: unit.reserve, "O8.1", Message("it is in reserve")),
)
"""What keeps a unit from attacking."""


def fresh(view: View, where: str) -> bool:
    """Whether enemies stand in a hex who have not defended in this phase, and did not retreat into it (N20, N21)."""
    enemies = (view.board[name] for name in view.units_of(view.enemy(view.side), where))
    return any(not (unit.defended or unit.retreated) for unit in enemies)


def bound_to(view: View, name: str) -> tuple[str, ...]:
    """The hexes that a unit has to attack if it attacks, in hex order."""
    adjacent = view.data.ground.grid.adjacent
    return tuple(sorted(each for each in adjacent[view.board[name].where] if fresh(view, each)))


def fit(unit: Unit) -> bool:
    """Whether a unit may attack at all."""
    return not any(holds(unit) for holds, _, _ in _UNFIT)


def others_can(view: View, where: str, but: tuple[str, ...] = ()) -> bool:
    """Whether units besides some can still attack a hex: each can, together with all else beside it."""
    adjacent = view.data.ground.grid.adjacent[where]
    there = (view.board[name] for at in adjacent for name in view.units_of(view.side, at) if name not in but)
    return any(map(fit, there))


def owed(view: View) -> tuple[str, ...]:
    """The hexes that were left to others and can still be attacked by them."""
    return tuple(where for where in view.state.duties if fresh(view, where) and others_can(view, where))


@BOOK.rule("4.1a", "N21")
def still_to_come(view: View) -> Iterator[Violation]:
    """Why combat cannot end yet."""
    hexes = ", ".join(owed(view))
    if hexes:
        yield broken("4.1a", Message("{hexes}: left to other units, and still to be attacked", hexes=hexes))


@ATTACK.invalid
def points_at_nothing(view: View, order: Attack) -> Iterator[Violation]:
    if not order.units:
        yield broken("4.0", Message("name the units that attack"))
    for name in order.units:
        yield from own(view, name, "4.0")
    for name, count in Counter((*order.targets, *order.units)).items():
        if count > 1:
            yield broken("4.1a", Message("{what} is named twice", what=name), name)


@ATTACK.wrong
@BOOK.rule("4.1a")
def not_beside(view: View, order: Attack) -> Iterator[Violation]:
    """Each attacker is beside each hex attacked."""
    adjacent = view.data.ground.grid.adjacent
    for name in order.units:
        for where in order.targets:
            if where not in adjacent[view.board[name].where]:
                yield broken("4.1a", Message("{unit} is not beside {hex}", unit=name, hex=where), name)


@ATTACK.wrong
@BOOK.rule("4.1a", "N21")
def left_out(view: View, order: Attack) -> Iterator[Violation]:
    """Every enemy beside an attacker is attacked: in this battle, or in one of others who can still do it."""
    for name in order.units:
        for where in bound_to(view, name):
            if where not in order.targets and not others_can(view, where, order.units):
                said = Message("{hex} is beside {unit}: it must be attacked, too", hex=where, unit=name)
                yield broken("4.1a", said, where)


def _stale(view: View, where: str) -> Violation:
    """Why nobody in a hex can be attacked now."""
    enemies = [view.board[name] for name in view.units_of(view.enemy(view.side), where)]
    if not enemies:
        return broken("4.0", Message("no enemy unit stands in {hex}", hex=where), where)
    if any(unit.defended for unit in enemies):
        return broken("4.1b", Message("{hex} has been attacked in this phase", hex=where), where)
    return broken("4.0", Message("those in {hex} have just retreated into it", hex=where), where)


@ATTACK.wrong
@BOOK.rule("4.0", "4.1b", "N20")
def no_target(view: View, order: Attack) -> Iterator[Violation]:
    """Enemies beside the attackers as the phase began, once."""
    for where in order.targets:
        if not fresh(view, where):
            yield _stale(view, where)


@ATTACK.wrong
@BOOK.rule("1.0e", "3.2c", "4.0", "4.1b", "4.3f", "5.2", "O8.1")
def unfit(view: View, order: Attack) -> Iterator[Violation]:
    """What keeps a unit from attacking."""
    for name in order.units:
        for holds, paragraph, why in _UNFIT:
            if holds(view.board[name]):
                yield broken(paragraph, Message("{unit} does not attack: {why}", unit=name, why=why), name)


@ATTACK.wrong
@BOOK.rule("O9.4")
def leaders_alone(view: View, order: Attack) -> Iterator[Violation]:
    """Commanders attack with at least one unit."""
    if all(view.is_leader(name) for name in order.units):
        yield broken("O9.4", Message("a commander attacks with at least one unit"), order.units[0])


ATTACK.wrong(lambda view, order: wrong_lowering(attacking(view, view.side, order.units), order.lowered))


@ATTACK.legal
def attacks(view: View) -> Iterator[Attack]:
    """For all hexes that some unit has to attack together: everybody who can, and each of them alone."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for unit in view.units(view.side):
        targets = bound_to(view, unit.id)
        if targets and fit(unit):
            groups.setdefault(targets, []).append(unit.id)
    for (target, *others), names in sorted(groups.items()):
        for units in dict.fromkeys((tuple(names), *((name,) for name in names))):
            yield Attack(target=target, others=tuple(others), units=units)
    yield from _apart(groups)


def _apart(groups: dict[tuple[str, ...], list[str]]) -> Iterator[Attack]:
    """One of several hexes, by all who are beside it, by those of each group, by each alone; the rest is for others."""
    by_hex: dict[str, list[list[str]]] = {}
    for targets, names in sorted(groups.items()):
        for where in targets:
            by_hex.setdefault(where, []).append(names)
    single = {targets[0] for targets in groups if len(targets) == 1}
    for where, there in sorted(by_hex.items()):
        if where in single and len(there) == 1:
            continue
        everybody = tuple(sorted(name for names in there for name in names))
        for units in dict.fromkeys((everybody, *map(tuple, there), *((name,) for name in everybody))):
            yield Attack(target=where, units=units)


@ATTACK.complete
def everybody(view: View, order: Attack) -> Attack:
    """All who can attack the hexes named, if nobody is named."""
    found = (
        each
        for each in attacks(view)
        if order.target in each.targets and set(order.others) <= set(each.targets)
    )
    whole = None if order.units else next(found, None)
    return order if whole is None else evolve(whole, lowered=order.lowered)


def possible(view: View) -> bool:
    """Whether the side of a view can attack anybody: whether :func:`attacks` lists anything, found at the first unit."""
    adjacent = view.data.ground.grid.adjacent
    able = (unit for unit in view.units(view.side) if fit(unit))
    return any(fresh(view, each) for unit in able for each in adjacent[unit.where])


def begun(position: Position, order: Attack) -> Battle:
    """The combat that an attack begins."""
    battle = declared(position, position.state.half, order.units, order.targets)
    return evolve(battle, levels=lowered(battle.levels, read(order.lowered)))


@ATTACK.carry_out
def attack(play: Play, order: Attack) -> None:
    battle = begun(play, order)
    leave_to_others(play, order)
    play.mark(*battle.attackers, attacked=True)
    play.mark(*battle.defenders, defended=True, reserve=False)
    wake(play, battle.defenders)
    begin(play, battle, "attack", "4.3")
    tell_lowered(play, battle.side, order.lowered)


@BOOK.rule("4.1a", "N21")
def leave_to_others(play: Play, order: Attack) -> None:
    """The enemies beside attackers whom this battle leaves out."""
    view = View(data=play.data, state=play.state, side=play.state.half)
    play.change(duties=_duties(view, order.units, order.targets))


def _duties(view: View, units: tuple[str, ...], targets: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes that are left to others after an attack, those of before with them."""
    beside = {where for name in units for where in bound_to(view, name)}
    return tuple(sorted({*view.state.duties, *beside} - {*targets}))


def unmoved_units(view: View, units: tuple[str, ...], targets: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes that others can, and so must, still attack after an attack."""
    left = _duties(view, units, targets)
    return tuple(where for where in left if fresh(view, where) and others_can(view, where, units))


@BOOK.rule("S1.2")
def wake(play: Play, defenders: tuple[str, ...]) -> None:
    """Defenders of 16 December note when they were attacked."""
    if play.state.turn <= play.data.charts.advantage.surprise + 1:
        play.mark(*(name for name in defenders if play.side_of(name) == ALLIED), woken=play.state.turn)
