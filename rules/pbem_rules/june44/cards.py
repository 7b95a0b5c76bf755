"""What event cards ask of a player, and which of them he may play: the card phases and combat (12.0, 16.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.bytes.errors import Violation
from pbem.port.game import Choice, Demand, Die, Disclose, Roll, Shown
from pbem_rules.june44 import events
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import View
from pbem_rules.june44.hands import DECK, card_of, hand
from pbem_rules.june44.lookup import broken, chosen
from pbem_rules.june44.model import ALLIED, CARDS, GERMAN, WEATHER_CARDS, State
from pbem_rules.june44.orders import Discard, Play
from pbem_rules.june44.printed import Card, Data
from pbem_rules.june44.shuffling import DRAWN, RANDOM, deal_due, mask_demands

# --- who may play ---------------------------------------------------------------------------------------------------------


def card_demands(view: View) -> tuple[Demand, ...]:
    """The card phase: shuffle, draw, then the German's choice, then the Allied one's."""
    _data, state = view.data, view.state
    if state.masking:
        return mask_demands(view)
    if chosen(state, RANDOM):
        return _random_demands(state)
    due = deal_due(state)
    if due is not None:
        return (due,)
    return _choices(state, ("play", "discard", "done"), "event cards")


@BOOK.rule("16.1", text="One card a turn is drawn at random and happens at once.")
def _random_demands(state: State) -> tuple[Demand, ...]:
    laid = state.pending
    if laid is not None and laid.then == "choose":
        why = f"where {laid.card} happens"
        return (Choice(side=laid.side, kinds=("play", "done"), why=why, paragraph="16.1"),)
    if DRAWN in state.done or not state.undrawn:
        return ()
    return (
        Roll(side=ALLIED, why=f"card/{state.turn}", dice=(Die(sides=len(state.undrawn)),), paragraph="16.1"),
    )


@BOOK.rule("12.0", text="In every phase the German plays his card first, then the Allied side.")
def _choices(state: State, kinds: tuple[str, ...], why: str) -> tuple[Demand, ...]:
    for side in (GERMAN, ALLIED):
        if hand(state, side) and side not in state.done:
            able = tuple(kind for kind in kinds if kind != "play" or side not in state.played)
            return (Choice(side=side, kinds=able, why=why, paragraph="12.0"),)
    return ()


@BOOK.rule(
    "12.1",
    "N12",
    text="Cards that change the weather are played after its die, so not in the turn they are drawn.",
)
def weather_demands(view: View) -> tuple[Demand, ...]:
    """After the weather die each side that holds a card may play one."""
    state = view.state
    if chosen(state, RANDOM):
        return ()
    return _choices(state, ("play", "done"), "cards that change the weather")


def combat_demand(state: State, side: str) -> Choice | None:
    """The choice of a combat card; none when the side holds no card, or has played or passed in this combat."""
    fight = state.combat
    if fight is None or not hand(state, side) or side in fight.answered or chosen(state, RANDOM):
        return None
    return Choice(side=side, kinds=("play", "done"), why="combat cards", paragraph="12.0")


def show_demands(view: View) -> tuple[Demand, ...]:
    """A card laid on the table has to be shown."""
    state = view.state
    laid = state.pending
    if laid is None or laid.then == "choose":
        return ()
    return (
        Disclose(side=laid.side, at=DECK, ns=(laid.slot,), why=f"{laid.card} is shown", paragraph="12.0"),
    )


# --- checking -------------------------------------------------------------------------------------------------------------


def moment(state: State) -> str:
    """What kind of card can be played now: event, weather or combat."""
    if state.combat is not None:
        return "combat"
    return {CARDS: "event", WEATHER_CARDS: "weather"}.get(state.phase, "")


def _named(
    data: Data, state: State, side: str, order: Play | Discard
) -> tuple[Card | None, tuple[Violation, ...]]:
    if state.pending is not None and state.pending.then == "choose":
        return card_of(data, state.pending.card), ()
    held = hand(state, side)
    if not 1 <= order.n <= len(held):
        return None, broken("12.0", f"you hold {len(held)} cards: say 1 to {len(held)}", str(order.n))
    card = data.cards.get(order.card)
    if card is None:
        return None, broken("12.0", f"there is no card {order.card!r}", order.card)
    return card, ()


@BOOK.rule(
    "12.0",
    "N13",
    text="One card a phase, by the side that it is for, at the time it is for, not before its date.",
)
def wrong_play(data: Data, state: State, side: str, order: Play) -> tuple[Violation, ...]:
    """Every rule that playing a card breaks."""
    card, found = _named(data, state, side, order)
    if card is None:
        return found
    return tuple(_wrong(data, state, side, card, order.target))


def _wrong(data: Data, state: State, side: str, card: Card, target: str) -> Iterator[Violation]:
    if card.user not in (side, "any"):
        yield Violation(
            paragraph="12.0", message=f"{card.name} is a card of the {card.user} side", subject=card.id
        )
    chance = state.pending is not None and state.pending.then == "choose"
    if card.when != moment(state) and not chance:
        said = f"{card.name} is played {_WHEN[card.when]}"
        yield Violation(paragraph="12.0", message=said, subject=card.id)
    if state.turn < card.first:
        said = f"{card.name} cannot be played before turn {card.first}"
        yield Violation(paragraph="12.1", message=said, subject=card.id)
    yield from events.wrong(data, state, side, card, target)


_WHEN: Mapping[str, str] = {
    "event": "in the card phase",
    "weather": "after the weather die",
    "combat": "in a combat",
}


@BOOK.rule("12.0", "N14", text="A discarded card is shown.")
def wrong_discard(data: Data, state: State, side: str, order: Discard) -> tuple[Violation, ...]:
    """What is wrong with a discard."""
    return _named(data, state, side, order)[1]


def wrong_shown(data: Data, state: State, action: Shown) -> tuple[Violation, ...]:
    """A card shown that is not the one named."""
    laid = state.pending
    if laid is None or laid.slot != action.n or laid.side != action.side:
        return broken("12.0", f"card {action.n} is not to be shown now", str(action.n))
    card = card_of(data, action.value)
    if card is None or card.id != laid.card:
        return broken("12.0", f"the card shown is {action.value!r}, not {laid.card} as was said", laid.card)
    return ()


# --- options --------------------------------------------------------------------------------------------------------------


def options(data: Data, state: State, side: str, kinds: tuple[str, ...]) -> Iterator[Play | Discard]:
    """Every card that may be played or discarded, as far as the table can know: any card for any place in the hand."""
    laid = state.pending
    if laid is not None and laid.then == "choose":
        yield from (
            Play(n=1, card=laid.card, target=where)
            for where in events.targets(data, state, data.cards[laid.card])
        )
        return
    for n in range(1, len(hand(state, side)) + 1):
        for card in data.cards.values():
            for where in events.targets(data, state, card) or ("",):
                play = Play(n=n, card=card.id, target=where)
                if "play" in kinds and not wrong_play(data, state, side, play):
                    yield play
            if "discard" in kinds:
                yield Discard(n=n, card=card.id)
