"""The combat under way: what is asked of it, and how it is changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.values import changed
from pbem.port.messages import Message, counted
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import ENDED, Battle, Debt, Level
from pbem_rules.darkdecember.printed.data import Result
from pbem_rules.darkdecember.rules.play import Play
from pbem_rules.darkdecember.rules.view import Position
from pbem_rules.shared.orders import broken, not_among


def under_way(position: Position) -> bool:
    """Whether a combat is under way."""
    battle = position.state.battle
    return battle is not None and battle.stage != ENDED


def current(position: Position) -> Battle:
    """The combat under way, or the last one."""
    battle = position.state.battle
    assert battle is not None, "there is no combat"
    return battle


def change(play: Play, **fields: object) -> None:
    """The combat with other fields."""
    play.change(battle=changed(current(play), **fields))


def result(position: Position) -> Result:
    """The result of the dice; nothing before them."""
    battle = current(position)
    return (
        position.data.charts.combat.rows[battle.row].results[battle.column] if battle.row >= 0 else Result()
    )


def members(position: Position, side: str) -> tuple[str, ...]:
    """The units of a side in the combat that are still there."""
    battle = current(position)
    names = battle.attackers if side == battle.side else battle.defenders
    return tuple(name for name in names if name in position.board)


def alive(position: Position, level: Level) -> tuple[str, ...]:
    """The units that suffer in a hex and are still there."""
    return tuple(name for name in level.units if name in position.board)


@BOOK.rule("4.3d", "N25")
def pending(position: Position, side: str) -> tuple[Level, ...]:
    """The hexes of a side that must still retreat or lose steps: none of attackers who have paid to advance."""
    battle = current(position)
    struck = (each for each in battle.levels if each.effect and each.side == side)
    return tuple(
        each for each in struck if alive(position, each) and not (battle.paid and side == battle.side)
    )


def debt(position: Position) -> Debt | None:
    """The steps that are to be named before anything else; None when there are none, or nobody is left to lose them."""
    first = current(position).debts[:1]
    return next((each for each in first if members(position, each.side)), None)


def steps(position: Position, names: Iterable[str]) -> int:
    """The steps that units have left."""
    return sum(len(position.faces(name)) for name in names)


# --- losing steps -----------------------------------------------------------------------------------------


def not_theirs(
    position: Position, lose: tuple[str, ...], among: tuple[str, ...], paragraph: str
) -> Iterator[Violation]:
    """Steps named of units that cannot lose them."""
    for name in dict.fromkeys(lose):
        if name not in among:
            yield not_among(paragraph, name, among)
        elif lose.count(name) > (left := steps(position, (name,))):
            yield broken(
                paragraph,
                counted(left, "{unit} has {n} step to lose", "{unit} has {n} steps to lose", unit=name),
                name,
            )


@BOOK.rule("4.7a")
def armour_first(position: Position, lose: tuple[str, ...], among: tuple[str, ...]) -> Iterator[Violation]:
    """Steps of other attackers while armour has steps to lose."""
    battle = current(position)
    left = sum(steps(position, (name,)) - lose.count(name) for name in among if position.armour(name))
    for name in dict.fromkeys(lose) if battle.superior and left > 0 else ():
        if name in battle.attackers and not position.armour(name):
            yield broken("4.7a", Message("armour loses steps before {unit}", unit=name), name)


def lose(play: Play, names: Iterable[str], paragraph: str) -> None:
    """Units of the combat lose a step for each time they are named."""
    for name in names:
        play.lose_step(name, paragraph)
        change(play, touched=True)


def cheapest(position: Position, names: tuple[str, ...], count: int) -> tuple[str, ...]:
    """One way to lose so many steps that keeps as many units as can be, armour first where it has to."""
    superior = current(position).superior

    def dear(step: tuple[str, bool]) -> tuple[bool, bool, bool, int, str]:
        name, last = step
        spared = superior and not position.armour(name)
        return (spared, last, position.is_leader(name), position.face(name).defence, name)

    there = [(name, last) for name in names for last in (False, True)[-len(position.faces(name)) :]]
    return tuple(sorted(name for name, _ in sorted(there, key=dear)[:count]))
