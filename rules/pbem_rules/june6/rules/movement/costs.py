"""What a move costs: the allowance of a unit and the points of each step (8.2, 8.4, 11.1, 22.22).

Points are whole for ordinary movement. Strategic movement is reckoned in half points throughout (8.23b).
"""

from __future__ import annotations

from pbem.bytes.records import evolve, field, frozen
from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Position, State, Unit
from pbem_rules.june6.printed.data import Data, UnitType
from pbem_rules.june6.printed.marks import LEG
from pbem_rules.june6.rules.engineers import engineers
from pbem_rules.june6.rules.engineers.engineers import Crossing
from pbem_rules.june6.rules.ground import terrain
from pbem_rules.june6.rules.ground.zones_of_control import in_zone
from pbem_rules.june6.rules.lookup import activation, enemy_of, ratings
from pbem_rules.june6.words import word

HALVES = 2


@frozen(kw_only=True)
class Mover(Position):
    """A unit on the move on one position; what it has looked at once it remembers."""

    data: Data = field(repr=False)
    state: State = field(repr=False)
    unit: Unit
    full: bool  # activated at full efficiency
    strategic: bool = False
    alone: bool = False  # leave engineers out of account
    _zone: dict[str, bool] = field(factory=dict, init=False, repr=False, eq=False)
    _crossings: dict[str, Crossing | None] = field(factory=dict, init=False, repr=False, eq=False)
    delays: frozenset[str] = field(init=False, repr=False, eq=False)  # Delay Points in its way (19.1)

    @delays.default
    def _in_its_way(self) -> frozenset[str]:
        """German units pass Delay Points freely."""
        return frozenset(self.state.delays) if self.kind.side == ALLIED else frozenset()

    @property
    def kind(self) -> UnitType:
        """The counter."""
        return self.data.units[self.unit.id]

    @property
    def enemy(self) -> str:
        """The other side."""
        return enemy_of(self.kind.side)

    def in_enemy_zone(self, where: str) -> bool:
        """Whether a hex lies in an enemy zone of control; a place off the map never does."""
        known = self._zone.get(where)
        if known is None:
            known = self._zone[where] = in_zone(self, where, self.enemy)
        return known

    def holds_enemy(self, where: str) -> bool:
        """Whether an enemy unit stands in a hex."""
        there = self.state.board.at(where)
        return bool(there) and self.data.units[there[0]].side == self.enemy

    def crossing(self, frm: str, to: str) -> Crossing | None:
        """The help of engineers for a step over a major river; None where it takes none, or none is looked for."""
        if self.alone or not terrain.needs_engineers(self, self.unit.id, frm, to):
            return None
        if frm not in self._crossings:
            frame = activation(self.state)
            self._crossings[frm] = None if frame is None else engineers.crossing(self, frame, self.unit, frm)
        return self._crossings[frm]

    def beyond(self, where: str) -> Mover:
        """The unit on its way once it has entered a hex: a Delay Point there is gone (19.12)."""
        if where not in self.delays:
            return self
        left = tuple(other for other in self.state.delays if other != where)
        return evolve(self, state=evolve(self.state, delays=left))

    def friends(self, where: str) -> int:
        """How many friendly units stand in a hex, this one left out."""
        there = self.state.board.at(where)
        if not there or self.data.units[there[0]].side == self.enemy:
            return 0
        return len(there) - (self.unit.id in there)


@BOOK.rule("8.21")
def allowance(mover: Mover) -> int:
    """The points a unit may spend, in half points for strategic movement.

    The weather is added to the printed allowance first; isolation halves or strategic movement doubles the sum (N6).
    """
    points = ratings(mover.data, mover.unit).ma + _weather(mover)
    if mover.unit.isolated:
        points = _halved_by_isolation(points)
    return _doubled(mover.data, points) * HALVES if mover.strategic else points


@BOOK.rule("4.12")
def _weather(mover: Mover) -> int:
    return mover.data.charts.weather[mover.state.weather].german_ma if mover.kind.side == GERMAN else 0


@BOOK.rule("22.22")
def _halved_by_isolation(points: int) -> int:
    return points // 2


@BOOK.rule("8.23")
def _doubled(data: Data, points: int) -> int:
    return points * data.numbers.movement.strategic_factor


@BOOK.rule("8.47")
def landing_points(mover: Mover) -> int:
    """Points spent between the ship and the beach; 0 for a unit that is not in a landing box."""
    return (allowance(mover) + 1) // 2 if mover.unit.where.startswith("box:") else 0


def points(mover: Mover, frm: str, to: str) -> int | None:
    """The cost of one step, zones of control included, the cost of a landing apart; None where it cannot be made."""
    ground = _strategic_points(mover, frm, to) if mover.strategic else _ground_points(mover, frm, to)
    if ground is None or mover.strategic:
        return ground
    total = ground + _leaving_a_zone(mover, frm) + _entering_a_zone(mover, to)
    if to not in mover.delays:
        return total
    return _from_next_to_it(mover, frm, total + _delay(mover, to))


