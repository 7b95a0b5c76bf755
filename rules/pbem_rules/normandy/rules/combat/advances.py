"""Advance after combat: the order ``advance`` (12.17, 12.18)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message, Series
from pbem_rules.normandy.battle import ADVANCE as ADVANCING
from pbem_rules.normandy.battle import Declared
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.rules import engineers, movement, stacking
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
    return battle.survivors and at.data.land.terrain.get(battle.hex) == "bocage"


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
        if not any(kept(at, name)) and passable(at, name, at.board[name].where, item.target)
    )


@BOOK.rule("12.17", "15.5", "17.8", "18.19", "N207")
def kept(at: Position, name: str) -> Iterator[Violation]:
    """What keeps a unit in its hex that may attack out of it: an advance is a move (12.17)."""
    if at.type_of(name).fixed:
        yield broken("18.19", Message("{unit} does not move", unit=name), name)
    elif at.board[name].still:
        yield broken("17.8", Message("{unit} keeps still for the carpet of bombs", unit=name), name)
    elif engineers.digging(at, name):
        yield broken("15.5", Message("{unit} digs and does not move", unit=name), name)


_AFTER = {ALLIED: ("allied-combat", "allied-mech", "german-move"), GERMAN: ("german-combat", "german-mech")}
"""The phases in which the last attack may have been a side's own."""


@ADVANCE.untimely
@BOOK.rule("9.2", "12.17", "12.18")
def not_offered(view: View, order: Advance) -> Iterator[Violation]:
    """Why the last attack was followed by no advance: somebody is there still, or nobody who attacked may enter."""
    target = course.battle(view).hex
    if not target or view.state.phase not in _AFTER[view.side]:
        return
    if shut(view):
        said = Message("nobody advances into bocage unless every enemy was eliminated")
        yield broken("9.2", said, target)
    elif view.units_of(view.enemy(view.side), target):
        yield broken("12.17", Message("enemies stand in {hex}", hex=target), target)
    else:
        yield from (each for name in order.units for each in _barred(view, name, target))


def _barred(view: View, name: str, target: str) -> Iterator[Violation]:
    """What keeps a unit beside a hex out of it."""
    if not view.on_map(name) or target not in view.data.ground.grid.adjacent[view.board[name].where]:
        return
    yield from kept(view, name)
    barred = movement.never(view, name, view.board[name].where, target)
    if barred:
        yield broken(barred, movement.bars(view, barred, name, target), name)


@ADVANCE.invalid
def no_victor(view: View, order: Advance) -> Iterator[Violation]:
    item = course.current(view)
    theirs = item.units if isinstance(item, Declared) else ()
    for name in order.units:
        reasons = tuple(_barred(view, name, item.target)) if name in theirs else ()
        yield from reasons or course.not_theirs(view, (name,), victors(view), "12.17")
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
