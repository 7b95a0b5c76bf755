"""Where units end their moves: the shared weighing, and what stacks, beaches and parachute regiments make of it."""

from __future__ import annotations

from pbem.bytes.records import frozen
from pbem_rules.june44.model import GERMAN
from pbem_rules.june44.player.front import Front
from pbem_rules.june44.rules.lookup import cleared
from pbem_rules.shared.player import moves
from pbem_rules.shared.player.distances import around
from pbem_rules.shared.player.game import FAR, LINE, Piece, strength
from pbem_rules.shared.player.guard import entered

_NEAR = 2
_BEACH, _GUARD, _STRONG_GUARD = 60, 60, 8
_WEAK, _CLOSE = 2, 3
_TOGETHER, _REUNION = 6, 25


@frozen(kw_only=True, slots=False)
class Ends(moves.Ends[Front]):
    """What ends of moves are worth in one position."""

    def turn(self, piece: Piece) -> tuple[int, int, str]:
        """Fighting units by strength, then artillery: where they stand says nothing."""
        return int(piece.role != LINE), -piece.attack, piece.id

    def threat(self, place: str) -> int:
        """A hex is attacked from one: the strongest stack that is near enough, and a point for each further one (11.1)."""
        near = [
            strength(stack)[0]
            for at, stack in self.field.theirs.items()
            if self.field.grid.distance(at, place) <= _NEAR
        ]
        strong = [each for each in near if each]
        return max(strong, default=0) + max(0, len(strong) - 1)

    def score(self, piece: Piece, place: str) -> int:
        """How good it is for a unit to end its move in a place; higher is better."""
        if ":" in place:
            return -4 * FAR
        total = super().score(piece, place)
        if piece.role == LINE:
            total += self._beach(piece, place) + self._together(piece, place)
        return total

    def _together(self, piece: Piece, place: str) -> int:
        """A hex is attacked from one (11.1): units come together before it, parachute regiments anywhere (8.2)."""
        known = self.field
        friends = [each.id for each in known.mine.get(place, ()) if each.role == LINE and each.id != piece.id]
        before = any(at in known.theirs for at in around(known, place))
        parent = known.kind(piece.id).parent
        family = sum(bool(parent) and parent in (known.kind(each).parent, each) for each in friends)
        return _TOGETHER * len(friends) * before + _REUNION * family

    def _beach(self, piece: Piece, place: str) -> int:
        """A beach is a point for good to Germans who drive onto it (15.1), once. The strong guard it from the near alone."""
        known = self.field
        beaches, gone = known.data.ground.beaches, known.state.penalties
        if place not in beaches or place in gone or not cleared(known, place):
            return 0
        if known.side == GERMAN:
            return 0 if known.ours(place) else _BEACH
        close = self.nearness.get(place, FAR) <= _CLOSE
        guard = _GUARD if close or piece.attack <= _WEAK else _STRONG_GUARD
        return guard if entered(known, place, (piece.id,)) else 0
