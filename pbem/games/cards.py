"""Cards at one table.

Shared decks without cryptography, for rehearsals, balance and case files: what a deck does here is what it does by mail
(``schemas/deck.md``), with the same demands, slots and owners.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.records import field, frozen
from pbem.bytes.values import evolve
from pbem.port.game import Deal, Mask, Shuffle, Side


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
