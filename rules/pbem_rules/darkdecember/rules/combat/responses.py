"""What becomes of a hex under a result: the order ``respond`` (4.3, 4.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message, OrderWord, Series, counted
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import Level
from pbem_rules.darkdecember.rules.combat import course, leaders, retreats
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken

STAND, RETREAT, BOTH = "stand", "retreat", "both"
_MOST_LISTED = 24


@frozen(kw_only=True)
class Respond:
    """What becomes of one hex under a result: ``how`` is ``stand``, ``retreat`` or ``both`` (4.3, 4.4).

    ``lose``: the steps; ``paths``: each unit that goes, with its hexes: ``164/62VG:4014:4114``. Without both: the
    cheapest way. ``leader``: whose defence option is spent on standing (O9.1); the first of those who can, if none is named.
    """

    hex: str
    how: str
    lose: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    leader: str = ""

    @property
    def ways(self) -> retreats.Paths:
        """The hexes by unit."""
        return {name: tuple(way) for name, *way in (each.split(":") for each in self.paths)}


RESPOND = Kind[Respond, View, Play](Respond, early="4.3")


@BOOK.rule("4.3b", "4.3c")
def offered(level: Level) -> dict[str, tuple[int, int]]:
    """Hexes and steps of every way to answer."""
    one = {STAND: (0, level.effect), RETREAT: (level.effect, 0)}
    return {**one, BOTH: (1, 1)} if level.effect > 1 else one


def _asked(position: Position, order: Respond) -> tuple[Level, tuple[str, ...], int, int, str]:
    """The hex, its units, hexes and steps of the answer, and the paragraph that calls for them."""
    battle = course.current(position)
    level = next(each for each in battle.levels if each.hex == order.hex)
    length, steps = offered(level).get(order.how, (0, 0))
    return (
        level,
        course.alive(position, level),
        length,
        steps,
        "4.3c" if level.side == battle.side else "4.3b",
    )


@RESPOND.invalid
def points_at_nothing(view: View, order: Respond) -> Iterator[Violation]:
    if all(each.hex != order.hex for each in course.pending(view, view.side)):
        yield broken("4.3", Message("no result is open for {hex}", hex=order.hex), order.hex)
        return
    level, here, _, _, paragraph = _asked(view, order)
    if order.how not in offered(level):
        ways = Series(map(OrderWord, offered(level)), last=Message(" or "))
        said = Message("{how!r} does not answer this result: {ways} does", how=order.how, ways=ways)
        yield broken(paragraph, said, order.hex)
    yield from course.not_theirs(view, order.lose, here, paragraph)
    for name in order.ways:
        if name not in here:
            yield broken(paragraph, Message("{unit} does not go back from there", unit=name), name)


@RESPOND.wrong
def not_all(view: View, order: Respond) -> Iterator[Violation]:
    """All units that are left retreat, each as far as the result says."""
    _, here, length, _, paragraph = _asked(view, order)
    for name in here:
        lost = order.lose.count(name) == course.steps(view, (name,))
        if not lost and len(order.ways.get(name, ())) != length:
            said = counted(
                length,
                "{unit} retreats one hex where the answer is {how}",
                "{unit} retreats {n} hexes where the answer is {how}",
                unit=name,
                how=OrderWord(order.how),
            )
            yield broken(paragraph, said, name)


@RESPOND.wrong
def bad_ways(view: View, order: Respond) -> Iterator[Violation]:
    _, _, length, _, _ = _asked(view, order)
    for name, path in order.ways.items():
        others = retreats.ends(view, {other: way for other, way in order.ways.items() if other != name})
        yield from retreats.wrong_way(view, name, path, others)
        if len(path) == length:
            yield from retreats.needless_zones(view, name, path, others)


@RESPOND.wrong
def not_as_many(view: View, order: Respond) -> Iterator[Violation]:
    """The steps of the result, and those of the way."""
    level, here, _, steps, paragraph = _asked(view, order)
    price = retreats.price(view, level.side, order.ways)
    needed = min(steps + price, course.steps(view, here))
    if len(order.lose) != needed:
        said = counted(
            needed,
            "{hex} loses one step where the answer is {how}",
            "{hex} loses {n} steps where the answer is {how}",
            hex=order.hex,
            how=OrderWord(order.how),
        )
        yield broken("4.4a" if price else paragraph, said, order.hex)


RESPOND.wrong(lambda view, order: course.armour_first(view, order.lose, _asked(view, order)[1]))


@RESPOND.wrong
@BOOK.rule("O9.1", "N59")
def nobody_to_hold_them(view: View, order: Respond) -> Iterator[Violation]:
    """With commanders a defending hex that can retreat stands by a defence option only."""
    needed, able = _needs_a_shield(view, order), leaders.shields(view, course.members(view, view.side))
    if needed and not able:
        said = Message("no commander in reach has a defence option left: {hex} retreats", hex=order.hex)
        yield broken("O9.1", said, order.hex)
    elif order.leader and not (needed and order.leader in able):
        said = Message("{leader} has no option to spend here", leader=order.leader)
        yield broken("O9.1", said, order.leader)


def _needs_a_shield(position: Position, order: Respond) -> bool:
    level, battle = _asked(position, order)[0], course.current(position)
    free = battle.shielded or level.side == battle.side or not leaders.used(position)
    return order.how == STAND and not free and any(True for _ in _retreating(position, level))


@RESPOND.legal
def answers(view: View) -> Iterator[Respond]:
    """For each hex the cheapest way to stand, then retreats."""
    for level in course.pending(view, view.side):
        lose = course.cheapest(view, course.alive(view, level), level.effect)
        yield Respond(hex=level.hex, how=STAND, lose=lose)
        yield from islice(_retreating(view, level), _MOST_LISTED)


@RESPOND.complete
def cheapest(view: View, order: Respond) -> Respond:
    """The first way to answer so, if neither steps nor ways are named."""
    if order.lose or order.paths or not course.under_way(view):
        return order
    return next((each for each in answers(view) if (each.hex, each.how) == (order.hex, order.how)), order)


def _retreating(position: Position, level: Level) -> Iterator[Respond]:
    """Retreats of a hex, with the steps that they cost."""
    here = course.alive(position, level)
    for how, (length, steps) in offered(level).items():
        for ways in retreats.together(position, here, length, Counter()) if length else ():
            lose = course.cheapest(position, here, steps + retreats.price(position, level.side, ways))
            paths = tuple(":".join((name, *path)) for name, path in ways.items())
            yield Respond(hex=level.hex, how=how, lose=lose, paths=paths)


@RESPOND.carry_out
def respond(play: Play, order: Respond) -> None:
    level, _, _, _, paragraph = _asked(play, order)
    if _needs_a_shield(play, order):
        leader = order.leader or leaders.shields(play, course.members(play, level.side))[0]
        play.mark(leader, shields=play.unit(leader).shields + 1)
        course.change(play, shielded=True)
    course.lose(play, order.lose, "4.4a" if retreats.price(play, level.side, order.ways) else paragraph)
    gone = {name: path for name, path in order.ways.items() if name in play.board}
    for name, path in gone.items():
        play.shift(name, *path)
        play.mark(name, retreated=True)
        said = Message("{unit} retreated to {hex}.", unit=name, hex=path[-1])
        play.say("retreated", said, "4.4", side=level.side, units=(name,), hexes=(order.hex, *path))
    done = evolve(level, effect=0, retreated=max(map(len, gone.values()), default=0))
    levels = course.current(play).levels
    course.change(
        play, touched=True, levels=tuple(done if each.hex == order.hex else each for each in levels)
    )
