"""A copy of a player's position in memory: what nobody has shown them lies as it might."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.games.driver import Cards, Chance, Driven, Pile
from pbem.port.game import Side
from pbem.protocol.session import Session


def copied(
    session: Session, chance: Chance, guessed: Mapping[str, tuple[Json, ...]] | None = None
) -> Driven[object]:
    """The present position, draft included; ``guessed`` are values that the other side may have sealed, by label."""
    pending, sides = session.position.table.pending, session.position.table.seats
    sealed: dict[Side, Mapping[str, tuple[Json, ...]]] = {session.side: session.secrets.sealed}
    if guessed:
        sealed.update({each.side: guessed for each in sides.values() if each.side != session.side})
    return Driven(
        rules=session.game.rules,
        state=session.position.game,
        sealed=sealed,
        asked=frozenset({pending.why}) if pending is not None else frozenset(),
        cards=cards(session, chance),
    )


def cards(session: Session, chance: Chance) -> Cards:
    """Every deck of the game as it might lie: what is shown or in the player's own hand as it is, the rest by lot."""
    sides = {seat: each.side for seat, each in session.position.table.seats.items()}
    hands, piles = session.secrets.hand, dict[str, Pile]()
    for label, deck in session.position.table.decks.items():
        lying = {n: deck.cards[number - 1] for n, number in deck.shown.items()} | dict(hands.get(label, {}))
        left = list(deck.cards)
        for card in lying.values():
            left.remove(card)
        unknown = iter(chance.shuffled(tuple(left)))
        piles[label] = Pile(
            cards=tuple(
                lying[n] if n in lying else str(next(unknown)) for n in range(1, len(deck.cards) + 1)
            ),
            owners={n: sides[seat] for n, seat in deck.owners.items()},
            shown=frozenset(deck.shown),
            masks=1 if deck.waiting is not None else 2,
        )
    return Cards(piles=piles)
