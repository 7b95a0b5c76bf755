"""A game driven in memory: one answer to every demand, for everybody who plays without keys, log and mail.

A :class:`Driven` is a position with what the programs of both players would know beside it: what was sealed, which rolls
were asked for, which card lies where. It is a value: every step gives another. The hot seat, case files, What-if at the
table, rehearsals and random play of the tests all drive with it; they differ in where faces and decisions come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Generic, Protocol, TypeVar

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, IllegalOrder, UsageError
from pbem.bytes.records import AttrsInstance, field, frozen
from pbem.bytes.values import evolve
from pbem.games import boundary
from pbem.games.hand import wrong_card
from pbem.port.game import (
    Choice,
    Conceal,
    Deal,
    Dealt,
    Demand,
    Disclose,
    Mask,
    Masked,
    Outcome,
    Requested,
    Roll,
    Rolled,
    Ruleset,
    Sealed,
    Secrets,
    Shown,
    Shuffle,
    Side,
    Table,
    in_order,
)


@frozen(kw_only=True)
class Pile:
    """One deck: the card in each slot (slot 1 first), who knows which, and how many sides have masked it of two."""

    cards: tuple[str, ...]
    owners: Mapping[int, Side] = field(factory=dict)
    shown: frozenset[int] = frozenset()
    masks: int = 1


@frozen(kw_only=True)
class Cards:
    """Every deck of a game, by label."""

    piles: Mapping[str, Pile] = field(factory=dict)

    def knows(self, deck: str) -> bool:
        """Whether there is a deck of that label."""
        return deck in self.piles

    def mask(self, demand: Mask, shuffle: Shuffle) -> Cards:
        """With the first of the two masks the cards change places. Raises DataError ``bad-deck``."""
        pile = self.piles.get(demand.deck)
        if pile is None:
            return self._with(demand.deck, Pile(cards=_names(shuffle(demand.cards))))
        if pile.masks == 1:
            return self._with(demand.deck, evolve(pile, masks=2))
        if not demand.slots or not set(demand.slots) <= set(range(1, len(pile.cards) + 1)):
            raise DataError("bad-deck", f"{demand.deck} has no slots {demand.slots} to be shuffled.")
        mixed = dict(
            zip(demand.slots, _names(shuffle(tuple(pile.cards[n - 1] for n in demand.slots))), strict=True)
        )
        return self._with(
            demand.deck,
            Pile(
                cards=tuple(mixed.get(n, card) for n, card in enumerate(pile.cards, 1)),
                owners={n: side for n, side in pile.owners.items() if n not in mixed},
                shown=pile.shown - set(mixed),
            ),
        )

    def deal(self, demand: Deal) -> Cards:
        """``demand.to`` learns the cards in the slots. Raises DataError ``bad-deck``."""
        pile = self.piles.get(demand.deck)
        if pile is None or pile.masks < 2:
            raise DataError("bad-deck", f"{demand.deck} has not been shuffled by both sides.")
        for n in demand.slots:
            if n in pile.owners or not 1 <= n <= len(pile.cards):
                raise DataError("bad-deck", f"slot {n} of {demand.deck} cannot be dealt.")
        owners = {**pile.owners, **dict.fromkeys(demand.slots, demand.to)}
        return self._with(demand.deck, evolve(pile, owners=owners))

    def show(self, side: Side, deck: str, n: int) -> tuple[Cards, str]:
        """``side`` shows its card in slot ``n``. Raises DataError ``never-dealt``."""
        pile = self.piles[deck]
        if pile.owners.get(n) != side or n in pile.shown:
            raise DataError("never-dealt", f"slot {n} of {deck} is not a card in the hand of {side}.")
        return self._with(deck, evolve(pile, shown=pile.shown | {n})), pile.cards[n - 1]

    def hand(self, side: Side) -> dict[str, dict[int, str]]:
        """The cards that ``side`` holds and has not shown, by deck and slot."""
        return {
            deck: {
                n: pile.cards[n - 1]
                for n, owner in sorted(pile.owners.items())
                if owner == side and n not in pile.shown
            }
            for deck, pile in sorted(self.piles.items())
        }

    def _with(self, deck: str, pile: Pile) -> Cards:
        return Cards(piles={**self.piles, deck: pile})


def _names(values: tuple[Json, ...]) -> tuple[str, ...]:
    return tuple(str(value) for value in values)


S = TypeVar("S")


class Chance(Protocol):
    """Where dice and shuffles come from."""

    def faces(self, roll: Roll) -> tuple[int, ...] | None:
        """A face for every die; None when the caller has to say."""

    def shuffled(self, values: tuple[Json, ...]) -> tuple[Json, ...]:
        """The values in another order."""


class Seeded:
    """Dice of a rehearsal: they only have to repeat themselves."""

    def __init__(self, source: Random) -> None:
        self.source = source

    def faces(self, roll: Roll) -> tuple[int, ...]:
        """Each from its die."""
        return tuple(self.source.randrange(die.low, die.low + die.sides) for die in roll.dice)

    def shuffled(self, values: tuple[Json, ...]) -> tuple[Json, ...]:
        """As the generator has it."""
        return tuple(self.source.sample(values, len(values)))


class Told:
    """No chance at all: faces are said by the caller, and nothing changes its place."""

    def faces(self, roll: Roll) -> None:
        """Said, not thrown."""

    def shuffled(self, values: tuple[Json, ...]) -> tuple[Json, ...]:
        """As they were."""
        return in_order(values)


@frozen(kw_only=True, slots=False)
class Driven(Generic[S]):
    """A position in memory. ``outcomes`` are what the last step brought, ``sealed`` each side's values by label."""

    rules: Ruleset[S] = field(repr=False)
    state: S
    outcomes: tuple[Outcome, ...] = ()
    sealed: Mapping[Side, Mapping[str, tuple[Json, ...]]] = field(factory=dict, repr=False)
    asked: frozenset[str] = frozenset()
    cards: Cards = field(factory=Cards, repr=False)

    @property
    def due(self) -> Demand | None:
        """What is owed first; None when the game is over. Raises GameFault for what no log could hold."""
        return next(iter(boundary.demands(self.rules, self.state)), None)

    def secrets(self, side: Side) -> Secrets:
        """What ``side`` alone knows."""
        return Secrets(sealed=self.sealed.get(side, {}), hand=self.cards.hand(side))

    def told(self, side: Side, action: AttrsInstance | Table) -> Driven[S]:
        """After an order in the open, or something that the protocol tells. Raises IllegalOrder with every violation."""
        if broken := boundary.check(self.rules, self.state, side, action):
            raise IllegalOrder(broken)
        return self._after(side, action)

    def _after(self, side: Side, action: AttrsInstance | Table) -> Driven[S]:
        step = boundary.carry_out(self.rules, self.state, side, action)
        return evolve(self, state=step.state, outcomes=step.outcomes)

    def given(self, order: AttrsInstance, chance: Chance) -> Driven[S]:
        """After the decision that is due. Raises IllegalOrder, and UsageError ``not-now`` when none of its kind is."""
        due, kind = self.due, self.rules.actions.kind(order)
        if not isinstance(due, Choice | Conceal) or kind not in kinds(due):
            raise UsageError.of("not-now", "{kind!r} is not what the game waits for now.", kind=kind)
        side = due.side
        order = boundary.complete(self.rules, self.state, side, order)
        broken = boundary.check(self.rules, self.state, side, order)
        broken = broken or wrong_card(self.rules, self.state, side, order, self.cards.hand(side))
        if broken:
            raise IllegalOrder(broken)
        if isinstance(due, Choice):
            return self._after(side, order)
        at, values = self.rules.conceal(self.state, order, chance.shuffled)
        if at != due.at:
            raise UsageError.of(
                "not-now", "{at} is not what is to be sealed now: {due} is.", at=at, due=due.at
            )
        mine = {**self.sealed.get(side, {}), at: values}
        sealed = evolve(self, sealed={**self.sealed, side: mine})
        return sealed.told(side, Sealed(side=side, at=at, count=len(values)))

    def followed(self, chance: Chance) -> Driven[S] | None:
        """After one step that nobody decides; None when somebody decides, something is not known, or the game is over.

        A deck that was mixed before the drive began is mixed and dealt unseen: what is shown of it has to be said.
        """
        match self.due:
            case Roll(side=side, why=why, sealed=True) if why not in self.asked:
                asked = evolve(self, asked=self.asked | {why})
                return asked.told(side, Requested(why=why))
            case Roll(side=side, why=why) as due:
                faces = chance.faces(due)
                return None if faces is None else self.told(side, Rolled(why=why, faces=faces))
            case Mask(side=side, deck=deck) as due:
                known = bool(due.cards) or self.cards.knows(deck)
                mixed = self.cards.mask(due, chance.shuffled) if known else self.cards
                return evolve(self, cards=mixed).told(side, Masked(side=side, deck=deck))
            case Deal(side=side, deck=deck, to=to, slots=slots) as due:
                dealt = self.cards.deal(due) if self.cards.knows(deck) else self.cards
                return evolve(self, cards=dealt).told(side, Dealt(to=to, deck=deck, slots=slots))
            case Disclose(side=side, at=at, ns=ns) if self.cards.knows(at):
                cards, card = self.cards.show(side, at, ns[0])
                return evolve(self, cards=cards).told(side, Shown(side=side, at=at, n=ns[0], value=card))
            case Disclose(side=side, at=at, ns=ns) if at in self.sealed.get(side, {}):
                value = self.sealed[side][at][ns[0] - 1]
                return self.told(side, Shown(side=side, at=at, n=ns[0], value=value))
            case _:
                return None


def kinds(due: Demand | None) -> tuple[str, ...]:
    """The kinds of orders that answer a demand; empty when none does."""
    match due:
        case Choice(kinds=found):
            return found
        case Conceal(kind=kind):
            return (kind,)
        case _:
            return ()
