"""What rallying and restoring ask alike: nothing else in the activation, and nobody isolated (21.22, 21.34)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem_rules.june6.model import Activation, State, Unit
from pbem_rules.june6.movement_checks import headquarters_of
from pbem_rules.june6.printed import Data


def done_already(frame: Activation, unit: Unit) -> Iterator[str]:
    """What a unit has done in this activation besides; one reorganisation an activation, of either kind (N180)."""
    deeds = (
        (frame.moved + frame.strategic, "moved"),
        (frame.attacked, "attacked"),
        (frame.rallied, "reorganised"),
    )
    for names, deed in deeds:
        if unit.id in names:
            yield f"{unit.id} has {deed} in this activation"


def isolated(data: Data, state: State, unit: Unit) -> Iterator[Unit]:
    """The unit and its headquarters, so far as they are isolated."""
    headquarters = headquarters_of(data, state, unit)
    for each in (unit, headquarters):
        if each is not None and each.isolated and (each is unit or each.id != unit.id):
            yield each
