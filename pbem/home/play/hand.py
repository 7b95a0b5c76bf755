"""The cards in a player's hand, and what each may be played for now. For the player's own eyes only."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.port.game import Disclose
from pbem.port.messages import Message, spelled
from pbem.protocol.session import Session

_EXAMPLES = 3


@frozen(kw_only=True)
class Held:
    """A card: its deck, its slot there, its name, and the orders that would show it now, as they are typed."""

    deck: str
    slot: int
    card: str
    orders: tuple[str, ...] = ()

    def json(self) -> dict[str, Json]:
        """The object of ``pbem orders hand --json``."""
        return {"deck": self.deck, "slot": self.slot, "card": self.card, "orders": list(self.orders)}

    def told(self) -> tuple[str, ...]:
        """The same for people: the card, and a few of the orders."""
        more = len(self.orders) - _EXAMPLES
        found: list[str] = [
            Message("{card}  ({deck}, slot {slot})", card=self.card, deck=spelled(self.deck), slot=self.slot)
        ]
        found += [f"    pbem do {order}" for order in self.orders[:_EXAMPLES]]
        if more > 0:
            found.append(Message("    and {more} more: pbem orders hand --json lists all", more=more))
        return tuple(found)


def hand(session: Session) -> tuple[Held, ...]:
    """Every card that this seat holds, by deck and slot."""
    shows = _shows(session)
    return tuple(
        Held(deck=deck, slot=slot, card=card, orders=shows.get((deck, slot), ()))
        for deck, cards in session.secrets.hand.items()
        for slot, card in sorted(cards.items())
    )


def _shows(session: Session) -> dict[tuple[str, int], tuple[str, ...]]:
    """The legal orders that make this side show a card, by deck and slot."""
    rules, game = session.game.rules, session.position.game
    found: dict[tuple[str, int], tuple[str, ...]] = {}
    for action in playing.options(session):
        if rules.actions.kind(action) in rules.secret:
            continue
        first = next(iter(rules.demands(rules.apply(game, session.side, action).state)), None)
        if (
            isinstance(first, Disclose)
            and first.side == session.side
            and first.at in session.position.table.decks
        ):
            at = (first.at, first.ns[0])
            found[at] = (*found.get(at, ()), order_lines.write(rules.actions, action))
    return found
