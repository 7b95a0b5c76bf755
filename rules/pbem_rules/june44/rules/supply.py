"""Lines of supply, and what it costs to be without one (7.1 to 7.4)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, Unit
from pbem_rules.june44.printed.data import Ground
from pbem_rules.june44.rules.lookup import at_sea, enemy_of, on_map
from pbem_rules.june44.rules.play import Position
from pbem_rules.june44.rules.zones import Front, controls, crossing, front
from pbem_rules.kernel.derived import derived, recent
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


@recent(8)
def _flood(ground: Ground, ends: frozenset[str], barred: frozenset[str]) -> Mapping[str, int]:
    return flooded(ends, crossing(ground), (ground.terrain.keys() - barred).__contains__)


@derived
def _reach(now: Front, side: str) -> Mapping[str, int]:
    return _flood(now.at.data.ground, sources(now.at, side), closed(now.at, side))


def reach(at: Position, side: str) -> Mapping[str, int]:
    """Every hex with a line of supply for a side, and how many hexes away the nearest source is."""
    return _reach(front(at), side)


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
        path.append(min(each for each in crossing(ground)[here] if left.get(each) == left[here] - 1))
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
