"""Both sides at one table, through the game port alone, with dice from a seeded generator (:mod:`pbem.games.driver`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Generic, TypeAlias, TypeVar

from pbem.bytes.canon import Json
from pbem.bytes.errors import IllegalOrder, PbemError
from pbem.bytes.records import AttrsInstance, define
from pbem.games.driver import Driven, Seeded, kinds
from pbem.games.hand import wrong_card
from pbem.port.game import Choice, Conceal, Demand, Ruleset, Secrets, Side

S = TypeVar("S")
Decide: TypeAlias = Callable[["Hotseat[S]", Choice | Conceal], AttrsInstance]
"""A player: the order for what is owed."""


@define(kw_only=True)
class Hotseat(Generic[S]):
    """A game under way, and how many actions there were."""

    now: Driven[S]
    chance: Seeded
    salt: int = 0
    actions: int = 0

    @classmethod
    def start(cls, rules: Ruleset[S], scenario: str, options: Mapping[str, Json], seed: int) -> Hotseat[S]:
        """A new game; the same seed gives the same dice."""
        chance = Seeded(Random(f"pbem {scenario} {seed}"))  # noqa: S311  # a rehearsal
        return cls(now=Driven(rules=rules, state=rules.setup(scenario, options)), chance=chance, salt=seed)

    @property
    def rules(self) -> Ruleset[S]:
        """The game."""
        return self.now.rules

    @property
    def state(self) -> S:
        """The position."""
        return self.now.state

    @property
    def owed(self) -> Demand | None:
        """What is owed first; None when the game is over."""
        return self.now.due

    def step(self, decide: Decide[S]) -> bool:
        """Answer what is owed first; False when the game is over. Raises PbemError ``refused`` for an illegal order."""
        due = self.owed
        if due is None:
            return False
        try:
            if isinstance(due, Choice | Conceal):
                self.now = self.now.given(decide(self, due), self.chance)
            else:
                following = self.now.followed(self.chance)
                if following is None:
                    raise PbemError("refused", f"action {self.actions}: nobody can answer {due}.")
                self.now = following
        except IllegalOrder as error:
            said = f"action {self.actions}, {due.side}: it is refused: {error.message}"
            raise PbemError("refused", said) from error
        self.actions += 1
        return True

    def options(self) -> Iterator[AttrsInstance]:
        """What the side that owes a decision may do, in a pinned order, as far as its own cards allow it."""
        due = self.owed
        if not isinstance(due, Choice | Conceal):
            return
        hand, known = self.now.cards.hand(due.side), kinds(due)
        for action in self.rules.options(self.state, due.side):
            if self.rules.actions.kind(action) in known and not wrong_card(
                self.rules, self.state, due.side, action, hand
            ):
                yield action

    def secrets(self, side: Side) -> Secrets:
        """What ``side`` alone knows."""
        return self.now.secrets(side)


def advised(game: Hotseat[S], owed: Choice | Conceal) -> AttrsInstance:
    """The demonstration player's order."""
    return game.rules.advise(game.state, owed.side, game.secrets(owed.side), game.salt)
