"""Lines of supply, and what it costs to be without one (7.1 to 7.4)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, Unit
from pbem_rules.june44.rules.lookup import at_sea, enemy_of, on_map
from pbem_rules.june44.rules.play import Position
from pbem_rules.june44.rules.zones import Front, controls, crosses, front
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.supply import flooded, shut

CHERBOURG = "Cherbourg"
EDGES = (Message("south"), Message("east"))


@BOOK.rule("7.2", "N35")
def sources(at: Position, side: str) -> frozenset[str]:
    """The hexes where lines of a side may end, whether a line gets there or not."""
    ground = at.data.ground
    if side == ALLIED:
        return frozenset(where for where in ground.beaches if controls(at, where, ALLIED))
    edges = {where for edge in EDGES for where in ground.edges.get(edge, ())}
    city = {where for where, name in ground.cities.items() if name == CHERBOURG}
    return frozenset(edges | {where for where in city if controls(at, where, side)})


@BOOK.rule("7.2", "6.0")
def closed(at: Position, side: str) -> frozenset[str]:
    """The hexes that lines of a side may not use."""
    now, enemy = front(at), enemy_of(side)
    return shut(now.held[enemy], now.zone[enemy], now.stands[side])


@derived
def _flood(now: Front, side: str) -> Mapping[str, int]:
    ground, barred = now.at.data.ground, closed(now.at, side)
    return flooded(
        sources(now.at, side),
        ground.grid.adjacent,
        lambda name: name in ground.terrain and name not in barred,
        lambda a, b: crosses(ground, a, b),
    )


def reach(at: Position, side: str) -> Mapping[str, int]:
    """Every hex with a line of supply for a side, and how many hexes away the nearest source is."""
    return _flood(front(at), side)


@BOOK.rule("7.1", "7.2", "N36")
def supplied(at: Position, unit: Unit) -> bool:
    """Whether a unit is in supply now. Off a beach, or still to enter, it is."""
    if at_sea(unit) or not on_map(unit):
        return True
    return unit.where in reach(at, at.side_of(unit.id))


def trace(at: Position, unit: Unit) -> tuple[str, ...] | None:
    """A shortest line of a unit on the map, its own hex and the source included; among equals the lowest in hex order."""
    ground, left = at.data.ground, reach(at, at.side_of(unit.id))
    if unit.where not in left:
        return None
    path = [unit.where]
    while left[path[-1]]:
        here = path[-1]
        beside = (each for each in ground.grid.adjacent[here] if crosses(ground, here, each))
        path.append(min(each for each in beside if left.get(each) == left[here] - 1))
    return tuple(path)


@BOOK.rule("7.4", "N37")
def defence(at: Position, unit: Unit, printed: int) -> tuple[Reason, ...]:
    """The reason why the defence strength of a unit is not the printed one."""
    if supplied(at, unit) or printed <= 1:
        return ()
    return (Reason(paragraph="7.4", text=Message("{unit} is out of supply", unit=unit.id), value=-1),)


@BOOK.rule("7.4")
def halved(points: int) -> int:
    """Movement points of a unit out of supply."""
    return (points + 1) // 2