@BOOK.rule("8.46")
def _ground_points(mover: Mover, frm: str, to: str) -> int | None:
    """A unit may always leave the road aside when that is cheaper (N4)."""
    data, name, friends = mover.data, mover.unit.id, mover.friends(to)
    helped = mover.crossing(frm, to) is not None
    across = terrain.cross_country(mover, name, frm, to, helped=helped)
    if friends >= data.numbers.movement.friendly_units_block_road:
        return across
    road = terrain.along_road(mover, name, frm, to)
    if road is None:
        return across
    road += friends * data.numbers.movement.friendly_unit_on_road
    return road if across is None else min(road, across)


@BOOK.rule("8.23", "8.24")
def _strategic_points(mover: Mover, frm: str, to: str) -> int | None:
    """Half points; None off the road and where friendly units block it."""
    data, friends = mover.data, mover.friends(to)
    kind = terrain.road_into(mover, frm, to)
    if not kind or friends >= data.numbers.movement.friendly_units_block_road:
        return None
    road = data.charts.roads[kind]
    step = road.strategic_leg if mover.kind.move == LEG else road.strategic_motor
    return step + HALVES * friends * data.numbers.movement.friendly_unit_on_road


@BOOK.rule("11.13")
def _leaving_a_zone(mover: Mover, frm: str) -> int:
    return mover.data.numbers.movement.zoc_leave if mover.in_enemy_zone(frm) else 0


@BOOK.rule("11.11")
def _entering_a_zone(mover: Mover, to: str) -> int:
    return mover.data.numbers.movement.zoc_enter if mover.in_enemy_zone(to) else 0


@BOOK.rule("19.11", "19.12")
def _delay(mover: Mover, to: str) -> int:
    return mover.data.numbers.movement.delay_point if to in mover.delays else 0


@BOOK.rule("8.12")
def _from_next_to_it(mover: Mover, frm: str, total: int) -> int:
    """The whole step, zones of control included, then costs what the unit has, if it has anything (N140)."""
    most = allowance(mover)
    return min(total, most) if frm == mover.unit.where and ":" not in frm and most > 0 else total


def reasons(mover: Mover, path: tuple[str, ...]) -> tuple[Reason, ...]:
    """Every term of the cost of a legal path, in order of travel, in the unit of ``points``."""
    found: list[Reason] = []
    landing = landing_points(mover)
    if landing:
        found.append(
            Reason(paragraph="8.47", text=Message("from the landing box to the beach"), value=landing)
        )
    frm = mover.unit.where
    for to in path:
        total = points(mover, frm, to) or 0
        water = _over_water(mover, frm, to)
        leave = 0 if mover.strategic else _leaving_a_zone(mover, frm)
        enter = 0 if mover.strategic else _entering_a_zone(mover, to)
        delay = 0 if mover.strategic else _delay(mover, to)
        spared = _spared(mover, frm, to, total) if delay else 0
        ground = total - leave - enter - delay + spared - water
        found.append(Reason(paragraph="8.41", text=_way(mover, frm, to), value=ground))
        if water:
            text = Message("over the {river} with engineers", river=_river(mover, frm, to))
            found.append(Reason(paragraph="20.24", text=text, value=water))
        if delay:
            found.append(Reason(paragraph="19.11", text=Message("Delay Point in {to}", to=to), value=delay))
        if spared:
            found.append(
                Reason(paragraph="8.12", text=Message("points it lacks, from next to it"), value=-spared)
            )
        if leave:
            found.append(
                Reason(
                    paragraph="11.13",
                    text=Message("out of an enemy zone of control at {frm}", frm=frm),
                    value=leave,
                )
            )
        if enter:
            found.append(
                Reason(
                    paragraph="11.11",
                    text=Message("into an enemy zone of control at {to}", to=to),
                    value=enter,
                )
            )
        mover, frm = mover.beyond(to), to
    return tuple(found)


def _spared(mover: Mover, frm: str, to: str, total: int) -> int:
    """The points that a unit next to a Delay Point is let off (8.12)."""
    ground = _ground_points(mover, frm, to)
    whole = (ground or 0) + _leaving_a_zone(mover, frm) + _entering_a_zone(mover, to) + _delay(mover, to)
    return whole - total


def _over_water(mover: Mover, frm: str, to: str) -> int:
    """The points of a step that are for a crossing with engineers."""
    if mover.strategic or mover.crossing(frm, to) is None:
        return 0
    return mover.data.charts.hexsides[terrain.RIVER].raiders or 0


def _river(mover: Mover, frm: str, to: str) -> str:
    return mover.data.ground.river_names.get(terrain.edge(frm, to), Message("river"))


def _way(mover: Mover, frm: str, to: str) -> str:
    name = word(mover.data.charts.terrain[mover.data.ground.terrain[to]].name.lower())
    road = terrain.road_into(mover, frm, to)
    if road:
        return Message("{hex}, {ground}, {road} road", hex=to, ground=name, road=word(road))
    return Message("{hex}, {ground}", hex=to, ground=name)
