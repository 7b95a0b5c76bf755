"""What the event cards do (12.1): every effect is a function, and the cards that have it are data.

An effect that lasts is kept as ``State.effects``: its name and the turn up to which it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Reason
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.control import open_beach
from pbem_rules.june44.course import Course
from pbem_rules.june44.lookup import defence_at, fort_at
from pbem_rules.june44.model import ALLIED, GERMAN, Combat, Due, State
from pbem_rules.june44.printed import Card, Data
from pbem_rules.june44.weather import storm, turn_weather

STORM, CLEAR = "storm", "clear"
Effect = Callable[[Course, str, Card, str], None]


def in_force(state: State, effect: str) -> bool:
    """Whether an event holds now."""
    return any(name == effect for name, _ in state.effects)


def _for_turns(course: Course, effect: str, more: int = 0) -> None:
    course.change(effects=(*course.state.effects, (effect, course.state.turn + more)))


def cleanup(state: State) -> State:
    """The effects that still hold on the turn of the state."""
    kept = tuple(each for each in state.effects if each[1] >= state.turn)
    return state if kept == state.effects else evolve(state, effects=kept)


# --- weather --------------------------------------------------------------------------------------------------------------


@BOOK.rule(
    "12.0",
    "12.1",
    text="Threatening Skies makes a storm, Weather Turns clears the sky; the last one played holds.",
)
def _weather(course: Course, weather: str) -> None:
    turn_weather(course, weather)


@BOOK.rule(
    "12.1",
    "N25",
    text="A Major Storm cannot be undone by another card; the supply die stands, Mulberries bring nothing in it.",
)
def _major_storm(course: Course, side: str, card: Card, target: str) -> None:
    mulberries = len(course.state.mulberries)
    stormy = storm(course.data, course.state)
    turn_weather(course, STORM)
    course.change(fixed_weather=True)
    if mulberries and not stormy:
        course.change(supply=max(0, course.state.supply - mulberries))
        course.say("supply", f"Mulberry supply is not received: -{mulberries}.", "12.1", side=ALLIED)


# --- Mulberries -----------------------------------------------------------------------------------------------------------


@BOOK.rule("12.1", "N26", text="A Mulberry is built on any beach that is open to landings, not in a storm.")
def _mulberry(course: Course, side: str, card: Card, target: str) -> None:
    course.change(mulberries=tuple(sorted((*course.state.mulberries, target))))
    name = course.data.ground.beaches[target].name
    course.say("mulberry", f"A Mulberry stands at {name} ({target}).", "12.1", side=ALLIED, hexes=(target,))


def _mulberry_places(data: Data, state: State) -> tuple[str, ...]:
    if storm(data, state):
        return ()
    return tuple(
        where
        for where in sorted(data.ground.beaches)
        if where not in state.mulberries and open_beach(data, state, where)
    )


# --- delays ---------------------------------------------------------------------------------------------------------------


def _may_be_delayed(data: Data, each: Due) -> bool:
    """Whether a reinforcement is a panzer division that no Crisis has kept back yet."""
    kind = data.unit(each.unit)
    panzer = kind.side == GERMAN and kind.type == "armour" and kind.size == "division"
    return panzer and not each.delayed


@BOOK.rule("12.1", "N16", text="The next panzer division due that no Crisis has delayed yet comes later.")
def _next_panzer(data: Data, state: State) -> Due | None:
    """Of those due on the same turn the first of the schedule."""
    coming = (each for each in state.due if _may_be_delayed(data, each))
    return min(coming, key=lambda each: each.turn, default=None)


@BOOK.rule(
    "12.1", "N16", text="It may be a reinforcement that has come this very turn: the first of the schedule."
)
def _just_arrived(data: Data, state: State) -> Due | None:
    """One that came back as a replacement (8.1) is no reinforcement and stays."""
    fresh = (each for each in state.arrived if _may_be_delayed(data, each))
    return next((each for each in fresh if each.unit in state.board), None)


def _delay(course: Course, side: str, card: Card, target: str) -> None:
    state = course.state
    found = _just_arrived(course.data, state)
    if found is not None:
        late = evolve(found, turn=state.turn + card.value, delayed=True)
        course.change(board=state.board.remove(found.unit), due=(*state.due, late))
    else:
        due = _next_panzer(course.data, state)
        assert due is not None
        late = evolve(due, turn=due.turn + card.value, delayed=True)
        course.change(due=tuple(late if each.unit == due.unit else each for each in state.due))
    said = f"{late.unit} is kept back until turn {late.turn}."
    course.say("delayed", said, "12.1", side=GERMAN, units=(late.unit,))


# --- the air, the sea, supply and men -------------------------------------------------------------------------------------


@BOOK.rule("9.0", "12.1", text="German Fighters: the German has two air units for the rest of the game.")
def _fighters(course: Course, side: str, card: Card, target: str) -> None:
    course.change(fighters=True)


def _supply(course: Course, side: str, card: Card, target: str) -> None:
    """Supply points more, or (a negative value) fewer."""
    course.change(supply=max(0, course.state.supply + card.value))


def _draft(course: Course, side: str, card: Card, target: str) -> None:
    """Replacement points for the side that plays it, on the next roll for them."""
    for _ in range(card.value):
        _for_turns(course, f"draft-{side}", 1)


def _lasting(effect: str, more: int = 0) -> Effect:
    def happens(course: Course, side: str, card: Card, target: str) -> None:
        _for_turns(course, effect, more)

    return happens


# --- combat ---------------------------------------------------------------------------------------------------------------


@BOOK.rule("16.1", "N17", text="Drawn at random, a combat card holds for every combat of the turn.")
def _combat(course: Course, side: str, card: Card, target: str) -> None:
    fight = course.state.combat
    if fight is None:
        _for_turns(course, f"card:{card.id}")
    else:
        course.change(combat=evolve(fight, cards=(*fight.cards, card.id)))


def combat_cards(data: Data, state: State) -> tuple[Card, ...]:
    """The cards that count in the combat under way: those played in it, and those of the turn (16.1)."""
    fight = state.combat
    played = fight.cards if fight is not None else ()
    turn = tuple(name.partition(":")[2] for name, _ in state.effects if name.startswith("card:"))
    return tuple(data.cards[name] for name in (*played, *turn))


@BOOK.rule(
    "12.1", "N18", text="A combat card adds its number to the side that it is for, where its words say so."
)
def strengths(data: Data, state: State, side: str) -> tuple[Reason, ...]:
    """What combat cards add to a side's strength in the combat under way."""
    fight = state.combat
    if fight is None:
        return ()
    return tuple(
        Reason(paragraph="12.1", text=card.name, value=card.value)
        for card in combat_cards(data, state)
        if card.user == side and card.effect in _COMBAT and _COMBAT[card.effect](data, state, fight)
    )


