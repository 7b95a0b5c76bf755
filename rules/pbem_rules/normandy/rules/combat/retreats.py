"""Who has to go back: the orders ``retreat`` and ``stand`` (11.6, 12.13 to 12.16, 18.19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import Message, Series, counted
from pbem_rules.kernel.derived import derived
from pbem_rules.normandy.battle import ATTACKER, BACK, DEFENDER
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import State
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules import escape, movement, stacking, zones
from pbem_rules.normandy.rules.combat import course
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken, not_beside

_MOST_FURTHER = 3
"""So many hexes further does anybody look for room (12.14)."""


@frozen(kw_only=True)
class Retreat:
    """A unit goes back along a way, ``others`` of its stack with it (12.13, 12.14)."""

    unit: str
    path: tuple[str, ...]
    others: tuple[str, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """All who go together."""
        return (self.unit, *self.others)


@frozen(kw_only=True)
class Stand:
    """A step is lost instead of a retreat (12.15, 12.16)."""

    unit: str


RETREAT = Kind[Retreat, View, Play](Retreat, early="12.13")
STAND = Kind[Stand, View, Play](Stand, early="12.15")


def leaving(at: Position) -> tuple[str, ...]:
    """The units that still have to go back."""
    return course.there(at, course.battle(at).back)


def side_of_them(at: Position) -> str:
    """Whose they are."""
    return course.defender(at) if course.battle(at).stage == DEFENDER else course.attacker(at)


@BOOK.rule("12.13", "11.6", "N41")
def length(at: Position) -> int:
    """How many hexes: one for who cannot do the duty, else two."""
    return 1 if course.battle(at).stage == BACK else at.data.charts.combat.retreat


# --- ways ------------------------------------------------------------------------------------------------------------


def passable(at: Position, name: str, frm: str, to: str) -> bool:
    """Whether a unit may go from a hex to the next at all: no enemy there, and ground that it may enter."""
    if to not in at.data.ground.grid.adjacent[frm] or at.units_of(at.enemy(at.side_of(name)), to):
        return False
    return movement.cost(at, name, frm, to) is not None


def _over(at: Position, names: tuple[str, ...], to: str) -> bool:
    """Whether a hex would be too full with these units."""
    return stacking.too_full(at, to, (at.board[name] for name in names))


def ways(at: Position, names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The ways back of units of one stack: of all that there are those that N41 asks for.

    Who cannot do the duty goes off the enemy as long as any way leads there.
    """
    every, start = _all_ways(at, names), at.board[names[0]].where
    if course.battle(at).stage == BACK:
        return tuple(path for path in every if clear(at, start, path[-1])) or every
    return tuple(path for path in every if not _other_way(at, names, path, every))


@BOOK.rule("11.6", "N204")
def clear(at: Position, start: str, end: str) -> bool:
    """Whether a hex is beside none of the enemies who stand beside another, on this side of the water."""
    enemy, grid = course.defender(at), at.data.ground.grid
    facing = (one for one in grid.adjacent[start] if not course.crosses(at, start, one))
    return all(
        grid.distance(one, end) > 1
        for one in facing
        if any(at.type_of(name).branch != "ship" for name in at.units_of(enemy, one))
    )


@BOOK.rule("N41")
def _other_way(
    at: Position, names: tuple[str, ...], path: tuple[str, ...], every: Iterable[tuple[str, ...]]
) -> bool:
    """Whether a way leads further from the supply of who goes first, and another would not."""
    if course.battle(at).stage == BACK:  # off the enemy, and no more (11.6)
        return False
    zone, aims = zones.zone_of_control(at, at.enemy(at.side_of(names[0]))), escape.aim(at, names[0])
    far = at.data.ground.grid.distance

    def to_supply(where: str) -> int:
        return min((far(where, each) for each in aims), default=0)

    def crossed(way: tuple[str, ...]) -> int:
        return sum(one in zone for one in way)

    begun = to_supply(at.board[names[0]].where)
    return to_supply(path[-1]) > begun and any(
        to_supply(each[-1]) <= begun and crossed(each) <= crossed(path) for each in every
    )


