"""What the checks of several orders share: whose a unit is, and whether it is able to do anything."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, ITEMS, State, Unit
from pbem_rules.pegasus.printed import Data


def broken(paragraph: str, message: str, subject: str = "") -> Violation:
    return Violation(paragraph=paragraph, message=message, subject=subject)


def own(data: Data, state: State, name: str, *, troops: bool = True) -> Iterator[Violation]:
    """A British unit on the map, with strength points if ``troops``."""
    unit = state.units.get(name)
    if unit is None or data.forces.kinds[unit.kind].side != BRITISH or unit.kind in ITEMS:
        yield broken("5.1", f"there is no British unit {name!r}.", name)
    elif unit.where not in data.terrain.areas:
        yield broken("5.1", f"{name} is not on the map.", name)
    elif troops and not unit.strength:
        yield broken("9.1", f"{name} has no strength points.", name)


def enemy(data: Data, state: State, name: str) -> Iterator[Violation]:
    unit = state.units.get(name)
    if unit is None or data.forces.kinds[unit.kind].side != GERMAN or unit.where not in data.terrain.areas:
        yield broken("10.1", f"there is no German unit {name!r} on the map.", name)


@BOOK.rule("N35", text="A suppressed unit does not move, throw or fire.")
def able(unit: Unit) -> Iterator[Violation]:
    if unit.suppressed:
        yield broken("N35", f"{unit.id} is suppressed.", unit.id)
