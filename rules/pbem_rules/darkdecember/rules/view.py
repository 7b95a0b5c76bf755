"""What the rules ask of a position, whether it is looked at or being changed."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.records import frozen
from pbem_rules.darkdecember.model import SUPPLIED, State, Unit
from pbem_rules.darkdecember.printed.counters import Face, Kind
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Data, Terrain, TerrainChart
from pbem_rules.kernel.board import Board
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.hexes import side_name
from pbem_rules.shared.view import Position as AnyPosition
from pbem_rules.shared.view import View as AnyView


class Position(AnyPosition[State, Data]):
    """Questions about a position. ``name`` is a unit or a commander on the board, unless said otherwise."""

    @property
    def board(self) -> Board[Unit]:
        """The units on the map."""
        return self.state.board

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return self.state.turn

    def enemy(self, side: str) -> str:
        """The other side."""
        return ALLIED if side == GERMAN else GERMAN

    def chosen(self, option: str) -> bool:
        """Whether the game is played with an option."""
        return (option, "yes") in self.state.options

    # --- counters as printed ------------------------------------------------------------------------------------------

    def is_leader(self, name: str) -> bool:
        """Whether it is a commander."""
        return name in self.data.leaders

    def kind(self, name: str) -> Kind:
        """A unit as printed. Raises KeyError for a commander."""
        return self.data.units[name]

    def side_of(self, name: str) -> str:
        """Whose it is."""
        return (self.data.leaders.get(name) or self.data.units[name]).side

    def nation(self, name: str) -> str:
        """us | british | french | german; of a commander the nation that they lead, else us or german."""
        if name in self.data.units:
            return self.data.units[name].nation
        leader = self.data.leaders[name]
        return leader.nation or ("us" if leader.side == ALLIED else GERMAN)

    def armour(self, name: str) -> bool:
        """Whether it is armour (6.1)."""
        return name in self.data.units and self.data.units[name].armour

    def cavalry(self, name: str) -> bool:
        """Whether it is armoured cavalry (6.1)."""
        return name in self.data.units and self.data.units[name].cavalry

    def motorized(self, name: str) -> bool:
        """Whether it moves like motorized units; commanders do (O9.3)."""
        return name in self.data.leaders or self.data.units[name].motorized

    # --- counters as they stand ---------------------------------------------------------------------------------------

    def on_map(self, name: str) -> bool:
        """Whether a unit or commander is on the map."""
        return name in self.board

    def units(self, side: str) -> Iterator[Unit]:
        """The units of a side on the map in order, commanders left out."""
        units = self.data.units
        return (unit for unit in self.board if unit.id in units and units[unit.id].side == side)

    def units_of(self, side: str, where: str) -> tuple[str, ...]:
        """The units of a side in a hex, commanders left out."""
        units, there = self.data.units, self.board.at(where)
        return tuple([n for n in there if n in units and units[n].side == side]) if there else there

    def in_the_way(self, name: str, to: str) -> tuple[str, ...]:
        """Enemies who bar a hex to a unit; a commander alone gives way to units, not to a commander (O9.4)."""
        enemy = self.enemy(self.side_of(name))
        there = self.board.at(to) if self.is_leader(name) else self.units_of(enemy, to)
        return tuple(each for each in there if self.side_of(each) == enemy)

    def held(self, side: str) -> frozenset[str]:
        """The hexes with units of a side."""
        return _held(self.state, self.data, side)

    def faces(self, name: str) -> tuple[Face, ...]:
        """The sides that it has left, the one that is up first; of a commander the options as strengths."""
        leader = self.data.leaders.get(name)
        if leader is not None:
            return (Face(attack=leader.attack, defence=leader.defence, move=leader.move),)
        kind = self.data.units[name]
        if kind.back is None:
            return (kind.front,)
        return (kind.back,) if self.board[name].reduced else (kind.front, kind.back)

    def face(self, name: str) -> Face:
        """The side that is up."""
        return self.faces(name)[0]

    def lacks_supply(self, name: str) -> bool:
        """Whether it is out of supply, isolated or without fuel (1.0, 1.1); a commander never is (O9.4)."""
        unit = self.board[name]
        return name in self.data.units and (unit.dry or unit.supply != SUPPLIED)

    # --- ground -------------------------------------------------------------------------------------------------------

    def terrain(self, where: str) -> Terrain:
        """The line of the chart for the ground of a hex, towns and Westwall left out."""
        return line(self.data.charts.terrain, self.data.ground.terrain[where])

    def bridged(self, a: str, b: str) -> bool:
        """Whether a whole bridge stands on a hexside (5.0)."""
        side = side_name(a, b)
        if side in self.state.built:
            return True
        return self.data.ground.bridges.has(a, b) and side not in self.state.blown

    def road(self, a: str, b: str) -> bool:
        """Whether a road can be used from a hex to the next; a bridge that was built joins those of its banks (5.2)."""
        ground = self.data.ground
        if side_name(a, b) in self.state.built:
            return bool(ground.roads.at(a) and ground.roads.at(b))
        return ground.roads.has(a, b) and (not ground.rivers.has(a, b) or self.bridged(a, b))

    def fresh(self, a: str, b: str) -> bool:
        """Whether a bridge stands on a hexside that nobody uses before its builders' next movement (5.2)."""
        return bool(self.state.fresh) and side_name(a, b) in dict(self.state.fresh)

    def bridge_open(self, a: str, b: str) -> bool:
        """Whether units may go over a whole bridge on a hexside."""
        return self.bridged(a, b) and not self.fresh(a, b)

    def road_open(self, a: str, b: str) -> bool:
        """Whether units may go by a road from a hex to the next."""
        return self.road(a, b) and not self.fresh(a, b)


@derived
def _held(state: State, data: Data, side: str) -> frozenset[str]:
    units, pieces = data.units, state.board.pieces
    return frozenset([unit.where for n, unit in pieces.items() if n in units and units[n].side == side])


def line(chart: TerrainChart, name: str) -> Terrain:
    """The line of the terrain chart for a kind of ground."""
    lines = {
        "clear": chart.clear,
        "woods": chart.woods,
        "heavy_woods": chart.heavy_woods,
        "marsh": chart.marsh,
    }
    return lines[name]


@frozen(kw_only=True, slots=False)
class View(AnyView[State, Data], Position):
    """A position as checks and lists see it."""
