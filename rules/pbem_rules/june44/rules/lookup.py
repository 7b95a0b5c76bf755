"""Small questions about units and places that several parts ask."""

from __future__ import annotations

from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, Unit
from pbem_rules.june44.printed.data import Data, Face
from pbem_rules.june44.rules.play import Position

SEA = "sea:"
ENTRY = "entry:"
SIDES = {ALLIED: Message("Allied"), GERMAN: Message("German")}
"""The sides as they are called in the middle of a sentence."""


def enemy_of(side: str) -> str:
    """The other side."""
    return GERMAN if side == ALLIED else ALLIED


@BOOK.rule("2.4.2")
def steps(data: Data, unit: Unit) -> int:
    """How many steps a unit has left."""
    return 2 if data.unit(unit.id).back is not None and not unit.reduced else 1


@BOOK.rule("2.4.3")
def face(data: Data, unit: Unit) -> Face:
    """The values of a unit as it lies."""
    printed = data.unit(unit.id)
    return printed.back if unit.reduced and printed.back is not None else printed.front


def is_artillery(data: Data, unit: Unit) -> bool:
    """Whether a unit is artillery."""
    return data.unit(unit.id).type == "artillery"


def on_map(unit: Unit) -> bool:
    """Whether a unit stands in a hex (not off a beach, nor waiting to enter)."""
    return ":" not in unit.where


def at_sea(unit: Unit) -> bool:
    """Whether a unit lies off a beach."""
    return unit.where.startswith(SEA)


def off(beach: str) -> str:
    """The place off a beach hex."""
    return f"{SEA}{beach}"


def defence_at(at: Position, where: str) -> int | None:
    """The strength of the beach defence on a hex that is still there; None when there is none. Hidden ones are 0."""
    for each in at.state.defences:
        if each.hex == where and each.strength != 0:
            return each.strength or 0
    return None


def cleared(at: Position, beach: str) -> bool:
    """Whether a beach hex has no beach defence any more."""
    return defence_at(at, beach) is None


def fort_at(at: Position, where: str) -> int:
    """The strength of the printed fortification on a hex; 0 when there is none, or it is destroyed."""
    return 0 if where in at.state.forts_lost else at.data.ground.forts.get(where, 0)


def place_name(data: Data, where: str) -> str:
    """What people call a place of units: a hex by its number, off a beach and where they wait to enter by a name."""
    if where.startswith(SEA):
        return Message("off {beach}", beach=data.ground.beaches[where.removeprefix(SEA)].name)
    return Message("entry {place}", place=where.removeprefix(ENTRY)) if where.startswith(ENTRY) else where
