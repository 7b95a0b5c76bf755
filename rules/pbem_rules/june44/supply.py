"""Lines of supply, and what it costs to be without one (7.1 to 7.4)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.port.game import Reason
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.lookup import at_sea, enemy_of, on_map
from pbem_rules.june44.model import ALLIED, State, Unit
from pbem_rules.june44.printed import Data
from pbem_rules.june44.zones import Front, controls, crosses, front
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.supply import flooded, shut

CHERBOURG = "Cherbourg"
EDGES = ("south", "east")


@BOOK.rule(
    "7.2",
    "N35",
    text="Allied supply comes from beaches in Allied control, German from the south and east edges and Cherbourg.",
)
def sources(data: Data, state: State, side: str) -> frozenset[str]:
    """The hexes where lines of a side may end, whether a line gets there or not."""
    ground = data.ground
    if side == ALLIED:
        return frozenset(where for where in ground.beaches if controls(data, state, where, ALLIED))
    edges = {where for edge in EDGES for where in ground.edges.get(edge, ())}
    city = {where for where, name in ground.cities.items() if name == CHERBOURG}
    return frozenset(edges | {where for where in city if controls(data, state, where, side)})


@BOOK.rule(
    "7.2",
    "6.0",
    text="A line enters no hex with enemies, and none in an enemy zone unless a friendly unit stands there.",
)
def closed(data: Data, state: State, side: str) -> frozenset[str]:
    """The hexes that lines of a side may not use."""
    at, enemy = front(data, state), enemy_of(side)
    return shut(at.held[enemy], at.zone[enemy], at.stands[side])


@derived
def _flood(at: Front, side: str) -> Mapping[str, int]:
    data, state = at.data, at.state
    ground, barred = data.ground, closed(data, state, side)
    return flooded(
        sources(data, state, side),
        ground.grid.adjacent,
        lambda name: name in ground.terrain and name not in barred,
        lambda a, b: crosses(ground, a, b),
    )


def reach(data: Data, state: State, side: str) -> Mapping[str, int]:
    """Every hex with a line of supply for a side, and how many hexes away the nearest source is."""
    return _flood(front(data, state), side)


@BOOK.rule("7.1", "7.2", "N36", text="A unit is in supply exactly while it can trace a line, of any length.")
def supplied(data: Data, state: State, unit: Unit) -> bool:
    """Whether a unit is in supply now. Off a beach, or still to enter, it is."""
    if at_sea(unit) or not on_map(unit):
        return True
    return unit.where in reach(data, state, data.units[unit.id].side)


def trace(data: Data, state: State, unit: Unit) -> tuple[str, ...] | None:
    """A shortest line of a unit on the map, its own hex and the source included; among equals the lowest in hex order."""
    left = reach(data, state, data.units[unit.id].side)
    if unit.where not in left:
        return None
    path = [unit.where]
    while left[path[-1]]:
        here = path[-1]
        path.append(
            min(
                there
                for there in data.ground.grid.adjacent[here]
                if left.get(there) == left[here] - 1 and crosses(data.ground, here, there)
            )
        )
    return tuple(path)


@BOOK.rule("7.4", "N37", text="Out of supply a unit defends with one less, but at least one.")
def defence(data: Data, state: State, unit: Unit, printed: int) -> tuple[int, tuple[Reason, ...]]:
    """The defence strength of a unit, and the reason when it is not the printed one."""
    if supplied(data, state, unit) or printed <= 1:
        return printed, ()
    return printed - 1, (Reason(paragraph="7.4", text=f"{unit.id} is out of supply", value=-1),)


@BOOK.rule("7.4", text="Out of supply a unit moves half as far, rounded up.")
def halved(points: int) -> int:
    """Movement points of a unit out of supply."""
    return (points + 1) // 2