def _all_ways(at: Position, names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Every way back of units of one stack: each hex further away than the last, and on as long as there is no room."""
    return _ways_of(at.state, at.data, *names)


@derived
def _ways_of(state: State, data: Data, *names: str) -> tuple[tuple[str, ...], ...]:
    return tuple(_found(View(data=data, state=state), names))


def _found(at: View, names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    grid, start, least = at.data.ground.grid, at.board[names[0]].where, length(at)
    paths: list[tuple[str, ...]] = [()]
    for far in range(1, least + _MOST_FURTHER + 1):
        longer = []
        for path in paths:
            here = path[-1] if path else start
            for to in grid.adjacent[here]:
                if grid.distance(start, to) == far and all(passable(at, each, here, to) for each in names):
                    longer.append((*path, to))
        if far >= least:
            yield from sorted(path for path in longer if not _over(at, names, path[-1]))
            longer = [path for path in longer if _over(at, names, path[-1])]
        paths = longer


@BOOK.rule("18.19", "N138")
def cornered(at: Position, name: str) -> bool:
    """Whether a unit that has to go back cannot: it is fixed, or has no way."""
    return at.type_of(name).fixed or not ways(at, (name,))


# --- retreat ---------------------------------------------------------------------------------------------------------


@RETREAT.invalid
def not_theirs(view: View, order: Retreat) -> Iterator[Violation]:
    yield from course.not_theirs(view, order.units, leaving(view), "12.13")
    if len(set(order.units)) < len(order.units) or not order.path:
        yield broken("12.13", Message("a retreat names each unit once, and a way"))
    stacks = {view.board[name].where for name in order.units if name in view.board}
    if len(stacks) > 1:
        yield broken("12.13", Message("units that go together stand together"))
    start = view.board[order.unit].where if order.unit in view.board else ""
    for frm, to in pairwise((start, *order.path)):
        if to not in view.data.ground.grid.adjacent.get(frm, ()):
            yield not_beside("12.13", order.unit, frm, to)


@RETREAT.wrong
@BOOK.rule("12.14", "18.19")
def bad_way(view: View, order: Retreat) -> Iterator[Violation]:
    """Away from the hex that is left, over ground that all may enter, and no further than there is no room."""
    start, grid, least = view.board[order.unit].where, view.data.ground.grid, length(view)
    for n, (frm, to) in enumerate(pairwise((start, *order.path)), 1):
        for name in order.units:
            if view.type_of(name).fixed:
                yield broken("18.19", Message("{unit} is fixed", unit=name), name)
            elif not passable(view, name, frm, to):
                yield broken("12.13", Message("{unit} cannot go to {hex}", unit=name, hex=to), to)
        if grid.distance(start, to) < n:
            yield broken("12.13", Message("a retreat leads away from where it begins"), to)
        if n >= least and n < len(order.path) and not _over(view, order.units, to):
            yield broken("12.13", Message("the retreat ends in {hex}", hex=to), to)
    if len(order.path) < least:
        yield broken("12.13", counted(least, "a retreat is {n} hex", "a retreat is {n} hexes"))
    elif _over(view, order.units, order.path[-1]):
        said = Message("{hex} is full: on to the next hex", hex=order.path[-1])
        yield broken("12.14", said, order.path[-1])


@RETREAT.wrong
@BOOK.rule("11.6", "N204")
def still_beside(view: View, order: Retreat) -> Iterator[Violation]:
    """Who cannot do the duty and stays beside the same enemy though another way is open."""
    start, end = view.board[order.unit].where, order.path[-1]
    if course.battle(view).stage != BACK or clear(view, start, end):
        return
    if any(clear(view, start, path[-1]) for path in _all_ways(view, order.units)):
        said = Message("{hex} is beside the enemy that is left", hex=end)
        yield broken("11.6", said, end)


@RETREAT.wrong
def another_way(view: View, order: Retreat) -> Iterator[Violation]:
    every = _all_ways(view, order.units)
    if order.path in every and _other_way(view, order.units, order.path, every):
        yield broken("N41", Message("there is a way that does not lead away from its supply"), order.path[-1])


@RETREAT.legal
def retreats(view: View) -> Iterator[Retreat]:
    """Whole stacks first, then unit by unit."""
    names = leaving(view)
    stacks: dict[str, tuple[str, ...]] = {}
    for name in names:
        if not view.type_of(name).fixed:
            where = view.board[name].where
            stacks[where] = (*stacks.get(where, ()), name)
    for stack in stacks.values():
        groups = (stack, *((name,) for name in stack)) if len(stack) > 1 else (stack,)
        for group in groups:
            for path in ways(view, group):
                yield Retreat(unit=group[0], path=path, others=group[1:])


@RETREAT.carry_out
@BOOK.rule("12.13", "1.8", "N28", "N139")
def go_back(play: Play, order: Retreat) -> None:
    """The way hex by hex; each in an enemy zone costs the stack a step, of the first who is named and still there."""
    side, start = play.side_of(order.unit), play.unit(order.unit).where
    zone = zones.zone_of_control(play, play.enemy(side))
    way = (start, *order.path)
    said = Message("{units} went back to {hex}.", units=Series(order.units), hex=order.path[-1])
    play.say("retreated", said, "12.13", side=side, units=order.units, hexes=way)
    for to in order.path:
        for name in course.there(play, order.units):
            play.move(name, to)
        for _ in range(play.data.charts.zones.retreat_step if to in zone else 0):
            alive = course.there(play, order.units)
            if alive:
                play.step_loss(alive[0], "12.13")
    _have_gone(play, order.units)


@BOOK.rule("8.2", "2.4", "2.5", "N140")
def _have_gone(play: Play, names: tuple[str, ...]) -> None:
    alive = course.there(play, names)
    play.mark(*(name for name in alive if play.type_of(name).branch == "artillery"), moved=True)
    places = {play.unit(name).where for name in alive}
    thrown = {where for where in places if len(stacking.armies(play, play.board.at(where))) > 1}
    play.change(thrown=tuple(sorted({*play.state.thrown, *thrown - {*play.state.mixed}})))
    battle = course.battle(play)
    survivors = battle.survivors or (battle.stage == DEFENDER and bool(alive))
    course.change(play, back=tuple(each for each in battle.back if each not in names), survivors=survivors)


# --- stand -----------------------------------------------------------------------------------------------------------


@BOOK.rule("12.15", "12.16")
def may_stand(at: Position, where: str) -> bool:
    """Whether a step may be lost instead: the attacker always, the defender in a trench or a strongpoint."""
    stage = course.battle(at).stage
    shelter = where in at.state.trenches or course.strongpoint(at, side_of_them(at), where)
    return stage == ATTACKER or (stage == DEFENDER and shelter)


@STAND.invalid
def nobody_of_them(view: View, order: Stand) -> Iterator[Violation]:
    yield from course.not_theirs(view, (order.unit,), leaving(view), "12.15")


@STAND.untimely
@STAND.wrong
def in_the_open(view: View, order: Stand) -> Iterator[Violation]:
    if order.unit in leaving(view) and not may_stand(view, view.board[order.unit].where):
        said = Message("only in a trench or a strongpoint a step is lost instead")
        yield broken("12.15", said, order.unit)


@STAND.legal
def stands(view: View) -> Iterator[Stand]:
    return (Stand(unit=name) for name in leaving(view))


@STAND.carry_out
@BOOK.rule("12.15", "12.16", "N141")
def hold(play: Play, order: Stand) -> None:
    """One step, and the whole stack of the hex stays."""
    where = play.unit(order.unit).where
    back = course.battle(play).back
    course.change(
        play, back=tuple(name for name in back if name in play.board and play.unit(name).where != where)
    )
    said = Message("{hex} was held at the price of a step.", hex=where)
    play.say("held", said, "12.15", side=play.side_of(order.unit), units=(order.unit,), hexes=(where,))
    play.step_loss(order.unit, "12.15")


def give_way(play: Play) -> None:
    """Who has to go back and neither can nor may stand is lost; a lone unit that can only stand stands."""
    for name in leaving(play):
        if name not in play.board or not cornered(play, name):
            continue
        where = play.unit(name).where
        if course.battle(play).stage == BACK:
            back = course.battle(play).back
            course.change(
                play, back=tuple(each for each in back if each != name)
            )  # nowhere to go: it stays (N136)
        elif not may_stand(play, where):
            play.eliminate(name, "18.19" if play.type_of(name).fixed else "12.13")
        elif len(leaving(play)) == 1:
            hold(play, Stand(unit=name))
