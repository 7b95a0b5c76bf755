"""Steps that a result asks for: the order ``lose`` (12.1, 14.12, 15.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message, counted
from pbem_rules.normandy.battle import Declared
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.rules.combat import course, odds
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Lose:
    """Who loses the steps of a result, a name for each step."""

    units: tuple[str, ...]


LOSE = Kind[Lose, View, Play](Lose, early="12.1")


def sides(at: Position) -> tuple[str, str]:
    """The defender loses first, then the attacker."""
    return course.defender(at), course.attacker(at)


def due(at: Position, side: str) -> int:
    """The steps that a side still has to lose, no more than there are."""
    found = course.battle(at).result
    asked = found.defender_steps if side == course.defender(at) else found.attacker_steps
    return min(asked, course.steps(at, candidates(at, side)))


def candidates(at: Position, side: str) -> tuple[str, ...]:
    """Who may lose them."""
    item = course.current(at)
    if side == course.defender(at):
        return course.there(at, course.battle(at).result.defenders)
    return course.attackers(at, item) if isinstance(item, Declared) else ()


@BOOK.rule("15.3", "N28")
def first(at: Position, side: str) -> tuple[str, ...]:
    """Engineers who counted for the attacker lose the first steps."""
    item = course.current(at)
    if side == course.attacker(at) and isinstance(item, Declared) and odds.strong(at, item):
        return odds.sappers(at, item)
    return ()


def owed(at: Position) -> str:
    """The side that has to say who loses steps; empty when nobody has."""
    return next((side for side in sides(at) if due(at, side)), "")


@LOSE.invalid
def not_among_them(view: View, order: Lose) -> Iterator[Violation]:
    yield from course.not_theirs(view, order.units, candidates(view, view.side), "12.1")


@LOSE.wrong
def not_so_many(view: View, order: Lose) -> Iterator[Violation]:
    number = due(view, view.side)
    if len(order.units) != number:
        yield broken("12.1", counted(number, "one step is lost", "{n} steps are lost"))
    for name, times in Counter(order.units).items():
        if times > view.steps(name):
            yield broken("12.1", Message("{unit} has not so many steps", unit=name), name)


@LOSE.wrong
def engineers_first(view: View, order: Lose) -> Iterator[Violation]:
    sappers = first(view, view.side)
    least = min(due(view, view.side), course.steps(view, sappers))
    if sum(name in sappers for name in order.units) < least:
        yield broken("15.3", Message("the engineers lose the step"), sappers[0])


@LOSE.legal
def losses(view: View) -> Iterator[Lose]:
    names = candidates(view, view.side)
    ways = combinations_with_replacement(names, due(view, view.side))
    return (Lose(units=units) for units in ways)


@LOSE.carry_out
def pay(play: Play, order: Lose) -> None:
    side = owed(play)
    lose(play, side, order.units)


def lose(play: Play, side: str, names: tuple[str, ...]) -> None:
    """These steps, and no more are due from the side."""
    found = course.battle(play).result
    ours = side == course.defender(play)
    less = evolve(found, defender_steps=0) if ours else evolve(found, attacker_steps=0)
    course.change(play, result=less)
    paragraph = "12.1" if isinstance(course.current(play), Declared) else "14.12"
    for name in names:
        play.step_loss(name, paragraph)


def forced(play: Play) -> None:
    """Steps that only one way can be lost are lost at once."""
    for side in sides(play):
        number = due(play, side)
        names = candidates(play, side)
        if not number:
            continue
        sappers = first(play, side)
        if len(sappers) == 1 and play.steps(sappers[0]) >= number:
            lose(play, side, sappers * number)
        elif number == course.steps(play, names):
            lose(play, side, tuple(name for name in names for _ in range(play.steps(name))))
        elif len(names) == 1:
            lose(play, side, names * number)
