"""Event cards: the deck, the two hands, playing and discarding (12.0, 16.1).

The deck is shuffled by both sides under masks (``schemas/deck.md``): the state knows slots only. Card ``n`` of the hand is
played by naming it; then its owner shows it, and it must be what he said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.errors import Violation
from pbem.ruleset import Choice, Deal, Dealt, Demand, Die, Disclose, Mask, Roll, Rolled, Shown
from pbem.values import evolve
from pbem_rules.june44 import events
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.course import Course
from pbem_rules.june44.lookup import broken, chosen, enemy_of
from pbem_rules.june44.model import ALLIED, CARDS, GERMAN, WEATHER_CARDS, Held, Pending, State
from pbem_rules.june44.orders import Discard, Play
from pbem_rules.june44.printed import Card, Data

DECK = "events"
HAND = 2
DRAWN = "drawn"
RANDOM = "random-cards"


def deck_names(data: Data) -> tuple[str, ...]:
    """Every card of the deck in the order of the list: copies after the first are ``ID/2`` and so on."""
    return tuple(
        each.id if n == 1 else f"{each.id}/{n}"
        for each in data.cards.values()
        for n in range(1, each.copies + 1)
    )


def card_of(data: Data, name: object) -> Card | None:
    """The card of a name in the deck."""
    return data.cards.get(name.partition("/")[0]) if isinstance(name, str) else None


def hand(state: State, side: str) -> tuple[Held, ...]:
    """The slots that a side holds."""
    return state.hands[0 if side == ALLIED else 1]


def _with_hand(course: Course, side: str, held: tuple[Held, ...]) -> None:
    allied, german = course.state.hands
    course.change(hands=(held, german) if side == ALLIED else (allied, held))


# --- shuffling and drawing ------------------------------------------------------------------------------------------------


@BOOK.rule(
    "12.0", "N10", text="On turn 2 the cards are shuffled; each side draws up to two, the German first."
)
def proceed(course: Course) -> None:
    """What needs no decision before cards can be drawn: a shuffle begins when one is due."""
    state = course.state
    if state.masking:
        return
    if not state.deck:
        if chosen(state, RANDOM):
            course.change(deck=True, undrawn=tuple(range(1, len(deck_names(course.data)) + 1)))
        else:
            course.change(masking=(GERMAN, ALLIED))
    elif DRAWN not in state.done and not state.undrawn and state.discards and _lacks(state):
        shuffle_again(course)
    elif not chosen(state, RANDOM) and _deal(state) is None and DRAWN not in state.done:
        course.change(done=(*state.done, DRAWN))


def _lacks(state: State) -> bool:
    """Whether somebody still has to draw."""
    return chosen(state, RANDOM) or bool(_drawer(state))


def _drawer(state: State) -> str:
    """Who has to draw next: the first with fewer than two cards, until the draw of the turn is over."""
    if DRAWN in state.done:
        return ""
    return next((side for side in (GERMAN, ALLIED) if len(hand(state, side)) < HAND), "")


@BOOK.rule(
    "12.1", "N11", text="Every card but those in the hands, and those out of the game, is shuffled again."
)
def shuffle_again(course: Course) -> None:
    """A new shuffle of what lies in the two piles begins."""
    piles = tuple(sorted((*course.state.undrawn, *course.state.discards)))
    course.change(undrawn=(), discards=())
    if chosen(course.state, RANDOM):
        course.change(undrawn=piles)
    else:
        course.change(masking=(GERMAN, ALLIED), mixing=piles)
    course.say("shuffled", "The event cards are shuffled again.", "12.1")


def mask_demands(data: Data, state: State) -> tuple[Demand, ...]:
    """Whose shuffle is due."""
    if not state.masking:
        return ()
    why = "the event cards are shuffled"
    cards = () if state.deck else deck_names(data)
    side = state.masking[0]
    return (Mask(side=side, deck=DECK, cards=cards, slots=state.mixing, why=why, paragraph="12.0"),)


def masked(course: Course) -> None:
    """One side has shuffled; after both, cards can be dealt."""
    left = course.state.masking[1:]
    course.change(masking=left)
    if not left:
        every = course.state.mixing or tuple(range(1, len(deck_names(course.data)) + 1))
        course.change(deck=True, undrawn=every, mixing=())


def _deal(state: State) -> Deal | None:
    side = _drawer(state)
    wanted = state.undrawn[: HAND - len(hand(state, side))] if side else ()
    if not wanted:
        return None
    why = f"the {side} side draws {len(wanted)} event card{'s' if len(wanted) > 1 else ''}"
    return Deal(side=enemy_of(side), deck=DECK, to=side, slots=wanted, why=why, paragraph="12.0")


def dealt(course: Course, action: Dealt) -> None:
    """A side has drawn."""
    state = course.state
    course.change(undrawn=tuple(slot for slot in state.undrawn if slot not in action.slots))
    drawn = tuple(Held(slot=slot, turn=state.turn) for slot in action.slots)
    held = sorted((*hand(state, action.to), *drawn), key=lambda each: each.slot)
    _with_hand(course, action.to, tuple(held))
    course.say("drawn", f"The {action.to} side draws {len(drawn)} event cards.", "12.0", side=action.to)


# --- who may play ---------------------------------------------------------------------------------------------------------


def card_demands(data: Data, state: State) -> tuple[Demand, ...]:
    """The card phase: shuffle, draw, then the German's choice, then the Allied one's."""
    if state.masking:
        return mask_demands(data, state)
    if chosen(state, RANDOM):
        return _random_demands(state)
    due = _deal(state)
    if due is not None:
        return (due,)
    return _choices(state, ("play", "discard", "done"), "event cards")


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
def weather_demands(state: State) -> tuple[Demand, ...]:
    """After the weather die each side that holds a card may play one."""
    if chosen(state, RANDOM):
        return ()
    return _choices(state, ("play", "done"), "cards that change the weather")


def combat_demand(state: State, side: str) -> Choice | None:
    """The choice of a combat card; none when the side holds no card, or has played or passed in this combat."""
    fight = state.combat
    if fight is None or not hand(state, side) or side in fight.answered or chosen(state, RANDOM):
        return None
    return Choice(side=side, kinds=("play", "done"), why="combat cards", paragraph="12.0")


def show_demands(state: State) -> tuple[Demand, ...]:
    """A card laid on the table has to be shown."""
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


# --- doing ----------------------------------------------------------------------------------------------------------------


def lay(course: Course, side: str, order: Play | Discard) -> None:
    """A card is named: it is to be shown next. A card drawn at random lies open already."""
    state = course.state
    target = order.target if isinstance(order, Play) else ""
    if state.pending is not None:
        laid = evolve(state.pending, target=target)
        course.change(pending=None)
        _happens(course, laid)
        return
    then = "play" if isinstance(order, Play) else "discard"
    slot = hand(state, side)[order.n - 1].slot
    course.change(pending=Pending(side=side, slot=slot, card=order.card, then=then, target=target))


def shown(course: Course) -> None:
    """The card named has been shown: it is played or discarded."""
    laid = course.state.pending
    assert laid is not None
    left = tuple(each for each in hand(course.state, laid.side) if each.slot != laid.slot)
    _with_hand(course, laid.side, left)
    course.change(pending=None)
    if laid.then == "play":
        if course.state.combat is not None:
            answer(course, laid.side)
        elif course.state.phase == WEATHER_CARDS:
            course.change(done=(*course.state.done, laid.side))
        else:
            course.change(played=(*course.state.played, laid.side))
        _happens(course, laid)
    else:
        _discarded(course, laid)


def answer(course: Course, side: str) -> None:
    """A side has played its card in the combat under way, or has passed."""
    fight = course.state.combat
    assert fight is not None
    course.change(combat=evolve(fight, answered=(*fight.answered, side)))


def _happens(course: Course, laid: Pending) -> None:
    card = course.data.cards[laid.card]
    said = f"The {laid.side} side plays {card.name}. {card.text}"
    hexes = (laid.target,) if laid.target in course.data.ground.terrain else ()
    course.say("card", said, "12.0", side=laid.side, hexes=hexes)
    events.happens(course, laid.side, card, laid.target)
    if card.removed:
        course.change(removed=(*course.state.removed, laid.slot))
    else:
        course.change(discards=(*course.state.discards, laid.slot))


def _discarded(course: Course, laid: Pending) -> None:
    card = course.data.cards[laid.card]
    course.say("discarded", f"The {laid.side} side discards {card.name}.", "12.0", side=laid.side)
    course.change(discards=(*course.state.discards, laid.slot))
    if card.reshuffles:
        shuffle_again(course)


# --- cards drawn at random (16.1) -----------------------------------------------------------------------------------------


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


@BOOK.rule(
    "16.1", "N15", text="A card drawn before its date, or that cannot happen, is discarded without effect."
)
def drawn_at_random(course: Course, roll: Rolled) -> None:
    """The card of the turn happens, or asks its user where."""
    state, data = course.state, course.data
    slot = state.undrawn[roll.faces[0] - 1]
    card = card_of(data, deck_names(data)[slot - 1])
    assert card is not None
    side = ALLIED if card.user == "any" else card.user
    course.change(undrawn=tuple(each for each in state.undrawn if each != slot), done=(*state.done, DRAWN))
    course.say("drawn", f"Event card: {card.name}.", "16.1", faces=roll.faces)
    laid = Pending(side=side, slot=slot, card=card.id, then="choose")
    targets = events.targets(data, state, card)
    early = state.turn < card.first
    if early or (not targets and any(events.wrong(data, state, side, card, ""))):
        said = f"{card.name} has no effect this turn and is discarded."
        course.say("no-effect", said, "16.1")
        course.change(discards=(*course.state.discards, slot))
    elif targets:
        course.change(pending=laid)
    else:
        _happens(course, laid)


def passed_at_random(course: Course) -> None:
    """The user of a card drawn at random does without it."""
    laid = course.state.pending
    assert laid is not None
    course.change(pending=None, discards=(*course.state.discards, laid.slot))


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


def held_cards(
    data: Data, state: State, side: str, known: Mapping[str, Mapping[int, str]]
) -> tuple[str, ...]:
    """What a side's own cards are, in the order of its hand; for its own eyes."""
    slots = known.get(DECK, {})
    found = (card_of(data, slots.get(each.slot, "")) for each in hand(state, side))
    return tuple(card.id if card is not None else "" for card in found)
