"""The order ``fire``: small arms."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.insight import Forecast
from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN
from pbem_rules.pegasus.play import Play, View
from pbem_rules.pegasus.rules import odds
from pbem_rules.pegasus.rules.guns import has_shown_itself
from pbem_rules.pegasus.rules.orders.units import able, enemy, inside, own
from pbem_rules.pegasus.rules.small_arms import shoot, small_arms
from pbem_rules.shared.orders import broken
from pbem_rules.shared.straight import StraightKind


@frozen(kw_only=True)
class Fire:
    """``units`` fire small arms at the German unit ``target``, ``guns`` man machine guns; who is in both fires both."""

    target: str
    units: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()


FIRE = StraightKind[Fire, View, Play](Fire)


def gun_alone(order: Fire) -> tuple[str, ...]:
    """Those who man a machine gun and keep their small arms for another shot, or for none."""
    return tuple(name for name in order.guns if name not in order.units)


@FIRE.invalid
def no_such_unit(view: View, order: Fire) -> Iterator[Violation]:
    for name in (*order.units, *gun_alone(order)):
        yield from own(view, name)
    yield from enemy(view, order.target)
    if not (order.units or order.guns):
        yield broken("10.1", Message("name the units that fire."))
    for name in sorted({each for each in order.units if order.units.count(each) > 1}):
        yield broken("10.1", Message("{name} is named twice.", name=name), name)


@FIRE.wrong
@BOOK.rule("10.1", "10.3")
def no_target(view: View, order: Fire) -> Iterator[Violation]:
    """At somebody whom small arms hurt and who has not been fired at; by units that can."""
    target = view.board[order.target]
    if target.kind == "tank":
        yield broken("14.3", Message("small arms do nothing to {target}.", target=order.target), order.target)
    if target.id in view.state.hit:
        said = Message("{target} has been fired at: all who do so fire together.", target=order.target)
        yield broken("10.3", said, order.target)
    for name in order.units:
        yield from no_shot(view, name, order)


def no_shot(view: View, name: str, order: Fire) -> Iterator[Violation]:
    """What keeps one unit from firing small arms."""
    unit = view.board[name]
    if unit.fired:
        yield broken("10.1", Message("{unit} has fired.", unit=unit.id), unit.id)
    yield from no_line(view, name, order)
    if (unit.crew or unit.gunner) and not small_arms(view, unit):
        said = Message("{unit} has fired the gun and has no points left.", unit=unit.id)
        yield broken("14.2" if unit.crew else "11.2", said, unit.id)


def no_line(view: View, name: str, order: Fire) -> Iterator[Violation]:
    """What keeps one unit from firing anything at the target."""
    unit, target = view.board[name], view.board[order.target]
    yield from able(unit)
    if not view.in_reach(unit, target.where):
        said = Message("{unit} is too far from {target}.", unit=unit.id, target=target.id)
        yield broken("10.1", said, unit.id)
    yield from inside(unit, target.where)


@FIRE.wrong
@BOOK.rule("11.2", "N92")
def no_machine_gun(view: View, order: Fire) -> Iterator[Violation]:
    """Those who man machine guns stand at one that has not fired; who has fired at full strength mans none."""
    manned: set[str] = set()
    for name in order.guns:
        where = view.board[name].where
        if where not in view.data.terrain.guns or where not in view.state.guns:
            yield broken("11.2", Message("{name} does not stand at a machine gun.", name=name), name)
        elif where in view.state.guns_used or where in manned:
            yield broken(
                "11.2",
                Message("the machine gun of {name} in {where} has fired.", name=name, where=where),
                where,
            )
        elif name not in order.units:
            yield from no_gunner(view, name, order)
        manned.add(where)


@BOOK.rule("11.2", "N92")
def no_gunner(view: View, name: str, order: Fire) -> Iterator[Violation]:
    """What keeps a unit from firing a machine gun alone."""
    if view.board[name].fired:
        yield broken("11.2", Message("{unit} has fired its small arms at full strength.", unit=name), name)
    yield from no_line(view, name, order)


@FIRE.legal
def shots(view: View) -> Iterator[Fire]:
    """Each unit alone, and all who can; without a machine gun, and with one; and each machine gun alone."""
    ours = [u for u in view.on_map(BRITISH) if u.strength and not u.suppressed and not u.fired]
    for target in view.on_map(GERMAN):
        where = target.where
        names = tuple(u.id for u in ours if view.in_reach(u, where) and not view.safe_from(u, where))
        for group in chain(((name,) for name in names), (names,) if len(names) > 1 else ()):
            yield Fire(target=target.id, units=group)
            yield from (
                Fire(target=target.id, units=group, guns=(name,))
                for name in group
                if view.board[name].where in view.data.terrain.guns
            )
        for name in names:
            if view.board[name].where in view.data.terrain.guns:
                yield Fire(target=target.id, guns=(name,))


@FIRE.forecast
def chances(view: View, order: Fire) -> Forecast | None:
    return odds.chances(view, FIRE, order, title(order), order.target)


def title(order: Fire) -> Message:
    """Who fires at whom, and whether a machine gun is in it."""
    units = ", ".join((*order.units, *gun_alone(order)))
    if not order.guns:
        return Message("{units} at {target}", units=units, target=order.target)
    if not order.units:
        return Message("{units} at {target}, the machine gun alone", units=units, target=order.target)
    return Message("{units} at {target}, with a machine gun", units=units, target=order.target)


@FIRE.carry_out
def fire(play: Play, order: Fire) -> None:
    """Units and machine guns are spent for this phase, and the target is diced for."""
    state = play.state
    play.mark(*order.units, fired=True)
    play.mark(*gun_alone(order), gunner=True)
    has_shown_itself(play, (*order.units, *gun_alone(order)), play.unit(order.target).where)
    used = {*state.guns_used, *(play.unit(name).where for name in order.guns)}
    play.change(hit=tuple(sorted({*state.hit, order.target})), guns_used=tuple(sorted(used)))
    shoot(play, [play.unit(name) for name in order.units], order.target, guns=order.guns)
