"""What if: a copy of the position in memory, played on by one person with imaginary dice, and thrown away.

Nothing here knows a log, a seed or a folder. Dice come from a generator of its own; the secrets of the player's own side
are known to him, those of the other side are not, and where one would have to be opened the sandbox ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from attrs import AttrsInstance, define, evolve, field, frozen

from pbem.bytes.canon import Json
from pbem.bytes.errors import IllegalOrder, UsageError
from pbem.games import registry
from pbem.port.game import (
    Choice,
    Conceal,
    Demand,
    Disclose,
    Outcome,
    Requested,
    Roll,
    Rolled,
    Sealed,
    Secrets,
    Shown,
    Side,
    Table,
)
from pbem.protocol.session import Session
from pbem.table.legal_orders import Stand

_MOST = 500


@frozen(kw_only=True)
class Point:
    """One position of a trial and the way to it: the order in words (empty for chance), what happened, imaginary faces."""

    state: object = field(repr=False)
    order: str = ""
    obj: Mapping[str, Json] = field(factory=dict, repr=False)
    side: Side = ""
    outcomes: tuple[Outcome, ...] = ()
    sealed: Mapping[str, tuple[Json, ...]] = field(factory=dict, repr=False)
    asked: frozenset[str] = frozenset()
    faces: tuple[int, ...] = ()


@define(kw_only=True)
class Trial:
    """A sandbox: the line of positions from the real one to the one looked at."""

    game: registry.Game = field(repr=False)
    viewer: Side
    chance: Random = field(repr=False)
    line: list[Point] = field(repr=False)
    _stand: Stand | None = field(default=None, init=False, repr=False)

    @classmethod
    def of(cls, session: Session, chance: Random) -> Trial:
        """A sandbox on the present position, draft included."""
        pending = session.position.table.pending
        own = dict(session.vault.sealed)
        first = Point(
            state=session.position.game,
            sealed=own,
            asked=frozenset({pending.why}) if pending is not None else frozenset(),
        )
        trial = cls(game=session.game, viewer=session.side, chance=chance, line=[first])
        trial._run()
        return trial

    @property
    def now(self) -> Point:
        """Where it stands."""
        return self.line[-1]

    @property
    def due(self) -> Demand | None:
        """What is owed first; None when the game is over."""
        return next(iter(self.game.rules.demands(self.now.state)), None)

    def stand(self) -> Stand:
        """The position with whoever has to decide in it."""
        if self._stand is None:
            due = self.due
            kinds = due.kinds if isinstance(due, Choice) else (due.kind,) if isinstance(due, Conceal) else ()
            self._stand = Stand(
                game=self.game,
                state=self.now.state,
                side=due.side if due is not None else self.viewer,
                viewer=self.viewer,
                kinds=kinds,
                recent=tuple(outcome for point in self.line[1:] for outcome in point.outcomes)[-40:],
            )
        return self._stand

    @property
    def stuck(self) -> bool:
        """Whether it cannot go on, because a secret of the other side would have to be known."""
        due = self.due
        return isinstance(due, Disclose) and due.at not in self.now.sealed

    def give(self, action: AttrsInstance) -> None:
        """Carry out an order of whoever has to decide, then everything up to the next decision.

        Raises IllegalOrder with every violation, UsageError ``not-now`` and ``too-long``.
        """
        rules, stand, due = self.game.rules, self.stand(), self.due
        action = rules.complete(stand.state, stand.side, action)
        broken = tuple(rules.check(stand.state, stand.side, action))
        if broken:
            raise IllegalOrder(broken)
        kind = rules.actions.kind(action)
        if kind not in stand.kinds:
            raise UsageError("not-now", f"{kind!r} is not what the game waits for now.")
        if len(self.line) > _MOST:
            raise UsageError(
                "too-long", "So much cannot be tried at once.", hint="Discard it and begin anew."
            )
        given = evolve(
            self.now, order=rules.actions.write(action), obj=rules.actions.dump(action), side=stand.side
        )
        if isinstance(due, Conceal):
            at, values = rules.conceal(stand.state, action, self._shuffled)
            point = evolve(given, sealed={**self.now.sealed, at: values})
            self._put(point, Sealed(side=due.side, at=at, count=len(values)))
        else:
            self._put(given, action)
        self._run()

    def advise(self) -> None:
        """Let the game's own player decide what is owed now."""
        due = self.due
        if not isinstance(due, Choice | Conceal):
            raise UsageError("not-now", "Nothing has to be decided now.")
        secrets = Secrets(sealed=self.now.sealed)
        salt = self.chance.randrange(1000)
        self.give(self.game.rules.advise(self.now.state, due.side, secrets, salt))

    def undo(self) -> None:
        """Back to before the last order. Raises UsageError ``nothing-to-undo``."""
        orders = [n for n, point in enumerate(self.line) if point.order]
        if not orders:
            raise UsageError("nothing-to-undo", "Nothing has been tried yet.")
        del self.line[orders[-1] :]
        self._stand = None

    def _run(self) -> None:
        """Imaginary dice, and openings of what is known, up to the next decision."""
        for _ in range(_MOST):
            point = evolve(self.now, order="", obj={}, faces=())
            match self.due:
                case Roll(why=why, sealed=True) if why not in point.asked:
                    self._put(evolve(point, asked=point.asked | {why}), Requested(why=why))
                case Roll(why=why, dice=dice):
                    faces = tuple(self.chance.randrange(die.low, die.low + die.sides) for die in dice)
                    self._put(evolve(point, faces=faces), Rolled(why=why, faces=faces))
                case Disclose(side=side, at=at, ns=ns) if at in point.sealed:
                    value = point.sealed[at][ns[0] - 1]
                    self._put(point, Shown(side=side, at=at, n=ns[0], value=value))
                case _:
                    return

    def _put(self, point: Point, action: AttrsInstance | Table) -> None:
        side = getattr(action, "side", None) or self._side()
        step = self.game.rules.apply(self.now.state, side, action)
        self.line.append(evolve(point, state=step.state, outcomes=step.outcomes))
        self._stand = None

    def _side(self) -> Side:
        due = self.due
        return due.side if due is not None else self.viewer

    def _shuffled(self, values: tuple[Json, ...]) -> tuple[Json, ...]:
        return tuple(self.chance.sample(values, len(values)))
