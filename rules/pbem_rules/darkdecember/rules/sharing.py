"""Who may share a hex, in passing too (3.7): asked whenever a unit goes anywhere, comes, drops or is rebuilt."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import Unit
from pbem_rules.darkdecember.rules.view import Position
from pbem_rules.shared.orders import broken


def friends(position: Position, unit: Unit, where: str) -> tuple[str, ...]:
    """The other units of its side in a hex, commanders left out."""
    there = position.units_of(position.side_of(unit.id), where)
    return tuple(name for name in there if name != unit.id) if there else there


@BOOK.rule("3.7", "3.7a", "4.4c")
def crowded(
    position: Position, unit: Unit, where: str, others: int = 0, paragraph: str = "3.7"
) -> Iterator[Violation]:
    """A hex with three friends, ``others`` among them who are to end there besides."""
    if len(friends(position, unit, where)) + others >= position.data.charts.numbers.stack:
        said = Message("there is no room for {unit} in {hex}", unit=unit.id, hex=where)
        yield broken(paragraph, said, where)


@BOOK.rule("3.2c", "3.7b")
def columns(position: Position, unit: Unit, where: str) -> Iterator[Violation]:
    """Friends in the hex of a unit in strategic movement, or such a unit where others go."""
    there = friends(position, unit, where)
    if unit.column and there:
        yield broken("3.2c", Message("{unit} enters the friends in {hex}", unit=unit.id, hex=where), where)
    elif any(position.board[name].column for name in there):
        said = Message("a unit in strategic movement has {hex} for itself", hex=where)
        yield broken("3.7b", said, where)


@BOOK.rule("3.7c", "N44", "N103")
def nations(position: Position, unit: Unit, where: str) -> Iterator[Violation]:
    """A hex with friends of another nation."""
    found = {position.nation(name) for name in (unit.id, *friends(position, unit, where))}
    if "us" in found and len(found) > 1:
        yield broken("3.7c", Message("units of another nation stand in {hex}", hex=where), where)


@BOOK.rule("O9.3", "N100")
def counts(position: Position, unit: Unit) -> bool:
    """Whether a unit takes room."""
    return not position.is_leader(unit.id)


def wrong(
    position: Position, unit: Unit, where: str, others: int = 0, paragraph: str = "3.7"
) -> Iterator[Violation]:
    """Why a unit cannot be in a hex with the friends there, even in passing."""
    if counts(position, unit):
        yield from crowded(position, unit, where, others, paragraph)
        yield from columns(position, unit, where)
        yield from nations(position, unit, where)
