"""Where units that are not on the map yet wait, and the first hexes they may come to (10.13, 10.2, 10.3).

``box:Utah`` is a landing box, ``entry:C`` an entry letter, ``glider:82`` the air over the landing zones of a division.
"""

from __future__ import annotations

from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, Position, Unit
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.lookup import holder

BOX, ENTRY, GLIDER = "box:", "entry:", "glider:"
SHUT_OUT = f"{ENTRY}-"
"""Where units wait that found their entry closed: no hex leads in from there until a new letter is named (10.37)."""


def called(where: str) -> Message:
    """A place off the map as people call it."""
    kind, _, name = where.partition(":")
    return (
        Message("entry {name}", name=name)
        if kind + ":" == ENTRY
        else Message("the landing box {name}", name=name)
    )


@BOOK.rule("10.23")
def landing_zones(at: Position, unit: Unit) -> tuple[str, ...]:
    """The hexes where a waiting glider unit may land, in the scenario's order; none for any other unit."""
    scenario = at.data.scenarios.get(at.state.scenario)
    if scenario is None or not unit.where.startswith(GLIDER):
        return ()
    return next((due.places for due in scenario.arrivals if due.how == "glider" and unit.id in due.units), ())


@BOOK.rule("10.38")
def entry_hexes(data: Data, letter: str) -> tuple[str, ...]:
    """The hexes of an entry letter; none for an unknown letter."""
    return data.ground.entries.get(letter, ())


@BOOK.rule("10.37")
def blocked(at: Position, letter: str) -> bool:
    """Whether every hex of an entry letter is occupied by Allied units."""
    return all(holder(at, where) == ALLIED for where in entry_hexes(at.data, letter))


def ways_in(at: Position, unit: Unit) -> tuple[str, ...]:
    """The first hexes open to a unit that waits off the map, even if somebody stands there."""
    where = unit.where
    if where.startswith(BOX):
        return at.data.ground.beaches.get(where.removeprefix(BOX), ())
    if where.startswith(ENTRY):
        return entry_hexes(at.data, where.removeprefix(ENTRY))
    return landing_zones(at, unit)
