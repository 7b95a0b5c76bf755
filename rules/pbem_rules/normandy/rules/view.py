"""What the rules ask of a position, whether it is looked at or being changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem_rules.kernel.board import Board
from pbem_rules.kernel.derived import derived
from pbem_rules.kernel.hexes import side_name
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN, Piece, State
from pbem_rules.normandy.printed import Data, Formation, Turn, Type
from pbem_rules.normandy.printed.calendar import PARTS, day_number
from pbem_rules.normandy.printed.counters import Face
from pbem_rules.shared.orders import not_own
from pbem_rules.shared.small_number import small_number
from pbem_rules.shared.view import Position as AnyPosition
from pbem_rules.shared.view import View as AnyView

_FOOT = frozenset(
    {"infantry", "parachute", "glider", "ranger", "commando", "engineer", "pathfinder", "replacement"}
)
_INFANTRY = frozenset({"infantry", "parachute", "glider", "ranger", "commando", "motorised", "mechanised"})


@BOOK.rule("12.4", "17.27", "17.33", "19.3", "N26")
def infantry(kind: Type) -> bool:
    """Whether a counter is infantry; a strongpoint is not, whatever its garrison."""
    return kind.branch in _INFANTRY and not kind.fixed


class Position(AnyPosition[State, Data]):
    """Questions about a position. ``name`` is a counter, or a company of one that was broken up (``I/115/29.2``)."""

    @property
    def board(self) -> Board[Piece]:
        """The counters on the map and in boxes."""
        return self.state.board

    @property
    def night(self) -> bool:
        """Whether it is a night turn."""
        return self.state.part == 0

    @property
    def now(self) -> Turn:
        """Day and part of the day; before the first turn its day."""
        first = self.data.scenarios[self.state.scenario].first
        return Turn(day=day_number(self.state.day) or first.day, part=self.state.part)

    @property
    def turn_number(self) -> int:
        """The turn, counted from 1 in this scenario."""
        first, now = self.data.scenarios[self.state.scenario].first, self.now
        return max(1, (now.day - first.day) * len(PARTS) + now.part - first.part + 1)

    def enemy(self, side: str) -> str:
        """The other side."""
        return ALLIED if side == GERMAN else GERMAN

    def chosen(self, option: str) -> bool:
        """Whether the game is played with an option."""
        return self.state.options.get(option) == "yes"

    # --- counters as printed ------------------------------------------------------------------------------------------

    def type_of(self, name: str) -> Type:
        """What its counter shows; of a company the type of its company."""
        return type_of(self.data, name)

    def formation_of(self, name: str) -> Formation:
        """The division, brigade, corps, fleet or garrison that it belongs to."""
        return _formation(self.data, name)

    def side_of(self, name: str) -> str:
        """Whose it is."""
        return self.data.sides.get(name) or _formation(self.data, name).side

    def on_foot(self, name: str) -> bool:
        """Whether it walks: infantry of all kinds and engineers without vehicles."""
        kind = self.type_of(name)
        return kind.branch in _FOOT and not kind.circle

    # --- counters as they stand ---------------------------------------------------------------------------------------

    def on_map(self, name: str) -> bool:
        """Whether a counter stands in a hex, not in a box."""
        return name in self.board and self.board[name].where in self.data.land.terrain

    def steps(self, name: str) -> int:
        """How many steps it has left."""
        return self.type_of(name).steps - self.board[name].lost

    def face(self, name: str) -> Face:
        """Attack and defence as it stands."""
        return self.type_of(name).faces[self.board[name].lost]

    def held(self, side: str) -> frozenset[str]:
        """The places in which a side stands, for code that asks about many hexes of one position."""
        return _held(self.state, self.data, side)

    def stood(self, side: str) -> Stood:
        """The counters of a side with their places: what later positions in which it stood so may share."""
        return _stood(self.state, self.data)[side]

    def units_of(self, side: str, where: str) -> tuple[str, ...]:
        """The counters of a side in a hex, in order."""
        return tuple(name for name in self.board.at(where) if self.side_of(name) == side)

    def bridged(self, a: str, b: str) -> bool:
        """Whether a whole bridge stands on a hexside."""
        return bridged(self.data, (self.state.built, self.state.blown), a, b)


Stood = tuple[tuple[str, str], ...]
"""Counters with their places, in no order that counts."""
Bridges = tuple[tuple[str, ...], tuple[str, ...]]
"""The hexsides of bridges that were built, and of those that were blown."""


def bridged(data: Data, changes: Bridges, a: str, b: str) -> bool:
    """Whether a whole bridge stands on a hexside."""
    side, (built, blown) = side_name(a, b), changes
    return side in built or (data.ground.bridges.has(a, b) and side not in blown)


def type_of(data: Data, name: str) -> Type:
    """What a counter shows; of a company the type of its company."""
    return data.kinds.get(name) or _type(data, name)


def battalion(name: str) -> str:
    """The battalion of a company, else the counter itself."""
    whole, dot, number = name.rpartition(".")
    return whole if dot and small_number(number) is not None else name


@derived
def _type(data: Data, name: str) -> Type:
    whole = battalion(name)
    kind = data.type_of(whole)
    return data.types[kind.company] if whole != name else kind


@derived
def _formation(data: Data, name: str) -> Formation:
    return data.formations[data.units[battalion(name)].formation]


@derived
def _held(state: State, data: Data, side: str) -> frozenset[str]:
    return frozenset(where for _, where in _stood(state, data)[side])


@derived
def _stood(state: State, data: Data) -> Mapping[str, Stood]:
    sides, found = data.sides, dict[str, list[tuple[str, str]]]({ALLIED: [], GERMAN: []})
    for name, unit in state.board.pieces.items():
        found[sides.get(name) or _formation(data, name).side].append((name, unit.where))
    return {side: tuple(there) for side, there in found.items()}


@frozen(kw_only=True, slots=False)
class View(AnyView[State, Data], Position):
    """A position as checks and lists see it."""


def own(view: View, name: str, paragraph: str, *, boxes: bool = False) -> Iterator[Violation]:
    """Why a name is not a unit of the side on the map; ``boxes``: or in a box."""
    yield from owned(view, view.side, name, paragraph, boxes=boxes)


def owned(at: Position, side: str, name: str, paragraph: str, *, boxes: bool = False) -> Iterator[Violation]:
    """The same of any side."""
    known = battalion(name) in at.data.units or name in at.board
    there = name in at.board if boxes else at.on_map(name)
    if not there or at.side_of(name) != side:
        yield not_own(paragraph, name, known=known, own=known and at.side_of(name) == side)
