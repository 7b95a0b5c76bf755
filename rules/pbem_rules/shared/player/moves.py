"""Where a unit ends its move: by its sector, the ground, supply, who can strike it there, and who stands beside it.

Each unit is looked at once in a phase, those nearest to the enemy first; who has moved and what comes before them is
passed over, so that no unit is moved to and fro. (The order hangs on where units stood and where the enemy stands: neither
changes while a side moves.)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

from attrs import Factory
from attrs import field as kept

from pbem.bytes.records import frozen
from pbem.port.player import Advice
from pbem_rules.kernel.derived import derived
from pbem_rules.shared.player import reasons
from pbem_rules.shared.player.distances import among, around, nearness
from pbem_rules.shared.player.game import FAR, LINE, Field, Movable, Piece, Scene, strength
from pbem_rules.shared.player.guard import allowed
from pbem_rules.shared.player.order_choice import Decision
from pbem_rules.shared.player.sectors import COMES, HOLD, TAKE, Sector, assigned, stance

S = TypeVar("S")
F = TypeVar("F", bound=Field)
M = TypeVar("M", bound=Movable)

_BETTER = 2
_CUT_OFF = 30
_CROWD = 4
_TAKEN = 6
"""What a point of an aim is worth to the first who stands in it, when it is not held or an enemy can come to it."""
_GOAL = 12
_OPEN, _LEVEL = 100, 20
_ODDS, _SURE = 6, 4
"""What each to one is worth, and how many to one are enough."""


@frozen(kw_only=True, slots=False)
class Places(ABC, Generic[M]):
    """What ends of moves are worth in one position, weighed by a game in its own way; or by :class:`Ends`."""

    field: M = kept(repr=False)

    @property
    def better(self) -> int:
        """By how much an end must be better than to stay."""
        return _BETTER

    def sector(self, piece: Piece) -> Sector | None:
        """What the formation of a unit is about."""
        return assigned(self.field).get(piece.group or piece.id)

    @abstractmethod
    def turn(self, piece: Piece) -> tuple[int, int, str]:
        """Whose turn it is: the lowest comes first. Nothing in it may change while a side moves."""

    @abstractmethod
    def score(self, piece: Piece, place: str) -> int:
        """How good it is for a unit to end its move in a place; higher is better."""


@frozen(kw_only=True, slots=False)
class Ends(Places[F]):
    """What ends of moves are worth in one position. A game with rules of its own derives one, with another ``score``."""

    sectors: Mapping[str, Sector] = kept(
        default=Factory(lambda self: assigned(self.field), takes_self=True), repr=False
    )

    @property
    def nearness(self) -> Mapping[str, int]:
        """From every place how many places the nearest enemy stands away."""
        return nearness(self.field)

    def sector(self, piece: Piece) -> Sector | None:
        """What the formation of a unit is about."""
        return self.sectors.get(piece.group or piece.id)

    def turn(self, piece: Piece) -> tuple[int, int, str]:
        """Those nearest to the enemy first, who leads or supports last."""
        return int(piece.role != LINE), self.nearness.get(piece.stood, FAR), piece.id

    @derived
    def threat(self, place: str) -> int:
        """The strength with which the enemy can strike a place: those beside it, and those one place further by half."""
        beside = set(around(self.field, place))
        further = {at for each in beside for at in around(self.field, each)} - beside - {place}
        near, far = (
            sum(strength(self.field.theirs.get(at, ()))[0] for at in ring) for ring in (beside, further)
        )
        return near + far // 2

    @derived
    def against(self, place: str) -> tuple[Piece, ...]:
        """Own units that can strike a place: those beside it, and those who have still to move and are near."""
        beside = set(around(self.field, place))
        near = beside | {at for each in beside for at in around(self.field, each)}
        near |= {at for each in near for at in around(self.field, each)}
        mine = ((at, each) for at in sorted(near) for each in self.field.mine.get(at, ()))
        return tuple(each for at, each in mine if at in beside or not each.moved)

    def score(self, piece: Piece, place: str) -> int:
        """How good it is for a unit to end its move in a place; higher is better."""
        sector, known = self.sector(piece), self.field
        friends = tuple(each for each in known.mine.get(place, ()) if each.id != piece.id)
        total = (3 if known.road(place) else 0) - (0 if known.fed(place) else _CUT_OFF)
        if piece.role != LINE:
            return total + self._behind(place, friends)
        if sector is not None:
            total += self._towards(sector, piece, place, friends)
        total += self.joining(piece, place, beaten=sector is None or sector.task == TAKE)
        return total - (_CROWD * len(friends) if place not in known.aims else 0)

    def _towards(self, sector: Sector, piece: Piece, place: str, friends: tuple[Piece, ...]) -> int:
        way = self.field.ways(sector.goal).get(place, FAR)
        aim = self.field.aims.get(place)
        there = _GOAL if place == sector.goal and not friends else 0
        if sector.task == TAKE:
            open_ = aim is not None and (not aim.held or self.nearness.get(place, FAR) <= COMES)
            taken = _TAKEN * aim.worth if aim is not None and open_ and not friends else 0
            own = strength((*friends, piece))[1]
            return there + taken - 3 * way - max(0, self.threat(place) - 3 * own)
        return there + self._stands(piece, place, friends) - 2 * way

    def _stands(self, piece: Piece, place: str, friends: tuple[Piece, ...]) -> int:
        """What a place is worth to one who stands: strong ground before the enemy, a held aim, no gap."""
        known, near = self.field, self.nearness.get(place, FAR)
        level = (known.ground(place, known.side) - _OPEN) // _LEVEL
        own = strength((*friends, piece))[1]
        total = 2 * level
        if near <= 2:
            total -= 2 * max(0, self.threat(place) - own * (2 + level) // 2)
        aim = known.aims.get(place)
        if aim is not None and len(friends) < 2 and near <= COMES:
            total += 12 + 2 * aim.worth
        return total + (6 if 2 <= near <= 4 and not friends else 0)

    def _behind(self, place: str, friends: tuple[Piece, ...]) -> int:
        """Who leads or supports stands with others, and no nearer to the enemy than two places."""
        exposed = 0 if self.nearness.get(place, FAR) > 1 else 8 if friends else 48
        return 4 * bool(friends) - 3 * among(self.field).get(place, FAR) - exposed

    def joining(self, piece: Piece, place: str, *, beaten: bool) -> int:
        """What a unit adds to an attack from a place with others, over what those who are there would do without it.

        ``beaten``: worse odds than even keep a unit away.
        """
        known = self.field
        beside = [at for at in around(known, place) if at in known.theirs]
        if not beside:
            return 0
        stands = {at: strength(known.theirs[at])[1] * known.ground(at, known.enemy) for at in beside}
        theirs = sum(each // known.crossing(place, at) for at, each in stands.items()) or 1
        helpers = {each.id: each for at in beside for each in self.against(at)} | {piece.id: piece}
        ours = strength(tuple(helpers.values()))[0]
        there = {at for each in beside for at in around(known, each)}
        others = [each for at in sorted(there) for each in known.mine.get(at, ()) if each.id != piece.id]
        without = min(_ODDS * _SURE, _ODDS * strength(others)[0] // theirs)
        found = min(_ODDS * _SURE, _ODDS * ours // theirs)
        return found - without - (12 if beaten and ours < theirs else 0)


def desk(case: Decision[S, F]) -> Iterator[Advice]:
    """The next move of the phase, if anybody has a better place to go to."""
    yield from best(case, Ends(field=case.field))


def best(case: Decision[S, M], ends: Places[M]) -> Iterator[Advice]:
    """The best end of the next unit that has a better place to go to, then of those after it."""
    known = case.field
    pieces = sorted((each for stack in known.mine.values() for each in stack), key=ends.turn)
    last = max((n for n, each in enumerate(pieces) if each.moved), default=-1)
    for piece in pieces[last + 1 :]:
        found = known.moves(piece.id)
        if not found:
            continue
        free = allowed(known, piece, found)
        scores = {place: ends.score(piece, place) for place in free if place != piece.where}
        end = max(scores, key=lambda place: scores[place], default="")
        if end and scores[end] >= ends.score(piece, piece.where) + ends.better + case.salt % 2:
            yield Advice(order=found[end], reason=why(known, ends.sector(piece), piece, end))


def why(known: Scene, sector: Sector | None, piece: Piece, place: str) -> str:
    """What a move is for: what it leads to, never a task that it leads away from; "" when it only tidies up."""
    aim = known.aims.get(place)
    if aim is not None and not aim.held and piece.role == LINE:
        return reasons.purpose(TAKE, known.name(place))
    if sector is None:
        return ""
    if sector.task == HOLD:
        there = sector.goal if aim is None else place
        return reasons.purpose(stance(known, there), known.name(there))
    ways = known.ways(sector.goal)
    if ways.get(place, FAR) < ways.get(piece.where, FAR):
        return reasons.purpose(TAKE, known.name(sector.goal))
    beside = [known.name(at) for at in around(known, place) if at in known.theirs]
    return reasons.attack(beside, None) if beside and piece.role == LINE else ""
