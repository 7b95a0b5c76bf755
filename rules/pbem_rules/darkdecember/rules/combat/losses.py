"""Steps that a result or its odds command: the order ``lose``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.messages import counted
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import Debt
from pbem_rules.darkdecember.rules.combat import course
from pbem_rules.darkdecember.rules.combat.odds import points_lost
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Lose:
    """Steps lost by command of a result: brackets, an exchange, odds below 1:3. A unit is named once for each step."""

    units: tuple[str, ...]


LOSE = Kind[Lose, View, Play](Lose, early="4.3")


def _owed(position: Position) -> tuple[Debt, tuple[str, ...]]:
    """What is owed, and the units that may lose it."""
    owed = course.debt(position)
    assert owed is not None, "no steps are owed"
    return owed, course.members(position, owed.side)


LOSE.invalid(
    lambda view, order: course.not_theirs(view, order.units, _owed(view)[1], _owed(view)[0].paragraph)
)
LOSE.wrong(lambda view, order: course.armour_first(view, order.units, course.members(view, view.side)))


@LOSE.wrong
def not_as_many(view: View, order: Lose) -> Iterator[Violation]:
    owed, there = _owed(view)
    worth = points_lost(view, order.units)
    points = min(owed.points, points_lost(view, (name for name in there for _ in view.faces(name))))
    steps = min(owed.steps, course.steps(view, there))
    if worth < points:
        said = counted(
            points,
            "these steps are worth {worth} of {n} defence point",
            "these steps are worth {worth} of {n} defence points",
            worth=worth,
        )
        yield broken(owed.paragraph, said)
    if not owed.points and len(order.units) != steps:
        yield broken(owed.paragraph, counted(steps, "one step is lost", "{n} steps are lost"))


@LOSE.legal
def losses(view: View) -> Iterator[Lose]:
    """Every way with as few steps as will do."""
    _, there = _owed(view)
    for count in range(1, course.steps(view, there) + 1):
        found = (Lose(units=units) for units in combinations_with_replacement(there, count))
        if fitting := [each for each in found if not LOSE.verdict(view, each)]:
            yield from fitting
            return


@LOSE.carry_out
def pay(play: Play, order: Lose) -> None:
    owed, _ = _owed(play)
    more = answered(play, owed, points_lost(play, order.units))
    course.lose(play, order.units, owed.paragraph)
    course.change(play, debts=(*course.current(play).debts[1:], *more))


@BOOK.rule("4.3g", "N30")
def answered(play: Play, owed: Debt, worth: int) -> tuple[Debt, ...]:
    """What the attacker owes for the defender's step in an exchange."""
    side = course.current(play).side
    due = course.result(play).exchange and owed.side != side and worth
    return (Debt(side=side, paragraph="4.3g", steps=0, points=worth),) if due else ()
