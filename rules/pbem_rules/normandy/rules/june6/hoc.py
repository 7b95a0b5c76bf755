"""Pointe du Hoc (19.1 to 19.5)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import GERMAN
from pbem_rules.normandy.rules.june6.places import Assault
from pbem_rules.normandy.rules.view import Position, battalion, infantry
from pbem_rules.shared.orders import broken

POINT = "Hoc"
RANGERS = "2 Ranger/V"


def of_the_point(at: Position, name: str) -> bool:
    """Whether it is one of the two markers (19.1)."""
    return at.formation_of(name).id == POINT


@BOOK.rule("19.2", "19.3")
def silent(at: Position, name: str) -> Iterator[Violation]:
    """Why the guns of the point do not fire."""
    if not of_the_point(at, name):
        return
    unit, (first, second) = at.board[name], at.data.land.pointe_du_hoc
    if battalion(name).startswith(first) and unit.moved:
        yield broken("19.2", Message("{unit} has moved", unit=name), name)
    if battalion(name).startswith(second) and not any(
        infantry(at.type_of(each)) for each in at.units_of(GERMAN, unit.where)
    ):
        yield broken("19.3", Message("{unit} has no infantry beside it", unit=name), name)


@BOOK.rule("19.4", "19.5", "N117")
def may_assault(at: Position, name: str, to: Assault) -> bool:
    """Whether a unit may lie off a hex: off the point the 2nd Rangers alone."""
    return to.hex not in at.data.land.pointe_du_hoc or is_rangers(name)


def is_rangers(name: str) -> bool:
    """Whether it is the 2nd Ranger battalion or a company of it."""
    return battalion(name) == RANGERS
