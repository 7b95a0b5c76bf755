"""Where units end their moves: the shared weighing, and what duty, range and supply make of it in this game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from pbem.bytes.records import frozen
from pbem.port.player import Advice
from pbem_rules.normandy.model import State
from pbem_rules.normandy.player.front import Front
from pbem_rules.normandy.rules import duty
from pbem_rules.shared.player import moves
from pbem_rules.shared.player.distances import around
from pbem_rules.shared.player.game import FAR, GUNS, LINE, STAFF, Piece, strength
from pbem_rules.shared.player.order_choice import Decision
from pbem_rules.shared.player.sectors import HOLD, Sector, assigned

_UNFED, _APART = 3, 6
"""What each hex further than so many from the own headquarters costs: 3.15 counts six points."""
_MOST_UNFED = 36
_NONE, _EVEN, _TWO = 26, 14, 5
"""What a duty costs at less than even odds, at less than two to one, at less than three to one."""
_OUT_OF_RANGE, _UNLIMBERED, _IN_RANGE = 3, 12, 24
_CORPS_NEAR, _CORPS_FAR = 4, 12
_EXPOSED = (60, 60, 14, 5, 0)
"""What a headquarters avoids, by the hexes to the nearest enemy; friends in its hex are cover."""
_COVER, _BEHIND = 4, 3


@frozen(kw_only=True, slots=False)
class Ends(moves.Ends[Front]):
    """What ends of moves are worth in one position."""

    @cached_property
    def heads(self) -> Mapping[str, str]:
        """Own headquarters of divisions by formation, with their hexes."""
        view, found = self.field.view, dict[str, str]()
        for stack in self.field.mine.values():
            for piece in stack:
                if piece.role == STAFF and view.type_of(piece.id).size == "division":
                    found[view.formation_of(piece.id).id] = piece.where
        return found

    @cached_property
    def formations(self) -> Mapping[str, tuple[str, ...]]:
        """Where the line of each own formation stands."""
        found: dict[str, tuple[str, ...]] = {}
        for at, stack in self.field.mine.items():
            for piece in stack:
                if piece.role == LINE and not self.field.view.type_of(piece.id).fixed:
                    own = self.field.view.formation_of(piece.id).id
                    found[own] = (*found.get(own, ()), at)
        return found

    def sector(self, piece: Piece) -> Sector | None:
        """What a unit of the line is about."""
        return super().sector(piece) if piece.role == LINE else None

    def turn(self, piece: Piece) -> tuple[int, int, str]:
        """The line first, then headquarters, then guns, by formation: nobody's turn hangs on a step."""
        return (LINE, STAFF, GUNS).index(piece.role), 0, f"{piece.group} {piece.id}"

    def score(self, piece: Piece, place: str) -> int:
        """How good it is for a unit to end its move in a place; higher is better."""
        match piece.role:
            case "guns":
                return self._battery(piece, place)
            case "staff":
                return self._staff(piece, place)
            case _:
                return super().score(piece, place) - self._unfed(piece, place) - self._duty(piece, place)

    def _unfed(self, piece: Piece, place: str) -> int:
        """A unit far from its own headquarters has no supply."""
        view = self.field.view
        head = self.heads.get(view.formation_of(piece.id).id)
        if head is None or view.state.supply != "traced":
            return 0
        apart = view.data.ground.grid.distance(place, head)
        return min(_MOST_UNFED, _UNFED * max(0, apart - _APART))

    def _duty(self, piece: Piece, place: str) -> int:
        """A unit that stands beside an enemy in the open has to attack in the combat that follows (11.3)."""
        known, view = self.field, self.field.view
        if view.state.phase.endswith("-mech") or not duty.bound(view, known.side, place):
            return 0
        beside = [at for at in around(known, place) if at in known.theirs and not duty.water(view, place, at)]
        if not beside:
            return 0
        easiest = min(self._defence(at) for at in beside)
        helpers = {each.id: each for at in beside for each in self.against(at)} | {piece.id: piece}
        ours = strength(tuple(helpers.values()))[0]
        sector = self.sector(piece)
        more = _TWO if sector is None or sector.task == HOLD else 0
        if ours < easiest:
            return _NONE + more
        return more + (_EVEN if ours < 2 * easiest else _TWO if ours < 3 * easiest else 0)

    def _defence(self, at: str) -> int:
        return strength(self.field.theirs[at])[1] * self.field.ground(at, self.field.enemy) // 100

    def _battery(self, piece: Piece, place: str) -> int:
        """Guns stand behind others, within range of the front; they do not move for little, for then they do not fire."""
        view, near = self.field.view, self.nearness.get(place, FAR)
        most = view.type_of(piece.id).range
        least = max(2, -(-most // view.data.charts.guns.least_range))
        wide = max(0, least - near) + max(0, near - max(least, most - 2))
        total = _IN_RANGE - _OUT_OF_RANGE * min(wide, FAR // 2) - self._unfed(piece, place)
        friends = any(each.role == LINE for each in self.field.mine.get(place, ()))
        alone = 0 if friends or near > 2 else (40 if near <= 1 else 10)
        return total - alone - (_UNLIMBERED if place != piece.where else 0)

    def _staff(self, piece: Piece, place: str) -> int:
        """A headquarters stands where it feeds most of its own, not beside the enemy; a corps further back."""
        view, near = self.field.view, self.nearness.get(place, FAR)
        friends = any(each.role == LINE for each in self.field.mine.get(place, ()))
        exposed = _EXPOSED[min(near, len(_EXPOSED) - 1)] - (_COVER if friends else 0)
        grid = view.data.ground.grid
        if view.type_of(piece.id).size == "division":
            own = self.formations.get(view.formation_of(piece.id).id, ())
            if own:
                apart = sorted(grid.distance(place, at) for at in own)
                late = sum(max(0, each - _APART + 1) for each in apart)
                middle = max(0, apart[len(apart) // 2] - _BEHIND)
                return -6 * late // len(own) - middle - exposed + 2 * self.field.road(place)
        wide = max(0, _CORPS_NEAR - near) + max(0, near - _CORPS_FAR)
        return -2 * min(wide, FAR // 2) - exposed + 2 * self.field.road(place)


def desk(case: Decision[State, Front]) -> Iterator[Advice]:
    """The next move of the phase, if anybody has a better place to go to."""
    yield from moves.best(case, Ends(field=case.field, sectors=assigned(case.field)))
