"""What movement costs (3.0 to 3.3), in thirtieths of a point."""

from __future__ import annotations

from pbem.bytes.records import frozen
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.model import REACTION, SUPPLIED, Unit
from pbem_rules.darkdecember.printed.data import GERMAN, Terrain
from pbem_rules.darkdecember.printed.marks import PART
from pbem_rules.darkdecember.rules import weather
from pbem_rules.darkdecember.rules.combat.levels import ground, river
from pbem_rules.darkdecember.rules.combat.odds import halved
from pbem_rules.darkdecember.rules.view import Position
from pbem_rules.darkdecember.rules.zones import enemy_zone

OFF_ROAD = "errata-strategic-off-road"


@frozen(kw_only=True, slots=False)
class Mover:
    """A unit or commander as it moves; ``unit.where`` is empty for one that comes on the map."""

    position: Position
    unit: Unit
    side: str
    motorized: bool
    leader: bool
    zones: frozenset[str]

    @classmethod
    def of(cls, position: Position, unit: Unit) -> Mover:
        """A unit, with all that its costs depend on."""
        side, name = position.side_of(unit.id), unit.id
        return cls(
            position=position,
            unit=unit,
            side=side,
            motorized=position.motorized(name),
            leader=position.is_leader(name),
            zones=enemy_zone(position, side),
        )

    def friends(self, where: str) -> tuple[str, ...]:
        """The other units of its side in a hex, commanders left out."""
        there = self.position.units_of(self.side, where)
        return tuple(name for name in there if name != self.unit.id) if there else there

    def of_line(self, line: Terrain) -> int:
        """What a line of the terrain chart costs it."""
        return line.motor if self.motorized else line.foot


@BOOK.rule("I6.1b", "3.0", "1.0d", "1.1d", "N51", "O8.3")
def allowance(mover: Mover) -> int:
    """What it may spend in a phase."""
    position, unit = mover.position, mover.unit
    leader = position.data.leaders.get(unit.id)
    points = leader.move if leader is not None else position.kind(unit.id).front.move
    points -= weather_takes(mover)
    if leader is None and (unit.dry or unit.supply != SUPPLIED):
        points = halved(points)
    return (halved(points) if position.state.phase == REACTION else points) * PART


@BOOK.rule("S3.1", "I6.1a")
def weather_takes(mover: Mover) -> int:
    """The points that the weather takes off."""
    less = mover.side == GERMAN and mover.motorized and weather.clear(mover.position)
    return mover.position.data.charts.weather.german_motorized if less else 0


def left(mover: Mover) -> int:
    """What it has still to spend."""
    return allowance(mover) - mover.unit.spent


def step_cost(mover: Mover, frm: str, to: str) -> int:
    """The cost of a step to the next hex; ``frm`` is empty for a hex of entry."""
    if mover.unit.column and (by_road(mover, frm, to) or not mover.position.chosen(OFF_ROAD)):
        return strategic_rate(mover)
    leaving = disengaging(mover, frm) if frm and frm == mover.unit.where else 0
    if not mover.unit.column and marches(mover, frm, to):
        return least_step(mover) + leaving
    return terrain_cost(mover, to) + river_cost(mover, frm, to) + leaving


def least_step(mover: Mover) -> int:
    """What any step costs at least: that by road."""
    return (
        strategic_rate(mover)
        if mover.unit.column
        else mover.of_line(mover.position.data.charts.terrain.march)
    )


def by_road(mover: Mover, frm: str, to: str) -> bool:
    """Whether a step follows a road that can be used."""
    return not frm or mover.position.road_open(frm, to)


@BOOK.rule("3.3a", "3.7a", "3.7b", "O9.3")
def marches(mover: Mover, frm: str, to: str) -> bool:
    """Whether a step is paid by the line of the march."""
    alone = mover.leader or not (mover.friends(to) or (frm and mover.friends(frm)))
    return by_road(mover, frm, to) and alone


@BOOK.rule("3.2b")
def strategic_rate(mover: Mover) -> int:
    """The cost of a road hex in strategic movement."""
    rates = mover.position.data.charts.strategic
    if mover.motorized:
        return rates.motorized
    return rates.german_foot if mover.side == GERMAN else rates.allied_foot


@BOOK.rule("3.0", "3.3c")
def terrain_cost(mover: Mover, to: str) -> int:
    """The cost of a hex off the march."""
    position = mover.position
    printed, chart = position.data.ground, position.data.charts.terrain
    lines = [position.terrain(to)]
    lines += [chart.town] if to in printed.towns else []
    lines += [chart.westwall] if to in printed.westwall else []
    return max(mover.of_line(line) - thaw(position, line) for line in lines)


@BOOK.rule("S4.0", "N53")
def thaw(position: Position, line: Terrain) -> int:
    """What frost takes off a line of the chart."""
    return line.frost if weather.frost(position) else 0


@BOOK.rule("3.3b", "3.3c", "5.1", "N15")
def river_cost(mover: Mover, frm: str, to: str) -> int:
    """The cost of the hexside."""
    position, chart = mover.position, mover.position.data.charts.terrain
    if not frm or not position.data.ground.rivers.has(frm, to):
        return 0
    if position.bridge_open(frm, to):
        return mover.of_line(chart.bridge)
    return mover.of_line(chart.ford if position.data.ground.fords.has(frm, to) else chart.river)


@BOOK.rule("O4.0", "N55")
def disengaging(mover: Mover, frm: str) -> int:
    """What it costs besides to leave an enemy zone."""
    position, numbers = mover.position, mover.position.data.charts.numbers
    name = mover.unit.id
    fast = mover.leader or position.armour(name) or position.cavalry(name)
    if not position.chosen("disengaging") or frm not in mover.zones or fast:
        return 0
    enemies = [
        where
        for where in position.data.ground.grid.adjacent[frm]
        if position.units_of(position.enemy(mover.side), where)
    ]
    level = max(ground(position, frm, mover.side).value, river(position, frm, enemies))
    return 0 if level >= numbers.disengage_tdl else numbers.disengage * PART
