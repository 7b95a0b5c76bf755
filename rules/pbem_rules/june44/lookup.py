"""Small questions about a position that several parts ask."""

from __future__ import annotations

from pbem.bytes.errors import Violation
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, State, Unit
from pbem_rules.june44.printed import Data, Face, Kind, Scenario

SEA = "sea:"
ENTRY = "entry:"


def scenario_of(data: Data, state: State) -> Scenario:
    """The scenario being played."""
    return data.scenarios[state.scenario]


def option(state: State, name: str) -> str:
    """The value of an option; empty when it was not chosen."""
    return dict(state.options).get(name, "")


def chosen(state: State, name: str) -> bool:
    """Whether a plain option is on."""
    return option(state, name) == "yes"


def enemy_of(side: str) -> str:
    """The other side."""
    return GERMAN if side == ALLIED else ALLIED


def kind(data: Data, unit: Unit) -> Kind:
    """What is printed on a unit."""
    return data.unit(unit.id)


def side_of(data: Data, unit: Unit) -> str:
    """Whose a unit is."""
    return data.unit(unit.id).side


@BOOK.rule(
    "2.4.2", text="A full unit with a back has two steps; a reduced one, or one without a back, has one."
)
def steps(data: Data, unit: Unit) -> int:
    """How many steps a unit has left."""
    return 2 if data.unit(unit.id).back is not None and not unit.reduced else 1


@BOOK.rule("2.4.3", text="Attack, defence and movement are those of the side of the counter that is up.")
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


def units_in(data: Data, state: State, where: str, side: str) -> tuple[Unit, ...]:
    """The units of a side in a place, in the order of their names."""
    return tuple(unit for unit in state.board.stack(where) if side_of(data, unit) == side)


def units_of(data: Data, state: State, side: str) -> tuple[Unit, ...]:
    """Every unit of a side on the board, in the order of their names."""
    return tuple(unit for unit in state.board if side_of(data, unit) == side)


def occupied(data: Data, state: State, where: str, side: str) -> bool:
    """Whether units of a side stand in a hex."""
    return bool(units_in(data, state, where, side))


def defence_at(state: State, where: str) -> int | None:
    """The strength of the beach defence on a hex that is still there; None when there is none. Hidden ones are 0."""
    for each in state.defences:
        if each.hex == where and each.strength != 0:
            return each.strength or 0
    return None


def cleared(state: State, beach: str) -> bool:
    """Whether a beach hex has no beach defence any more."""
    return defence_at(state, beach) is None


def fort_at(data: Data, state: State, where: str) -> int:
    """The strength of the printed fortification on a hex; 0 when there is none, or it is destroyed."""
    return 0 if where in state.forts_lost else data.ground.forts.get(where, 0)


def broken(paragraph: str, message: str, subject: str = "") -> tuple[Violation, ...]:
    """One broken rule."""
    return (Violation(paragraph=paragraph, message=message, subject=subject),)
