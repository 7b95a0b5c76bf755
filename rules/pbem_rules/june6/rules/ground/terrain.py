"""What the ground allows and costs: hexes, hexsides, roads and bridges for one unit and one step (8.4).

Bicycle units count as units on foot (8.21b). Points are whole; the caller scales them.
"""

from __future__ import annotations

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, Position, State, Unit
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.printed.marks import MOTOR
from pbem_rules.june6.words import word
from pbem_rules.kernel.derived import derived, recent
from pbem_rules.kernel.edges import Edges
from pbem_rules.shared.orders import broken

RIVER = "major_river"
RAIDERS = frozenset({"commando", "ranger"})
PRINTED = State(scenario="")
"""The ground as printed, for plans that outlive a position: no bridge is down and none has been built."""


def motorised(data: Data, unit: str) -> bool:
    """Whether a unit moves on wheels or tracks (8.21a)."""
    return data.unit(unit).move == MOTOR


@BOOK.rule("8.43", "8.44")
def _raider(data: Data, unit: str) -> bool:
    return data.unit(unit).type in RAIDERS


# --- bridges and roads as they stand now ------------------------------------------------------------------------------


def edge(a: str, b: str) -> str:
    """The name of a hexside: its two hexes, the lower first."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


@BOOK.rule("8.43")
def bridged(at: Position, a: str, b: str) -> bool:
    """Whether a bridge stands between two adjacent hexes: printed and not blown, or of pontoons."""
    if not at.state.blown and not at.state.pontoons:
        return at.data.ground.bridged(a, b)
    side = edge(a, b)
    return side in at.state.pontoons or (side in at.data.ground.bridges and side not in at.state.blown)


def road(at: Position, a: str, b: str) -> str:
    """``primary``, ``secondary`` or ``""``: the road between two adjacent hexes; a blown bridge breaks it (N160)."""
    return "" if at.state.blown and edge(a, b) in at.state.blown else at.data.ground.road(a, b)


def roads(at: Position) -> Edges:
    """The road net as it stands, without the links that lead over blown bridges (N160)."""
    return at.data.ground.roads if not at.state.blown else _broken_roads(at.data, at.state.blown)


@recent(8)
def _broken_roads(data: Data, blown: tuple[str, ...]) -> Edges:
    links = (side.partition("/") for side in blown)
    return data.ground.roads - Edges.of((a, b) for a, _, b in links)


def unbridged_river(at: Position, frm: str, to: str) -> bool:
    """Whether a major river without a bridge lies between two adjacent hexes (8.43, 12.32)."""
    return RIVER in at.data.ground.features(frm, to) and not bridged(at, frm, to)


# --- what they allow and cost -----------------------------------------------------------------------------------------


def swims(data: Data, unit: str) -> bool:
    """Whether a unit may attack across a major river without a bridge: Allied and on foot (20.31)."""
    kind = data.unit(unit)
    return kind.side == ALLIED and kind.move != MOTOR


def needs_engineers(at: Position, unit: str, frm: str, to: str) -> bool:
    """Whether a step or an attack takes a unit over a major river that it cannot cross by itself, but might with help."""
    if ":" in frm or motorised(at.data, unit) or _raider(at.data, unit):
        return False
    return unbridged_river(at, frm, to)


@derived
def banks(data: Data) -> frozenset[str]:
    """The hexes beside a major river."""
    sides = data.ground.sides.get(RIVER, frozenset())
    return frozenset(hex_ for side in sides for hex_ in side.split("/"))


def on_the_bank(data: Data, unit: Unit) -> bool:
    """Whether a unit that may attack across a major river stands beside one (12.32, N37)."""
    return unit.where in banks(data) and swims(data, unit.id)


@BOOK.rule("20.24")
def _side_points(data: Data, unit: str, feature: str, *, helped: bool = False) -> int | None:
    side = data.charts.hexsides[feature]
    points = side.motor if motorised(data, unit) else side.leg
    if points is None and (_raider(data, unit) or (helped and feature == RIVER)):
        return side.raiders
    return points


def crossed(at: Position, frm: str, to: str, *, by_road: bool) -> tuple[str, ...]:
    """The hexside features a step has to cross: a bridge does away with a river, a road with what it leads over."""
    ground, sides = at.data.ground, at.data.charts.hexsides
    features = ground.features(frm, to)
    if not features:
        return ()
    way = by_road and bool(road(at, frm, to))
    bridge = bridged(at, frm, to)
    return tuple(f for f in features if not (bridge and f == RIVER) and not (way and sides[f].by_road))


@BOOK.rule("8.41", "8.42")
def cross_country(at: Position, unit: str, frm: str, to: str, *, helped: bool = False) -> int | None:
    """Points for a step off the road, hexsides included; None where the unit may not go.

    ``frm`` may be a place off the map: then only the hex counts. ``helped``: engineers take it over a major river.
    """
    name = at.data.ground.terrain.get(to)
    if name is None:
        return None
    ground = at.data.charts.terrain[name]
    total = ground.motor if motorised(at.data, unit) else ground.leg
    for feature in crossed(at, frm, to, by_road=False):
        points = _side_points(at.data, unit, feature, helped=helped)
        if total is None or points is None:
            return None
        total += points
    return total


def along_road(at: Position, unit: str, frm: str, to: str) -> int | None:
    """Points for a step along a road; None where no road leads, or where it does not help over the hexside.

    A step onto the map goes along any road of the hex it enters (8.47, 8.48, N8).
    """
    kind = road_into(at, frm, to)
    if not kind or to not in at.data.ground.terrain:
        return None
    way = at.data.charts.roads[kind]
    total = way.motor if motorised(at.data, unit) else way.leg
    for feature in crossed(at, frm, to, by_road=True):
        points = _side_points(at.data, unit, feature)
        if points is None:
            return None
        total += points
    return total


def road_into(at: Position, frm: str, to: str) -> str:
    """The kind of road along which a step goes, or ``""``; from off the map, the best road of the hex."""
    ground = at.data.ground
    if ":" not in frm:
        return road(at, frm, to)
    kinds = {ground.road(to, other) for other in ground.roads.at(to)}
    return "primary" if "primary" in kinds else "secondary" if kinds else ""


def can_enter(
    at: Position, unit: Unit, frm: str, to: str, *, by_road: bool = True, helped: bool = False
) -> tuple[Violation, ...]:
    """Why the ground keeps a unit from going from ``frm`` to the adjacent ``to``: no points, no enemies, no stacking.

    For movement, attacks (12.31), retreats (13.32) and advances. ``by_road=False`` leaves roads out of account, not
    bridges. ``state`` says which bridges stand; ``helped``: engineers take the unit over a major river.
    """
    if to not in at.data.ground.terrain:
        return (broken("8.11", Message("{to} is not a land hex of the map", to=to), unit.id),)
    if ":" not in frm and to not in at.data.ground.grid.adjacent.get(frm, ()):
        return (broken("8.11", Message("{frm} and {to} are not adjacent", frm=frm, to=to), unit.id),)
    if by_road and along_road(at, unit.id, frm, to) is not None:
        return ()
    return (
        *_no_forbidden_hexside(at, unit.id, frm, to, by_road, helped),
        *_no_forbidden_hex(at, unit.id, frm, to, by_road),
    )


@BOOK.rule("8.43")
def _no_forbidden_hexside(
    at: Position, unit: str, frm: str, to: str, by_road: bool, helped: bool
) -> tuple[Violation, ...]:
    closed = [
        at.data.charts.hexsides[feature].name
        for feature in crossed(at, frm, to, by_road=by_road)
        if _side_points(at.data, unit, feature, helped=helped) is None
    ]
    return tuple(
        broken(
            "8.43",
            Message(
                "{unit} cannot cross the {name} from {frm} to {to}",
                unit=unit,
                name=word(name.lower()),
                frm=frm,
                to=to,
            ),
            unit,
        )
        for name in closed
    )


@BOOK.rule("8.42")
def _no_forbidden_hex(at: Position, unit: str, frm: str, to: str, by_road: bool) -> tuple[Violation, ...]:
    ground = at.data.charts.terrain[at.data.ground.terrain[to]]
    points = ground.motor if motorised(at.data, unit) else ground.leg
    if points is not None or (by_road and road_into(at, frm, to)):
        return ()
    said = Message(
        "{unit} cannot enter {to} ({ground}) except along a road",
        unit=unit,
        to=to,
        ground=word(ground.name.lower()),
    )
    return (broken("8.42", said, unit),)
