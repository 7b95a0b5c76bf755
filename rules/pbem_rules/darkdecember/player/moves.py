"""Where units end their moves: the shared weighing, and the armour that a scenario wants in the west at its end (I8d)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from pbem.bytes.records import frozen
from pbem.port.player import Advice
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.player.front import Front, ways
from pbem_rules.darkdecember.printed.data import GERMAN, Data
from pbem_rules.kernel.derived import derived
from pbem_rules.shared.player import moves
from pbem_rules.shared.player.distances import around
from pbem_rules.shared.player.game import FAR, Piece
from pbem_rules.shared.player.order_choice import Decision
from pbem_rules.shared.player.sectors import TAKE, Sector, assigned

_LAST, _SPARE = 3, 2
"""In how many turns before the last the armour sets out, and how many more units do than are wanted."""
_STEP, _THERE = 3, 40
_ASIDE = 3
"""By what is divided what it is worth to join an attack that leads nowhere on a formation's own way."""


@derived
def westward(data: Data, column: int) -> Mapping[str, int]:
    """From every hex about how far it is to a road hex west of a column."""
    first = f"{column - 1:02}"
    goals = [at for at in data.ground.grid.adjacent if at.startswith(first) and data.ground.roads.at(at)]
    every = [ways(data.ground, goal) for goal in goals]
    return {
        at: min(way.get(at, FAR) for way in every) if int(at[:2]) >= column else 0
        for at in data.ground.grid.adjacent
    }


@frozen(kw_only=True, slots=False)
class Ends(moves.Ends[Front]):
    """What ends of moves are worth in one position."""

    @cached_property
    def west(self) -> Mapping[str, int]:
        """The way to the west; empty where the scenario asks for no armour there."""
        aim = self.field.decides
        return westward(self.field.view.data, aim.west_of) if aim is not None else {}

    @cached_property
    def runners(self) -> frozenset[str]:
        """The armour that goes there in the last turns: the nearest, and some more than are wanted."""
        known, aim = self.field, self.field.decides
        if aim is None or known.side != GERMAN or known.turns_left > _LAST:
            return frozenset()
        armour = [each for stack in known.mine.values() for each in stack if known.view.armour(each.id)]
        armour.sort(key=lambda each: (self.west.get(each.stood, FAR), each.id))
        return frozenset(each.id for each in armour[: aim.armour + _SPARE])

    def sector(self, piece: Piece) -> Sector | None:
        """What the formation of a unit is about, if it does not go its own way."""
        return None if piece.id in self.runners else super().sector(piece)

    def score(self, piece: Piece, place: str) -> int:
        """How good it is for a unit to end its move in a place; higher is better."""
        total = super().score(piece, place)
        if piece.id not in self.runners:
            return total
        way = self.west.get(place, FAR)
        return total - _STEP * way + (_THERE if way == 0 else 0)

    def joining(self, piece: Piece, place: str, *, beaten: bool) -> int:
        """What a unit adds to an attack; a formation with a plan leaves to others who is not on its way."""
        found = super().joining(piece, place, beaten=beaten)
        return found // _ASIDE if found > 0 and self._aside(piece, place) else found

    def _aside(self, piece: Piece, place: str) -> bool:
        """Whether no enemy beside a place is on the way of a formation with a plan to take something."""
        sector = self.sector(piece)
        if sector is None or sector.task != TAKE or piece.group not in self.field.plans:
            return False
        way = self.field.ways(sector.goal)
        beside = (at for at in around(self.field, place) if at in self.field.theirs)
        return all(way.get(at, FAR) >= way.get(place, FAR) for at in beside)


def desk(case: Decision[State, Front]) -> Iterator[Advice]:
    """The next move of the phase, if anybody has a better place to go to."""
    yield from moves.best(case, Ends(field=case.field, sectors=assigned(case.field)))
