"""Advance after combat: the order ``advance`` (4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message, OrderWord, counted
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import PURSUIT, Level
from pbem_rules.darkdecember.rules import sharing, weather
from pbem_rules.darkdecember.rules.combat import course
from pbem_rules.darkdecember.rules.movement.restricted import across
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.darkdecember.rules.zones import zone
from pbem_rules.shared.orders import Kind, broken, not_among, not_beside


@frozen(kw_only=True)
class Advance:
    """A victor goes into the hex that was left, and on (4.5). ``pay``: who loses the step of a split result."""

    unit: str
    path: tuple[str, ...]
    pay: str = ""


ADVANCE = Kind[Advance, View, Play](Advance, early="4.5")


@BOOK.rule("4.5", "4.5e", "4.4d")
def victors(position: Position, side: str) -> tuple[str, ...]:
    """The units of a side that may still advance: victors of either side who did not retreat in the phase (N74)."""
    units = (position.board[name] for name in course.members(position, side))
    kept = (unit.id for unit in units if not (unit.retreated or unit.column or unit.bridging))
    return tuple(name for name in kept if name not in course.current(position).advanced)


@BOOK.rule("4.5", "4.5c", "4.3g", "N118")
def left(position: Position, side: str) -> dict[str, Level]:
    """The hexes that a side may advance into, left empty in retreat or by losses; after an exchange only if all are gone."""
    enemy = position.enemy(side)
    if course.result(position).exchange and course.members(position, enemy):
        return {}
    levels = (each for each in course.current(position).levels if each.side == enemy)
    beaten = (
        each for each in levels if each.retreated or not course.alive(position, each)
    )  # not by an advance
    return {each.hex: each for each in beaten if not position.units_of(enemy, each.hex)}


@BOOK.rule("4.5a", "4.5f", "N37", "S5.0")
def length(position: Position, name: str, level: Level) -> tuple[int, str]:
    """How far a unit may advance through a hex that was left, and the paragraph that says so.

    Infantry one hex, armoured infantry as far as the retreat went, armour and cavalry one further; after elimination two.
    """
    fast = position.armour(name) or position.cavalry(name)
    if weather.snow(position):
        return 1, "S5.0"
    if not level.retreated:
        return 2 if fast else 1, "4.5f"
    return level.retreated + fast if position.motorized(name) else 1, "4.5a"


@ADVANCE.invalid
def no_victor(view: View, order: Advance) -> Iterator[Violation]:
    unit = view.board.get(order.unit)
    able = victors(view, view.side)
    if unit is None or unit.id not in able:
        yield not_among("4.5", order.unit, able)
        return
    if not order.path:
        yield broken("4.5", Message("name the hexes of the way"), order.unit)
    for frm, to in pairwise((unit.where, *order.path)):
        if to not in view.data.ground.grid.adjacent.get(frm, ()):
            yield not_beside("4.5", order.unit, frm, to)


@ADVANCE.wrong
def elsewhere_or_too_far(view: View, order: Advance) -> Iterator[Violation]:
    level = left(view, view.side).get(order.path[0])
    if level is None:
        yield broken("4.5c", Message("the first hex of an advance is one that was left"), order.path[0])
        return
    most, paragraph = length(view, order.unit, level)
    if len(order.path) > most:
        said = counted(most, "{unit} advances one hex", "{unit} advances {n} hexes at most", unit=order.unit)
        yield broken(paragraph, said, order.unit)


@ADVANCE.wrong
@BOOK.rule("4.5d", "N35")
def over_rivers(view: View, order: Advance) -> Iterator[Violation]:
    """One river without bridge, or ford, at most; armour and cavalry over none without bridge; nobody over a closed one."""
    unit, ground = view.board[order.unit], view.data.ground
    crossed = tuple(pairwise((unit.where, *order.path)))
    yield from (each for step in crossed for each in across(view, unit, *step))
    wet = [each for each in crossed if ground.rivers.has(*each) and not view.bridge_open(*each)]
    heavy = view.armour(order.unit) or view.cavalry(order.unit)
    if heavy and any(not ground.fords.has(*each) for each in wet):
        said = Message("{unit} does not advance over a river without a bridge", unit=order.unit)
        yield broken("4.5d", said, order.unit)
    elif len(wet) > 1:
        said = Message("{unit} advances over one river without a bridge, or ford, at most", unit=order.unit)
        yield broken("4.5d", said, order.unit)


@ADVANCE.wrong
@BOOK.rule("4.5g", "N36")
def into_others(view: View, order: Advance) -> Iterator[Violation]:
    """An enemy zone ends it; over no friends, nor to them, but to an end with those who advanced as well."""
    zones, advanced = zone(view, view.enemy(view.side)), course.current(view).advanced
    for n, where in enumerate(order.path, 1):
        if where in zones and n < len(order.path):
            yield broken("4.5g", Message("an enemy zone ends the advance in {hex}", hex=where), where)
        friends = view.units_of(view.side, where)
        if view.in_the_way(order.unit, where) or (
            any(name not in advanced for name in friends) if n == len(order.path) else friends
        ):
            yield broken("4.5g", Message("there are others in {hex}", hex=where), where)
    yield from sharing.wrong(view, view.board[order.unit], order.path[-1])


@BOOK.rule("4.3d", "N25")
def priced(position: Position) -> bool:
    """Whether a step must be paid before anybody advances."""
    found, battle = course.result(position), course.current(position)
    return min(found.defender, found.attacker) > 0 and battle.stage == PURSUIT and not battle.paid


@ADVANCE.wrong
def badly_paid(view: View, order: Advance) -> Iterator[Violation]:
    if priced(view) != bool(order.pay):
        field = OrderWord("pay")
        said = Message("one attacker loses a step for this advance ({field}=...)", field=field)
        yield broken(
            "4.3d",
            said if not order.pay else Message("no step is to be paid: leave {unit} out", unit=order.pay),
            order.unit,
        )
    elif order.pay:
        among = course.members(view, view.side)
        gone = order.pay == order.unit and course.steps(view, (order.unit,)) == 1  # before it could advance
        yield from course.not_theirs(view, (order.pay,), () if gone else among, "4.3d")
        yield from course.armour_first(view, (order.pay,), among)


@ADVANCE.legal
def advances(view: View) -> Iterator[Advance]:
    """Every way of every victor; a step is paid by the first who can."""
    hexes, payers = left(view, view.side), course.members(view, view.side) if priced(view) else ("",)
    for name in victors(view, view.side) if hexes else ():
        for path in _paths(view, name, hexes):
            offers = (Advance(unit=name, path=path, pay=pay) for pay in payers)
            yield from [each for each in offers if not ADVANCE.verdict(view, each)][:1]


def _paths(view: View, name: str, hexes: Mapping[str, Level]) -> Iterator[tuple[str, ...]]:
    """All ways as far as a unit may advance, the shortest first."""
    adjacent = view.data.ground.grid.adjacent
    paths: list[tuple[str, ...]] = [(to,) for to in adjacent[view.board[name].where] if to in hexes]
    while paths:
        yield from sorted(paths)
        longer = (path for path in paths if len(path) < length(view, name, hexes[path[0]])[0])
        paths = [(*path, to) for path in longer for to in adjacent[path[-1]]]


@ADVANCE.carry_out
def advance(play: Play, order: Advance) -> None:
    if order.pay:
        course.lose(play, (order.pay,), "4.3d")
        course.change(play, paid=True)
    way = (play.unit(order.unit).where, *order.path)
    play.shift(order.unit, *order.path)
    course.change(play, advanced=(*course.current(play).advanced, order.unit))
    said = Message("{unit} advanced to {hex}.", unit=order.unit, hex=way[-1])
    play.say("advanced", said, "4.5", side=play.side_of(order.unit), units=(order.unit,), hexes=way)
