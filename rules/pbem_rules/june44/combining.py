"""Parachute regiments become their division (8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.bytes.errors import Violation
from pbem.port.game import Choice, Demand
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course, View
from pbem_rules.june44.lookup import on_map
from pbem_rules.june44.model import ALLIED, State
from pbem_rules.june44.orders import Combine
from pbem_rules.june44.printed import Data

_TWO, _THREE = 2, 3


def demands(view: View) -> tuple[Demand, ...]:
    """The choice, while there is something to combine."""
    data, state = view.data, view.state
    if ALLIED in state.done or next(options(data, state), None) is None:
        return ()
    why = "parachute regiments that become a division"
    return (Choice(side=ALLIED, kinds=("combine", "done"), why=why, paragraph="8.2"),)


@BOOK.rule(
    "8.2", "N23", text="Two regiments make the reduced division, three, or it and one more, the full one."
)
def wrong(data: Data, state: State, order: Combine) -> tuple[Violation, ...]:
    """Every rule that a combination breaks."""
    found: list[Violation] = []
    units = [unit for unit in map(state.board.get, order.units) if unit is not None]
    if len(units) != len(order.units) or len(set(order.units)) != len(order.units):
        found.append(Violation(paragraph="8.2", message="name units on the map, each once"))
    if len({unit.where for unit in units}) > 1 or any(not on_map(unit) for unit in units):
        found.append(Violation(paragraph="8.2", message="they must be in one hex"))
    parents = {_division(data, unit.id) for unit in units}
    if len(parents) != 1 or "" in parents:
        found.append(Violation(paragraph="8.2", message="only the regiments of one division combine"))
    if weight(data, state, order.units) not in (_TWO, _THREE) or len(units) < _TWO:
        said = "two or three regiments combine, or the reduced division and one of its regiments"
        found.append(Violation(paragraph="8.2", message=said))
    parent = next(iter(parents), "")
    if parent in state.lost or parent in state.gone:
        found.append(Violation(paragraph="8.2", message=f"{parent} has been destroyed", subject=parent))
    if parent in state.board and parent not in order.units:
        found.append(Violation(paragraph="8.2", message=f"{parent} is on the map already", subject=parent))
    return tuple(found)


def _division(data: Data, name: str) -> str:
    """The airborne division that a regiment belongs to, or that it is."""
    kind = data.unit(name)
    return kind.id if kind.type == "airborne" else kind.parent


def weight(data: Data, state: State, names: tuple[str, ...]) -> int:
    """How many regiments the units stand for: a reduced division for two, a full one for three."""
    total = 0
    for name in names:
        unit = state.board.get(name)
        if unit is not None:
            whole = data.unit(name).type == "airborne"
            total += 1 if not whole else _TWO if unit.reduced else _THREE
    return total


def apply(course: Course, order: Combine) -> None:
    """The regiments are gone for good, the division stands in their hex."""
    parent = _division(course.data, order.units[0])
    where = course.unit(order.units[0]).where
    full = weight(course.data, course.state, order.units) == _THREE
    for name in order.units:
        if name != parent:
            course.take_off(name, for_good=True)
    course.place(parent, where, reduced=not full)
    how = "at full strength" if full else "reduced"
    said = f"{', '.join(order.units)} combine: {parent}, {how}, in {where}."
    course.say("combined", said, "8.2", side=ALLIED, units=(parent, *order.units), hexes=(where,))


def options(data: Data, state: State) -> Iterator[Combine]:
    """The legal combinations: by hex, then the larger ones first."""
    for where in state.board.places():
        names = [
            name
            for name in state.board.at(where)
            if data.unit(name).side == ALLIED and data.unit(name).type in ("parachute", "airborne")
        ]
        for size in (_THREE, _TWO):
            for chosen in combinations(names, size):
                order = Combine(units=chosen)
                if not wrong(data, state, order):
                    yield order
