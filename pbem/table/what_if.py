"""What if: a copy of the position in memory, played on by one person with imaginary dice and cards, and thrown away.

Nothing here knows a log, a seed or a folder. Dice come from a generator of its own. The player's own secrets are known;
cards that nobody has shown them lie as they might; where a sealed value of the other side would have to be opened the
sandbox ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.bytes.records import AttrsInstance, define, field, frozen
from pbem.games import boundary, registry
from pbem.games.driver import Driven, Seeded, kinds
from pbem.games.hand import Hand
from pbem.home.play.imagined import copied
from pbem.port.game import Choice, Conceal, Demand, Disclose, Outcome, Roll, Side
from pbem.port.player import think
from pbem.protocol.session import Session
from pbem.table.decision import only
from pbem.table.legal_orders import Stand

_MOST = 500


@frozen(kw_only=True)
class Point:
    """One position of a trial and the way to it: the order in words (empty for chance), and imaginary faces."""

    at: Driven[object] = field(repr=False)
    order: str = ""
    obj: Mapping[str, Json] = field(factory=dict, repr=False)
    side: Side = ""
    faces: tuple[int, ...] = ()

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What happened on the way."""
        return self.at.outcomes


class _Seen(Seeded):
    """Imaginary chance that remembers the faces it threw last, for the page."""

    thrown: tuple[int, ...] = ()

    def faces(self, roll: Roll) -> tuple[int, ...]:
        """Each from its die."""
        self.thrown = super().faces(roll)
        return self.thrown


@define(kw_only=True)
class Trial:
    """A sandbox: the line of positions from the real one to the one looked at."""

    game: registry.Game = field(repr=False)
    viewer: Side
    chance: _Seen = field(repr=False)
    line: list[Point] = field(repr=False)
    _stand: Stand | None = field(default=None, init=False, repr=False)

    @classmethod
    def of(cls, session: Session, chance: Random) -> Trial:
        """A sandbox on the present position, draft included."""
        seen = _Seen(chance)
        first = copied(session, seen)
        trial = cls(game=session.game, viewer=session.side, chance=seen, line=[Point(at=first)])
        trial._run()
        return trial

    @property
    def now(self) -> Driven[object]:
        """Where it stands."""
        return self.line[-1].at

    @property
    def due(self) -> Demand | None:
        """What is owed first; None when the game is over."""
        return self.now.due

    def stand(self) -> Stand:
        """The position, and which side has to decide in it."""
        if self._stand is None:
            due = self.due
            self._stand = Stand(
                game=self.game,
                state=self.now.state,
                side=due.side if due is not None else self.viewer,
                viewer=self.viewer,
                kinds=kinds(due),
                hand=self.now.cards.hand(due.side) if due is not None else {},
                recent=tuple(outcome for point in self.line[1:] for outcome in point.outcomes)[-40:],
            )
        return self._stand

    @property
    def stuck(self) -> bool:
        """Whether it cannot go on, because a secret of the other side would have to be known."""
        return isinstance(self.due, Disclose)

    def give(self, action: AttrsInstance) -> None:
        """Carry out an order of the deciding side, then everything up to the next decision; what decides nothing goes
        by itself.

        Raises IllegalOrder with every violation, UsageError ``not-now`` and ``too-long``.
        """
        if len(self.line) > _MOST:
            raise UsageError.of(
                "too-long", "So much cannot be tried at once.", hint="Discard it and begin anew."
            )
        self._give(action)
        for _ in range(_MOST):
            alone = only(self.stand())
            if alone is None:
                return
            self._give(alone)

    def _give(self, action: AttrsInstance) -> None:
        codec, stand = self.game.rules.actions, self.stand()
        action = boundary.complete(self.game.rules, stand.state, stand.side, action)
        after = self.now.given(action, self.chance)
        self._put(Point(at=after, order=codec.write(action), obj=codec.dump(action), side=stand.side))
        self._run()

    def advise(self) -> str:
        """Let the game's own player decide what is owed now; why, or "" where it says nothing."""
        due = self.due
        if not isinstance(due, Choice | Conceal):
            raise UsageError.of("not-now", "Nothing has to be decided now.")
        salt = self.chance.source.randrange(1000)
        advice = think(self.game.rules, self.now.state, due.side, self.now.secrets(due.side), salt)
        self.give(advice.order)
        return advice.reason

    def hand(self) -> Hand:
        """The player's own cards, as they lie in the sandbox."""
        return self.now.cards.hand(self.viewer)

    def undo(self) -> None:
        """Back to before the last order that decided something. Raises UsageError ``nothing-to-undo``."""
        orders = [n for n, point in enumerate(self.line) if point.order]
        if not orders:
            raise UsageError.of("nothing-to-undo", "Nothing has been tried yet.")
        for n in reversed(orders):
            del self.line[n:]
            self._stand = None
            if only(self.stand()) is None:
                return

    def _run(self) -> None:
        """Imaginary dice, and openings of what is known, up to the next decision."""
        for _ in range(_MOST):
            self.chance.thrown = ()
            after = self.now.followed(self.chance)
            if after is None:
                return
            self._put(Point(at=after, faces=self.chance.thrown))

    def _put(self, point: Point) -> None:
        self.line.append(point)
        self._stand = None
