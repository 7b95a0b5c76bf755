"""One step of a move: everything that forbids it, paragraph by paragraph (8.1, 8.4, 10.3, 11.1)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.rules.arrivals.arriving import GLIDER, called, landing_zones
from pbem_rules.june6.rules.ground import terrain
from pbem_rules.june6.rules.ground.zones_of_control import held_with, next_to_enemy
from pbem_rules.june6.rules.movement.costs import Mover
from pbem_rules.june6.words import either
from pbem_rules.shared.orders import broken, not_beside

_CLOSED_DOORS = {"box": "10.21", "entry": "10.37"}


def obstacles(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """Every reason why the mover may not go from ``frm`` to ``to``, its points and what comes after left aside.

    ``frm`` is where the mover stands or a hex it has entered. One violation of 8.11 stands alone: then the two places
    do not join at all.
    """
    broken = _joins(mover, frm, to)
    if broken is not None:
        yield broken
        return
    yield from _no_enemy(mover, to)
    yield from _ground_allows(mover, frm, to)
    if mover.strategic:
        yield from _keeps_to_the_road(mover, frm, to)
        yield from _keeps_away_from_enemies(mover, to)
        yield from _keeps_away_from_delay_points(mover, to)
    if mover.in_enemy_zone(to):
        for rule in (_no_march_into_zone, _combat_unit_first, _ordered_into_zone, _supplied_into_zone):
            yield from rule(mover, to)
        yield from _no_zone_to_zone(mover, frm, to)
        yield from _reduced_into_zone(mover, frm, to)


@BOOK.rule("8.11")
@BOOK.rule("8.13")
def _joins(mover: Mover, frm: str, to: str) -> Violation | None:
    ground, name = mover.data.ground, mover.unit.id
    if ":" in to:
        return broken(
            "8.13", Message("{name} cannot move off the map to {to}", name=name, to=called(to)), name
        )
    if to not in ground.terrain:
        return broken("8.11", Message("there is no land hex {to} on the map", to=to), to)
    if frm.startswith("box:"):
        return _lands_on_its_beach(mover, frm, to)
    if frm.startswith("entry:"):
        return _enters_at_its_letter(mover, frm, to)
    if mover.unit.where.startswith(GLIDER):
        return _lands_by_glider(mover, frm, to)
    if to not in ground.grid.adjacent.get(frm, ()):
        return not_beside("8.11", name, frm, to)
    return None


@BOOK.rule("10.13")
@BOOK.rule("8.47")
def _lands_on_its_beach(mover: Mover, frm: str, to: str) -> Violation | None:
    beaches = mover.data.ground.beaches.get(frm.removeprefix("box:"), ())
    if to in beaches:
        return None
    said = Message(
        "{unit} lands from {frm} at {beaches}, not at {to}",
        unit=mover.unit.id,
        frm=called(frm),
        beaches=either(beaches),
        to=to,
    )
    return broken("8.47", said, mover.unit.id)


@BOOK.rule("8.48", "10.38")
def _enters_at_its_letter(mover: Mover, frm: str, to: str) -> Violation | None:
    hexes = mover.data.ground.entries.get(frm.removeprefix("entry:"), ())
    if to in hexes:
        return None
    if not hexes:
        said = Message("{unit} waits for the turn in which it enters", unit=mover.unit.id)
        return broken("10.37", said, mover.unit.id)
    said = Message(
        "{unit} enters from {frm} at {hexes}, not at {to}",
        unit=mover.unit.id,
        frm=called(frm),
        hexes=either(hexes),
        to=to,
    )
    return broken("8.48", said, mover.unit.id)


@BOOK.rule("10.23")
def _lands_by_glider(mover: Mover, frm: str, to: str) -> Violation | None:
    zones, name = landing_zones(mover, mover.unit), mover.unit.id
    if frm != mover.unit.where:
        said = Message("{name} has landed at {frm} and goes no further", name=name, frm=frm)
    elif to not in zones:
        said = Message("{name} lands at {zones}, not at {to}", name=name, zones=either(zones), to=to)
    else:
        return None
    return broken("10.23", said, name)


@BOOK.rule("8.14")
@BOOK.rule("10.21")
@BOOK.rule("10.37")
def _no_enemy(mover: Mover, to: str) -> Iterator[Violation]:
    if not mover.holds_enemy(to):
        return
    where = mover.unit.where
    off_map = to in mover.data.ground.terrain and ":" in where
    first = off_map and _joins(mover, where, to) is None
    paragraph = _CLOSED_DOORS.get(where.partition(":")[0], "8.14") if first else "8.14"
    yield broken(paragraph, Message("{to} is held by the enemy", to=to), to)


@BOOK.rule("8.46")
def _ground_allows(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """Strategic movement answers for itself: it has no business off the road at all."""
    if mover.strategic:
        return
    data, friends = mover.data, mover.friends(to)
    crossing = mover.crossing(frm, to)
    if crossing is not None:
        yield from crossing.refusals
    helped = crossing is not None
    closed = terrain.can_enter(mover, mover.unit, frm, to, helped=helped)
    if closed or friends < data.numbers.movement.friendly_units_block_road:
        yield from closed
    elif terrain.can_enter(mover, mover.unit, frm, to, by_road=False, helped=helped):
        said = Message(
            "{friends} friendly units block the road in {to}, and {unit} cannot leave it",
            friends=friends,
            to=to,
            unit=mover.unit.id,
        )
        yield broken("8.46", said, to)


@BOOK.rule("8.23")
@BOOK.rule("8.24")
def _keeps_to_the_road(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    name = mover.unit.id
    if not terrain.road_into(mover, frm, to):
        yield broken("8.23", Message("no road leads from {frm} to {to}", frm=frm, to=to), name)
        yield from _no_crossing_on_the_march(mover, frm, to)
    elif mover.friends(to) >= mover.data.numbers.movement.friendly_units_block_road:
        said = Message(
            "{friends} friendly units in {to} force {name} off the road",
            friends=mover.friends(to),
            to=to,
            name=name,
        )
        yield broken("8.24", said, name)


@BOOK.rule("20.25", "8.44")
def _no_crossing_on_the_march(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    if terrain.needs_engineers(mover, mover.unit.id, frm, to):
        said = Message(
            "{unit} cannot cross the river from {frm} to {to} by strategic movement",
            unit=mover.unit.id,
            frm=frm,
            to=to,
        )
        yield broken("20.25", said, mover.unit.id)


@BOOK.rule("8.24")
def _keeps_away_from_enemies(mover: Mover, to: str) -> Iterator[Violation]:
    if next_to_enemy(mover, to, mover.kind.side):
        said = Message("{unit} would come next to an enemy unit in {to}", unit=mover.unit.id, to=to)
        yield broken("8.24", said, mover.unit.id)


@BOOK.rule("8.24", "19.11")
def _keeps_away_from_delay_points(mover: Mover, to: str) -> Iterator[Violation]:
    """It is no unit, so the distance of three hexes at the start is not measured to it (N141)."""
    if not mover.delays:
        return
    near = next((at for at in (to, *mover.data.ground.grid.adjacent.get(to, ())) if at in mover.delays), None)
    if near is not None:
        said = (
            Message("{unit} would come into the Delay Point in {near}", unit=mover.unit.id, near=near)
            if near == to
            else Message("{unit} would come next to the Delay Point in {near}", unit=mover.unit.id, near=near)
        )
        yield broken("19.11", said, mover.unit.id)


@BOOK.rule("11.15")
def _no_march_into_zone(mover: Mover, to: str) -> Iterator[Violation]:
    if mover.strategic:
        said = Message("{to} is in an enemy zone of control, closed to strategic movement", to=to)
        yield broken("11.15", said, to)


@BOOK.rule("11.14")
def _combat_unit_first(mover: Mover, to: str) -> Iterator[Violation]:
    kind = mover.kind
    if not kind.combat and not held_with(mover, to, kind.side):
        said = Message(
            "{to} is in an enemy zone of control and holds no combat unit that {kind} could join",
            to=to,
            kind=kind.id,
        )
        yield broken("11.14", said, kind.id)


@BOOK.rule("13.12")
def _ordered_into_zone(mover: Mover, to: str) -> Iterator[Violation]:
    if mover.unit.disorder:
        said = Message(
            "{unit} is in Disorder and cannot enter the enemy zone of control at {to}",
            unit=mover.unit.id,
            to=to,
        )
        yield broken("13.12", said, mover.unit.id)


@BOOK.rule("22.24")
def _supplied_into_zone(mover: Mover, to: str) -> Iterator[Violation]:
    if mover.unit.isolated:
        said = Message(
            "{unit} is isolated and cannot enter the enemy zone of control at {to}", unit=mover.unit.id, to=to
        )
        yield broken("22.24", said, mover.unit.id)


@BOOK.rule("11.13")
def _no_zone_to_zone(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    if mover.in_enemy_zone(frm) and not terrain.motorised(mover.data, mover.unit.id):
        said = Message(
            "{unit} is on foot and cannot go from an enemy zone of control at {frm} straight to {to}",
            unit=mover.unit.id,
            frm=frm,
            to=to,
        )
        yield broken("11.13", said, mover.unit.id)


@BOOK.rule("7.4")
def _reduced_into_zone(mover: Mover, frm: str, to: str) -> Iterator[Violation]:
    """It does one or the other, so only the first hex of its path may be in an enemy zone (N3)."""
    if not mover.full and frm != mover.unit.where:
        said = Message(
            "{unit} acts at reduced efficiency: it enters an enemy zone of control at once or not at all",
            unit=mover.unit.id,
        )
        yield broken("7.4", said, mover.unit.id)


@BOOK.rule("11.12")
def stops_in_zone_of_control(mover: Mover, entered: str, onward: str) -> Iterator[Violation]:
    """``entered`` is a hex of the path, ``onward`` the next one."""
    if mover.in_enemy_zone(entered):
        said = Message(
            "{unit} must stop in the enemy zone of control at {entered}; it cannot go on to {onward}",
            unit=mover.unit.id,
            entered=entered,
            onward=onward,
        )
        yield broken("11.12", said, entered)
