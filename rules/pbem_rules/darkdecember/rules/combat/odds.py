"""Strengths, and the column of the combat results table (4.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import ISOLATED
from pbem_rules.darkdecember.rules.view import Position


def halved(points: int) -> int:
    """Half of a strength, rounded up (1.0d)."""
    return (points + 1) // 2


@BOOK.rule("1.0d", "N3")
def attack_strength(position: Position, name: str) -> int:
    """The strength with which a unit attacks."""
    points = position.face(name).attack
    return halved(points) if position.lacks_supply(name) else points


@BOOK.rule("4.3f", "1.0e", "N46")
def counter_strength(position: Position, name: str) -> int:
    """The strength with which a unit counterattacks."""
    return 0 if position.board[name].supply == ISOLATED else position.face(name).attack


@BOOK.rule("4.4d", "1.0e")
def defence_strength(position: Position, name: str) -> int:
    """The strength with which a unit defends."""
    unit, points = position.board[name], position.face(name).defence
    if unit.retreated:
        return 0
    return halved(points) if unit.supply == ISOLATED else points


@BOOK.rule("4.3", "N29")
def column(position: Position, attack: int, defence: int) -> tuple[int, bool]:
    """The index of the column, and whether the odds are below the lowest."""
    reached = [
        n
        for n, (ours, theirs) in enumerate(position.data.charts.combat.columns)
        if attack * theirs >= defence * ours
    ]
    return (reached[-1], False) if reached and attack else (0, True)


def ratio(position: Position, index: int) -> str:
    """A column as people write it, such as ``2:1``."""
    return "{}:{}".format(*position.data.charts.combat.columns[index])


def points_lost(position: Position, names: Iterable[str]) -> int:
    """The printed defence points that these steps are worth, each unit named once for a step (N30)."""
    return sum(_worth(position, name, steps) for name, steps in Counter(names).items())


def _worth(position: Position, name: str, steps: int) -> int:
    sides = [face.defence for face in position.faces(name)]
    return sides[0] - sum(sides[steps : steps + 1])
