"""``pbem orders hand``: one's own cards."""

from __future__ import annotations

import click

from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.home import games, sentences
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.port.game import Disclose
from pbem.port.messages import Message, spelled
from pbem.protocol.session import Session


@click.command(name="hand")
@json_option
@home_options
def hand_(as_json: bool) -> None:
    """List the cards in your hand, and the orders by which each may be played or discarded now.

    Nobody else can read them: they are opened with your key, and stand in no file.

    \b
    Example:
      pbem orders hand
    """
    known = setting()
    session = games.open_session(known.folder(), known.unlocked())
    found = hand(session)
    if as_json:
        for each in found:
            output.data_json(each.json())
        return
    for each in found:
        for line in each.told():
            output.data(line)
    if not found:
        output.data("You hold no cards.")
    output.talk(sentences.next_debt(session))


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


COMMAND = hand_
