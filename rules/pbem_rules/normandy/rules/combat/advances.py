"""Advance after combat: the order ``advance`` (12.17, 12.18)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from pbem.bytes.errors import Violation
from pbem.port.messages import Message, Series
from pbem_rules.normandy.battle import ADVANCE as ADVANCING
from pbem_rules.normandy.battle import Declared
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.rules import movement, stacking
from pbem_rules.normandy.rules.combat import course
from pbem_rules.normandy.rules.combat.retreats import passable
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Advance:
    """Attackers move into the hex that the defender has left (12.17)."""

    units: tuple[str, ...]


ADVANCE = Kind[Advance, View, Play](Advance, early="12.17")


@BOOK.rule("12.18", "9.2")
def shut(at: Position) -> bool:
    """Whether the hex is bocage out of which somebody got away."""
    battle = course.battle(at)
    return battle.survivors and at.data.ground.terrain.get(battle.hex) == "bocage"


def victors(at: Position) -> tuple[str, ...]:
    """The attackers who may enter the hex that was left."""
    item = course.current(at)
    if not isinstance(item, Declared) or shut(at) or at.units_of(course.defender(at), item.target):
        return ()
    beside = at.data.ground.grid.adjacent[item.target]
    found = (name for name in course.attackers(at, item) if at.board[name].where in beside)
    return tuple(
        name
        for name in found
        if not at.type_of(name).fixed and passable(at, name, at.board[name].where, item.target)
    )


@ADVANCE.untimely
def after_a_retreat(view: View, _order: Advance) -> Iterator[Violation]:
    if shut(view):
        said = Message("nobody advances into bocage unless every enemy was eliminated")
        yield broken("9.2", said, course.battle(view).hex)


@ADVANCE.invalid
def no_victor(view: View, order: Advance) -> Iterator[Violation]:
    yield from course.not_theirs(view, order.units, victors(view), "12.17")
    if not order.units:
        yield broken("12.17", Message("nobody is named"))


@ADVANCE.wrong
def too_many(view: View, order: Advance) -> Iterator[Violation]:
    target = course.current(view).target
    yield from stacking.no_room(view, target, (view.board[name] for name in order.units))
    yield from movement.unescorted(view, order.units)


@ADVANCE.legal
def advances(view: View) -> Iterator[Advance]:
    """All who may, and each alone."""
    names = victors(view)
    groups = dict.fromkeys([names, *((name,) for name in names)]) if names else {}
    return (Advance(units=units) for units in groups)


def possible(at: Position) -> bool:
    """Whether somebody may advance."""
    return course.battle(at).stage == ADVANCING and bool(victors(at))


@ADVANCE.carry_out
@BOOK.rule("12.17")
def follow(play: Play, order: Advance) -> None:
    target = course.current(play).target
    froms = tuple(sorted({play.unit(name).where for name in order.units}))
    said = Message("{units} advanced to {hex}.", units=Series(order.units), hex=target)
    side = course.attacker(play)
    play.say("advanced", said, "12.17", side=side, units=order.units, hexes=(*froms[:1], target))
    for name in order.units:
        play.move(name, target)
