"""When somebody is asked for an event card: the card phases, combat, and cards drawn at random (12.0, 16.1)."""

from __future__ import annotations

from pbem.port.game import Choice, Demand, Die, Disclose, Roll
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN
from pbem_rules.june44.rules.cards.deck import DRAWN, RANDOM, deal_due, mask_demands
from pbem_rules.june44.rules.cards.hands import DECK, hand
from pbem_rules.june44.rules.play import Position, View


def card_demands(view: View) -> tuple[Demand, ...]:
    """The card phase: shuffle, draw, then the German's choice, then the Allied one's."""
    if view.state.masking:
        return mask_demands(view)
    if view.chosen(RANDOM):
        return _random_demands(view)
    due = deal_due(view)
    if due is not None:
        return (due,)
    return _choices(view, ("play", "discard", "done"), Message("event cards"))


@BOOK.rule("16.1")
def _random_demands(view: View) -> tuple[Demand, ...]:
    state, laid = view.state, view.state.pending
    if laid is not None and laid.then == "choose":
        why = Message("where {card} happens", card=laid.card)
        return (Choice(side=laid.side, kinds=("play", "done"), why=why, paragraph="16.1"),)
    if DRAWN in state.done or not state.undrawn:
        return ()
    dice = (Die(sides=len(state.undrawn)),)
    return (Roll(side=ALLIED, why=f"card/{state.turn}", dice=dice, paragraph="16.1"),)


@BOOK.rule("12.0")
def _choices(view: View, kinds: tuple[str, ...], why: str) -> tuple[Demand, ...]:
    state = view.state
    for side in (GERMAN, ALLIED):
        if hand(view, side) and side not in state.done:
            able = tuple(kind for kind in kinds if kind != "play" or side not in state.played)
            return (Choice(side=side, kinds=able, why=why, paragraph="12.0"),)
    return ()


@BOOK.rule("12.1", "N12")
def weather_demands(view: View) -> tuple[Demand, ...]:
    """After the weather die each side that holds a card may play one."""
    if view.chosen(RANDOM):
        return ()
    return _choices(view, ("play", "done"), Message("cards that change the weather"))


def combat_demand(at: Position, side: str) -> Choice | None:
    """The choice of a combat card; none when the side holds no card, or has played or passed in this combat."""
    on = at.state.combat
    if on is None or not hand(at, side) or side in on.answered or at.chosen(RANDOM):
        return None
    return Choice(side=side, kinds=("play", "done"), why=Message("combat cards"), paragraph="12.0")


def show_demands(view: View) -> tuple[Demand, ...]:
    """A card laid on the table has to be shown."""
    laid = view.state.pending
    if laid is None or laid.then == "choose":
        return ()
    why = Message("{card} is shown", card=laid.card)
    return (Disclose(side=laid.side, at=DECK, ns=(laid.slot,), why=why, paragraph="12.0"),)
