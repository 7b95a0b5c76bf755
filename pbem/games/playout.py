"""A game in memory: both sides at one table, through the game port alone, with dice from a seeded generator.

No keys, no log and no mail: the same demands, checks and effects as in a game by mail, for whoever wants many games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Generic, TypeAlias, TypeVar

from attrs import AttrsInstance, define, field

from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError
from pbem.games.cards import Cards, wrong_card
from pbem.port.game import (
    Choice,
    Conceal,
    Deal,
    Dealt,
    Demand,
    Disclose,
    Mask,
    Masked,
    Requested,
    Roll,
    Rolled,
    Ruleset,
    Sealed,
    Secrets,
    Shown,
    Side,
    Table,
)

S = TypeVar("S")
Decide: TypeAlias = Callable[["Hotseat[S]", Choice | Conceal], AttrsInstance]
"""A player: the order for what is owed."""


@define(kw_only=True)
class Hotseat(Generic[S]):
    """A game under way: the state, what each side has sealed (by label), and how many actions there were."""

    rules: Ruleset[S]
    state: S
    chance: Random
    salt: int = 0
    actions: int = 0
    _sealed: dict[Side, dict[str, tuple[Json, ...]]] = field(factory=dict)
    _asked: set[str] = field(factory=set)
    _cards: Cards = field(factory=Cards)

    @classmethod
    def start(cls, rules: Ruleset[S], scenario: str, options: Mapping[str, Json], seed: int) -> Hotseat[S]:
        """A new game; the same seed gives the same dice."""
        # Dice of a rehearsal: they only have to repeat themselves.
        chance = Random(f"pbem {scenario} {seed}")  # noqa: S311
        return cls(rules=rules, state=rules.setup(scenario, options), chance=chance, salt=seed)

    @property
    def owed(self) -> Demand | None:
        """What is owed first; None when the game is over."""
        return next(iter(self.rules.demands(self.state)), None)

    def step(self, decide: Decide[S]) -> bool:
        """Answer what is owed first; False when the game is over. Raises PbemError ``refused`` for an illegal order."""
        owed = self.owed
        match owed:
            case None:
                return False
            case Roll(side=side, why=why, dice=dice, sealed=sealed):
                if sealed and why not in self._asked:
                    self._asked.add(why)
                    self._act(side, Requested(why=why))
                else:
                    faces = tuple(self.chance.randrange(die.low, die.low + die.sides) for die in dice)
                    self._act(side, Rolled(why=why, faces=faces))
            case Mask(side=side, deck=deck):
                self._cards = self._cards.mask(owed, self._shuffled)
                self._act(side, Masked(side=side, deck=deck))
            case Deal(side=side, deck=deck, to=to, slots=slots):
                self._cards = self._cards.deal(owed)
                self._act(side, Dealt(to=to, deck=deck, slots=slots))
            case Disclose(side=side, at=at, ns=ns) if self._cards.knows(at):
                self._cards, card = self._cards.show(side, at, ns[0])
                self._act(side, Shown(side=side, at=at, n=ns[0], value=card))
            case Disclose(side=side, at=at, ns=ns):
                value = self._sealed[side][at][ns[0] - 1]
                self._act(side, Shown(side=side, at=at, n=ns[0], value=value))
            case Conceal(side=side):
                label, values = self.rules.conceal(self.state, decide(self, owed), self._shuffled)
                self._sealed.setdefault(side, {})[label] = values
                self._act(side, Sealed(side=side, at=label, count=len(values)))
            case Choice(side=side):
                self._act(side, self.rules.complete(self.state, side, decide(self, owed)))
        return True

    def _act(self, side: Side, action: AttrsInstance | Table) -> None:
        found = self.rules.check(self.state, side, action)
        if found:
            told = "; ".join(f"[{each.paragraph}] {each.message}" for each in found)
            raise PbemError("refused", f"action {self.actions}, {side}: {action} is refused: {told}")
        self.state = self.rules.apply(self.state, side, action).state
        self.actions += 1

    def options(self) -> Iterator[AttrsInstance]:
        """What whoever owes a decision may do, in a pinned order, as far as its own cards allow it."""
        match self.owed:
            case Choice(side=side, kinds=kinds):
                pass
            case Conceal(side=side, kind=kind):
                kinds = (kind,)
            case _:
                return
        hand = self._cards.hand(side)
        for action in self.rules.options(self.state, side):
            known = self.rules.actions.kind(action) in kinds
            if known and not wrong_card(self.rules, self.state, side, action, hand):
                yield action

    def secrets(self, side: Side) -> Secrets:
        """What ``side`` alone knows."""
        return Secrets(sealed=self._sealed.get(side, {}), hand=self._cards.hand(side))

    def _shuffled(self, values: tuple[Json, ...]) -> tuple[Json, ...]:
        return tuple(self.chance.sample(values, len(values)))


def advised(game: Hotseat[S], owed: Choice | Conceal) -> AttrsInstance:
    """The demonstration player's order."""
    return game.rules.advise(game.state, owed.side, game.secrets(owed.side), game.salt)