def _defends_bocage(data: Data, state: State, fight: Combat) -> bool:
    return fight.side == ALLIED and "bocage" in data.ground.terrain[fight.target]


def _bombers_fly(data: Data, state: State, fight: Combat) -> bool:
    return fight.side == ALLIED and state.weather in (CLEAR, "overcast")


def _strong_place(data: Data, state: State, fight: Combat) -> bool:
    where = fight.target
    works = bool(fort_at(data, state, where)) or defence_at(state, where) is not None
    return fight.side == ALLIED and (
        works or where in data.ground.cities or "city" in data.ground.terrain[where]
    )


_COMBAT: Mapping[str, Callable[[Data, State, Combat], bool]] = {
    "support": lambda data, state, fight: True,
    "attack": lambda data, state, fight: fight.side == GERMAN,
    "defence": lambda data, state, fight: fight.side == ALLIED,
    "ambush": _defends_bocage,
    "bombing": _bombers_fly,
    "funnies": _strong_place,
}
"""The combat cards that add strength, and when they do."""


def no_bocage(data: Data, state: State) -> bool:
    """Whether bocage counts for nothing in the combat under way (Hedgerow Cutters)."""
    fight = state.combat
    return (
        fight is not None
        and fight.side == ALLIED
        and any(card.effect == "hedgerows" for card in combat_cards(data, state))
    )


# --- the table ------------------------------------------------------------------------------------------------------------

EFFECTS: Mapping[str, Effect] = {
    "storm": lambda course, side, card, target: _weather(course, STORM),
    "clear": lambda course, side, card, target: _weather(course, CLEAR),
    "major-storm": _major_storm,
    "mulberry": _mulberry,
    "delay": _delay,
    "fighters": _fighters,
    "cautious": _lasting("cautious"),
    "no-replacements": _lasting("no-replacements", 1),
    "draft-allied": _draft,
    "draft-german": _draft,
    "supply": _supply,
    "night-march": _lasting("night-march"),
    "slow": _lasting("slow"),
    "hedgerows": _combat,
    **dict.fromkeys(_COMBAT, _combat),
}
"""What ``Card.effect`` may name. ``value``: turns of delay, points, or strength; see NOTES.md N16 to N19."""


def happens(course: Course, side: str, card: Card, target: str) -> None:
    """A card does what it does."""
    EFFECTS[card.effect](course, side, card, target)


def targets(data: Data, state: State, card: Card) -> tuple[str, ...]:
    """The hexes that a card may name, in order; empty for a card without a target."""
    return _mulberry_places(data, state) if card.effect == "mulberry" else ()


def wrong(data: Data, state: State, side: str, card: Card, target: str) -> Iterator[Violation]:
    """Why a card cannot happen now."""
    if card.effect == "mulberry":
        yield from _wrong_mulberry(data, state, target)
    elif target:
        yield Violation(paragraph="12.0", message=f"{card.name} takes no hex", subject=target)
    if card.effect in (STORM, CLEAR) and state.fixed_weather:
        yield Violation(paragraph="12.1", message="no card changes a Major Storm", subject=card.id)
    if card.effect == "delay" and _next_panzer(data, state) is None and _just_arrived(data, state) is None:
        yield Violation(paragraph="12.1", message="no panzer division is still to come", subject=card.id)


def _wrong_mulberry(data: Data, state: State, target: str) -> Iterator[Violation]:
    if storm(data, state):
        yield Violation(paragraph="12.1", message="no Mulberry is built in a storm", subject=target)
    elif target not in _mulberry_places(data, state):
        said = ", ".join(_mulberry_places(data, state)) or "nowhere now"
        message = f"a Mulberry cannot be built at {target or 'no hex'}; it can at: {said}"
        yield Violation(paragraph="12.1", message=message, subject=target)
