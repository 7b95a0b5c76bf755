"""What somebody may see of the inside of a stack (6.5): the uppermost unit, and the others once they are in a combat."""

from __future__ import annotations

from pbem.bytes.records import frozen
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import OVER, Unit
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.rules.lookup import ENTRY, steps
from pbem_rules.june44.rules.play import Position


@frozen(kw_only=True)
class Stack:
    """The units in a place as somebody sees them: those that can be read, in order, and how many lie ``beneath``."""

    units: tuple[Unit, ...]
    beneath: int = 0
    side: str = ""


def order(data: Data, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """How a stack lies: those with most steps on top."""
    return tuple(sorted(units, key=lambda unit: (-steps(data, unit), unit.id)))


@BOOK.rule("6.5", "N58")
def stack(at: Position, where: str, viewer: str | None) -> Stack:
    """The units in a place as ``viewer`` sees them; None is somebody who sees what both sides see."""
    units = order(at.data, at.board.stack(where))
    if not units or where.startswith(ENTRY) or at.state.phase == OVER or at.side_of(units[0].id) == viewer:
        return Stack(units=units)
    fighting = in_combat(at, where)
    seen = tuple(unit for n, unit in enumerate(units) if n == 0 or unit.id in fighting)
    return Stack(units=seen, beneath=len(units) - len(seen), side=at.side_of(units[0].id))


def in_combat(at: Position, where: str) -> frozenset[str]:
    """The units in a place that are in the combat under way: attackers, artillery that fires, all in the defending hex."""
    on = at.state.combat
    if on is None:
        return frozenset()
    if where == on.target:
        return frozenset(at.board.at(where))
    return frozenset((*on.attackers, on.artillery, on.defence_artillery))
