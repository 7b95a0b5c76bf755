"""Movement hex by hex: what a step costs, how far a unit goes (1.2 to 1.7, 8, 9, 10.5, 18.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.paths import Reach, flood, least_barred
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules import supply
from pbem_rules.normandy.rules.night import part
from pbem_rules.normandy.rules.view import Position
from pbem_rules.normandy.rules.zones import zone_of_control
from pbem_rules.shared import orders
from pbem_rules.shared.orders import broken

POINT = 6
"""Sixths of a movement point."""
WHOLE = 10_000
"""The price of a step that takes all the points that a unit has."""
_CLIMBERS = ("ranger", "commando")
_ESCORTED = ("avre", "crocodile")


def half(points: int) -> int:
    """Half of so many sixths, rounded up to a whole point."""
    return -(-points // (2 * POINT)) * POINT


def cost(at: Position, unit: str, frm: str, to: str) -> int | None:
    """What a step costs a unit in sixths, whatever enemies do; None where it may never go."""
    found = _price(at, unit, frm, to)
    if isinstance(found, str):
        return None
    return at.type_of(unit).move * POINT if found == WHOLE else found


def never(at: Position, unit: str, frm: str, to: str) -> str:
    """The paragraph by which a unit may never make a step; empty when it may."""
    found = _price(at, unit, frm, to)
    return found if isinstance(found, str) else ""


def bars(at: Position, paragraph: str, unit: str, to: str) -> Message:
    """Why a unit may never make a step, by the paragraph that says so."""
    if paragraph == "9.8":
        return Message(
            "{unit} may not go to {hex}: the ground is flooded, and only foot enters it", unit=unit, hex=to
        )
    if paragraph == "9.1":
        return Message("{unit} may not go to {hex}: only foot climbs the bluff", unit=unit, hex=to)
    if paragraph in ("9.11", "9.13"):
        return Message(
            "{unit} may not go to {hex}: no bridge leads over the water, and it is not on foot",
            unit=unit,
            hex=to,
        )
    if to in part(at):
        return Message("{unit} may not go to {hex}: it is sea", unit=unit, hex=to)
    return Message(
        "{unit} may not go to {hex}: it is not in the part of the map that is used", unit=unit, hex=to
    )


def price(at: Position, unit: str, frm: str, to: str) -> int:
    """What a step costs that the unit may make; WHOLE if it takes everything."""
    found = _price(at, unit, frm, to)
    assert not isinstance(found, str), f"{unit} may not go from {frm} to {to}"
    return found


def all_points(at: Position, frm: str, to: str) -> str:
    """The paragraph by which a step takes all points."""
    ground = at.data.ground
    if ground.bluffs.has(frm, to):
        return "9.1"
    return "9.11" if ground.rivers.has(frm, to) else "9.8"


def _price(at: Position, unit: str, frm: str, to: str) -> int | str:
    """The price of a step, or the paragraph that bars it."""
    if to not in part(at) or not at.data.ground.is_land(to):
        return "8.1"
    foot = at.on_foot(unit)
    dry = _dry(at.data, frm, "foot" if foot else "wheels").get(to)
    if dry is not None:
        return dry
    ground = at.data.ground
    if ground.bluffs.has(frm, to):
        return _bluff(at, unit)
    over = _ground(at.data, frm, to, foot=foot, road=at.bridged(frm, to))
    if isinstance(over, str) or at.bridged(frm, to):
        return over
    water = _water(at, unit, frm, to)
    if isinstance(water, str) or WHOLE in (water, over):
        return water if isinstance(water, str) else WHOLE
    return over + water


def _ground(data: Data, frm: str, to: str, *, foot: bool, road: bool) -> int | str:
    """The price of a step by ground, perimeter and road, water left out; the paragraph that bars it."""
    ground, sides = data.ground, data.charts.sides
    more = 0 if foot or not ground.perimeter.has(frm, to) else sides.perimeter
    if road and ground.main.has(frm, to):
        return sides.main + more
    if road and ground.roads.has(frm, to):
        return sides.road + more
    kind = data.charts.terrain[ground.settlements.get(to) or ground.terrain[to]]
    there = kind.move if foot else kind.vehicles
    return "9.8" if not there else WHOLE if kind.whole else there + more


@derived
def _dry(data: Data, frm: str, how: str) -> Mapping[str, int | str]:
    """The prices of the steps from a hex that cross neither water nor bluff: they never change."""
    ground = data.ground
    return {
        to: _ground(data, frm, to, foot=how == "foot", road=True)
        for to in ground.grid.adjacent[frm]
        if ground.is_land(to)
        and not any(edges.has(frm, to) for edges in (ground.bluffs, ground.rivers, ground.streams))
    }


@BOOK.rule("9.1", "17.18", "N34")
def _bluff(at: Position, unit: str) -> int | str:
    if not at.on_foot(unit):
        return "9.1"
    return half(allowance(at, unit)) if at.type_of(unit).branch in _CLIMBERS else WHOLE


@BOOK.rule("9.11", "9.13", "15.4", "N35", "N36")
def _water(at: Position, unit: str, frm: str, to: str) -> int | str:
    sides, river = at.data.charts.sides, at.data.ground.rivers.has(frm, to)
    if at.on_foot(unit):
        return WHOLE if river and at.type_of(unit).move <= sides.river_slow else sides.stream
    own = at.side_of(unit)
    banks = (*at.units_of(own, frm), *at.units_of(own, to))
    if any(at.type_of(name).branch == "headquarters" and name != unit for name in banks):
        return WHOLE
    return "9.11" if river else "9.13"


@BOOK.rule("8.1", "8.2", "N140")
def has_moved(at: Position, name: str) -> bool:
    """Whether a unit has moved in this phase; guns keep their Moved side until they are ready again."""
    unit = at.board[name]
    return unit.moved and bool(unit.spent or at.type_of(name).branch != "artillery")


@BOOK.rule("17.21", "N66")
def unescorted(at: Position, movers: tuple[str, ...]) -> Iterator[Violation]:
    """Why those who move together need somebody else with them."""
    if movers and all(at.type_of(name).branch in _ESCORTED for name in movers):
        said = Message("{unit} moves only with another unit", unit=movers[0])
        yield broken("17.21", said, movers[0])


# --- how far ------------------------------------------------------------------------------------------------------------


@BOOK.rule("4.1", "8.6", "8.7", "9.16", "18.2", "N30", "N31")
def allowance(at: Position, unit: str, tax: int = 0, *, at_least: bool = False) -> int:
    """The points that a unit has in this phase, in sixths, less a tax for interdiction.

    ``at_least``: what it has whether it is in supply or not, for callers who need no more: lines are dear to trace.
    """
    kind, state, side = at.type_of(unit), at.state, at.side_of(unit)
    points = kind.move * POINT
    if kind.truck and state.trucks.get(f"HQ/{at.formation_of(unit).id}"):
        points += at.data.charts.trucks.move
    points = max(points - tax, 0)
    if at.night and side == ALLIED:
        points = half(points)
    if at_least or not supply.supplied(at, unit):
        points = half(points)
    if state.phase.endswith("-mech") and kind.circle == "yellow":
        points = half(points)
    return points


@BOOK.rule("10.5", "N31", "N46")
def tax(at: Position, unit: str, hexes: tuple[str, ...]) -> int:
    """What interdiction takes from a unit that touches some hexes, in sixths."""
    if at.side_of(unit) != GERMAN:
        return 0
    return max((at.state.interdiction.get(where[0], 0) for where in hexes), default=0)


@BOOK.rule("1.5", "1.6", "1.7", "N5")
def leaving(at: Position, movers: tuple[str, ...], frm: str, zone: Mapping[str, int]) -> int:
    """What a unit pays more to leave a hex."""
    if at.night or not zone.get(frm):
        return 0
    stays = any(name not in movers for name in at.units_of(at.side_of(movers[0]), frm))
    return 0 if stays else at.data.charts.zones.leave


def too_far(paragraph: str, unit: str, to: str, cost: int, left: int) -> Violation:
    """Why a way is too long for a unit; costs are in sixths."""
    return orders.too_far(paragraph, unit, to, in_points(cost), in_points(left))


def in_points(sixths: int) -> str:
    """Points as players write them: whole ones, and the sixths beside them."""
    whole, rest = divmod(sixths, POINT)
    return " ".join(
        filter(None, (str(whole) if whole or not rest else "", str(Fraction(rest, POINT)) if rest else ""))
    )


def least_wrong(at: Position, unit: str, to: str) -> tuple[str, ...]:
    """The way to a hex with the least against it."""
    own, hexes = at.side_of(unit), part(at)
    zone, enemies = zone_of_control(at, at.enemy(own)), at.held(at.enemy(own))
    whole = allowance(at, unit)

    def barred(here: str, there: str) -> bool:
        return (
            there in enemies or bool(zone.get(here) and zone.get(there)) or bool(never(at, unit, here, there))
        )

    def cost(here: str, there: str) -> int:
        return min(price(at, unit, here, there), whole) + leaving(at, (unit,), here, zone)

    adjacent = {
        here: tuple(to for to in around if to in hexes)
        for here, around in at.data.ground.grid.adjacent.items()
    }
    return least_barred(at.board[unit].where, to, adjacent, cost, barred)


def within(at: Position, unit: str) -> Reach[str]:
    """Every hex that a unit comes to alone, with the cheapest way; where a zone begins it stops unless it stays outside.

    A hex of a zone is entered and left only out of it (1.2); what else forbids a way is for the order to say.
    """
    start, own = at.board[unit].where, at.side_of(unit)
    zone, hexes, adjacent = zone_of_control(at, at.enemy(own)), part(at), at.data.ground.grid.adjacent
    points = max(allowance(at, unit, tax(at, unit, (start,))) - at.board[unit].spent, 0)
    enemies, how = at.held(at.enemy(own)), "foot" if at.on_foot(unit) else "wheels"

    def steps(here: str, spent: int, _before: str | None) -> list[tuple[str, int]]:
        found, more, barred = [], leaving(at, (unit,), here, zone), here in zone
        dry, first, left = _dry(at.data, here, how), here == start, points - spent - more
        for there in adjacent[here]:
            if there not in hexes or (barred and there in zone) or there in enemies:
                continue
            price = dry[there] if there in dry else _price(at, unit, here, there)
            if isinstance(price, str):
                continue
            if price <= left:
                found.append((there, price + more))
            elif first:
                found.append((there, points))
        return found

    return flood(start, steps, points)
