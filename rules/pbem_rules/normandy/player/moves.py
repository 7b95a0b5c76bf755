"""Where units end their moves: the shared weighing, and what range and supply make of it in this game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from pbem.bytes.records import frozen
from pbem.port.player import Advice
from pbem_rules.normandy.model import State
from pbem_rules.normandy.player.front import Front
from pbem_rules.shared.player import moves
from pbem_rules.shared.player.game import FAR, GUNS, LINE, STAFF, Piece
from pbem_rules.shared.player.order_choice import Decision
from pbem_rules.shared.player.sectors import Sector, assigned

_UNFED, _APART = 3, 6
"""What each hex further than so many from the own headquarters costs: 3.15 counts six points."""
_MOST_UNFED = 36
_OUT_OF_RANGE, _UNLIMBERED, _ALONE = 3, 12, 40
_CORPS_NEAR, _CORPS_FAR = 4, 12
_EXPOSED = (60, 60, 14, 5, 0)
"""What a headquarters avoids, by the hexes to the nearest enemy; friends in its hex are cover."""
_COVER, _BEHIND = 4, 3


@frozen(kw_only=True, slots=False)
class Ends(moves.Ends[Front]):
    """What ends of moves are worth in one position."""

    @cached_property
    def heads(self) -> Mapping[str, str]:
        """Where the headquarters of each own division stands."""
        staffs = (each for stack in self.field.mine.values() for each in stack if each.role == STAFF)
        return {self._division(each): each.where for each in staffs if self._leads(each)}

    def _division(self, piece: Piece) -> str:
        return self.field.view.formation_of(piece.id).id

    def _leads(self, piece: Piece) -> bool:
        return self.field.view.type_of(piece.id).size == "division"

    @cached_property
    def lines(self) -> Mapping[str, list[str]]:
        """Where the line of each own formation stands."""
        found: dict[str, list[str]] = {}
        for piece in (each for stack in self.field.mine.values() for each in stack if each.role == LINE):
            found.setdefault(self._division(piece), []).append(piece.where)
        return found

    def sector(self, piece: Piece) -> Sector | None:
        """What a unit of the line is about."""
        return super().sector(piece) if piece.role == LINE else None

    def turn(self, piece: Piece) -> tuple[int, int, str]:
        """The line first, then headquarters, then guns, by formation: nobody's turn hangs on a step."""
        return (LINE, STAFF, GUNS).index(piece.role), 0, f"{piece.group} {piece.id}"

    def score(self, piece: Piece, place: str) -> int:
        """How good it is for a unit to end its move in a place; higher is better."""
        if piece.role == STAFF:
            return self._staff(piece, place)
        total = self._battery(piece, place) if piece.role == GUNS else super().score(piece, place)
        head = self.heads.get(self._division(piece))
        if head is None or self.field.view.state.supply != "traced":
            return total
        apart = self.field.grid.distance(place, head)
        return total - min(_MOST_UNFED, _UNFED * max(0, apart - _APART))

    def _friends(self, place: str) -> bool:
        return any(each.role == LINE for each in self.field.mine.get(place, ()))

    def _battery(self, piece: Piece, place: str) -> int:
        """Guns stand behind others, within range of the front; they do not move for little, for then they do not fire."""
        view, near = self.field.view, self.nearness.get(place, FAR)
        most = view.type_of(piece.id).range
        least = max(2, -(-most // view.data.charts.guns.least_range))
        wide = max(0, least - near) + max(0, near - max(least, most - 2))
        alone = near <= 1 and not self._friends(place)
        return -_OUT_OF_RANGE * wide - _ALONE * alone - _UNLIMBERED * (place != piece.where)

    def _staff(self, piece: Piece, place: str) -> int:
        """A headquarters stands where it feeds most of its own, not beside the enemy; a corps further back."""
        near = self.nearness.get(place, FAR)
        total = 2 * self.field.road(place) - _EXPOSED[min(near, len(_EXPOSED) - 1)]
        total += _COVER * self._friends(place)
        apart = sorted(
            self.field.grid.distance(place, at) for at in self.lines.get(self._division(piece), ())
        )
        if not apart or not self._leads(piece):
            return total - 2 * (max(0, _CORPS_NEAR - near) + max(0, near - _CORPS_FAR))
        late = sum(max(0, each - _APART + 1) for each in apart)
        return total - 6 * late // len(apart) - max(0, apart[len(apart) // 2] - _BEHIND)


def desk(case: Decision[State, Front]) -> Iterator[Advice]:
    """The next move of the phase, if anybody has a better place to go to."""
    yield from moves.best(case, Ends(field=case.field, sectors=assigned(case.field)))
