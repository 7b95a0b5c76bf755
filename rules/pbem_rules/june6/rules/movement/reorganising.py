"""What rallying and restoring ask alike: nothing else in the activation, and nobody isolated (21.22, 21.34)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.port.messages import Message
from pbem_rules.june6.model import Activation, Position, Unit
from pbem_rules.june6.rules.movement.checks import headquarters_of


def done_already(frame: Activation, unit: Unit) -> Iterator[str]:
    """What a unit has done in this activation besides; one reorganisation an activation, of either kind (N180)."""
    actions = (
        (frame.moved + frame.strategic, Message("{unit} has moved in this activation", unit=unit.id)),
        (frame.attacked, Message("{unit} has attacked in this activation", unit=unit.id)),
        (frame.rallied, Message("{unit} has reorganised in this activation", unit=unit.id)),
    )
    for names, said in actions:
        if unit.id in names:
            yield said


def isolated(at: Position, unit: Unit) -> Iterator[Unit]:
    """The unit and its headquarters, so far as they are isolated."""
    headquarters = headquarters_of(at, unit)
    for each in (unit, headquarters):
        if each is not None and each.isolated and (each is unit or each.id != unit.id):
            yield each
