"""What the verdicts of several orders share: whose a unit is, whether it is able to do anything, and its points."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.messages import Message, counted
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, ITEMS, Unit
from pbem_rules.pegasus.play import Position, View
from pbem_rules.pegasus.printed.data import Data
from pbem_rules.shared.orders import broken, too_far


def own(view: View, name: str, *, troops: bool = True) -> Iterator[Violation]:
    """A British unit on the map, with strength points if ``troops``."""
    unit = view.board.get(name)
    if unit is None or view.side_of(unit) != BRITISH or unit.kind in ITEMS:
        yield broken("5.1", Message("there is no British unit {name!r}.", name=name), name)
    elif unit.where not in view.data.terrain.areas:
        yield broken("5.1", Message("{name} is not on the map.", name=name), name)
    elif troops and not unit.strength:
        yield broken("9.1", Message("{name} has no strength points.", name=name), name)


def enemy(view: View, name: str) -> Iterator[Violation]:
    """A German unit on the map."""
    unit = view.board.get(name)
    if unit is None or view.side_of(unit) != GERMAN or unit.where not in view.data.terrain.areas:
        yield broken("10.1", Message("there is no German unit {name!r} on the map.", name=name), name)


@BOOK.rule("N35")
def able(unit: Unit) -> Iterator[Violation]:
    """Whether suppression keeps a unit from acting."""
    if unit.suppressed:
        yield broken("N35", Message("{unit} is suppressed.", unit=unit.id), unit.id)


@BOOK.rule("9.2", "N35")
def may_move(unit: Unit) -> bool:
    """Whether suppression lets a unit move: who has paid points this turn was suppressed on the move, and goes on."""
    return not unit.suppressed or unit.spent > 0


@BOOK.rule("5.1")
def allowance(data: Data, unit: Unit, leader: Unit | None = None) -> int:
    """The movement points of a unit in a turn."""
    points = data.movement.with_prisoner if unit.prisoners else data.movement.british
    if unit.wounded or (leader is not None and leader.wounded):
        points = min(points, data.movement.wounded)
    return points


def points_left(data: Data, unit: Unit, leader: Unit | None = None) -> int:
    """The points that a unit, and the leader with it, may still pay this turn; 0 and up."""
    spent = unit.spent if leader is None else max(unit.spent, leader.spent)
    return max(0, allowance(data, unit, leader) - spent)


def can_pay(
    view: View, unit: Unit, cost: int, leader: Unit | None = None, to: str = ""
) -> Iterator[Violation]:
    """Whether the points of a unit are enough for what it is to do, or for the way to an area."""
    left = points_left(view.data, unit, leader)
    if cost > left:
        said = counted(
            left,
            "{unit} has {n} point left and needs {cost}.",
            "{unit} has {n} points left and needs {cost}.",
            unit=unit.id,
            cost=cost,
        )
        yield too_far("5.1", unit.id, to, str(cost), str(left)) if to else broken("5.1", said, unit.id)


def movers(position: Position) -> list[Unit]:
    """The British units that may still do something in the movement phase, in order of name."""
    found = position.on_map(BRITISH)
    return [unit for unit in found if may_move(unit) and unit.spent < allowance(position.data, unit)]


@BOOK.rule("20.2", "N43")
def inside(unit: Unit, where: str) -> Iterator[Violation]:
    """Whether a bunker keeps a unit from firing into an area."""
    if unit.in_bunker and unit.where != where:
        yield broken("20.2", Message("{unit} is in a bunker.", unit=unit.id), unit.id)
