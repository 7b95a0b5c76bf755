"""What the event cards do (12.1): every effect is a function, and the cards that have it are data.

An effect that lasts is kept as ``State.effects``: its name and the turn up to which it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, Combat, Due
from pbem_rules.june44.printed.data import Card
from pbem_rules.june44.rules.control import open_beach
from pbem_rules.june44.rules.lookup import defence_at, fort_at
from pbem_rules.june44.rules.play import Play, Position
from pbem_rules.june44.rules.weather import storm, turn_weather
from pbem_rules.shared.orders import broken

STORM, CLEAR = "storm", "clear"
Effect = Callable[[Play, Card, str], None]


def in_force(at: Position, effect: str) -> bool:
    """Whether an event holds now."""
    return any(name == effect for name, _ in at.state.effects)


def _for_turns(play: Play, effect: str, more: int = 0) -> None:
    play.change(effects=(*play.state.effects, (effect, play.state.turn + more)))


# --- weather --------------------------------------------------------------------------------------------------------------


@BOOK.rule("12.0", "12.1")
def _weather(play: Play, weather: str) -> None:
    turn_weather(play, weather)


@BOOK.rule("12.1", "N25")
def _major_storm(play: Play, card: Card, target: str) -> None:
    mulberries, stormy = len(play.state.mulberries), storm(play)
    turn_weather(play, STORM)
    play.change(fixed_weather=True)
    if mulberries and not stormy:
        play.change(supply=max(0, play.state.supply - mulberries))
        said = Message("Mulberry supply is not received: -{n}.", n=mulberries)
        play.say("supply", said, "12.1", side=ALLIED)


# --- Mulberries -----------------------------------------------------------------------------------------------------------


@BOOK.rule("12.1", "N26")
def _mulberry(play: Play, card: Card, target: str) -> None:
    play.change(mulberries=tuple(sorted((*play.state.mulberries, target))))
    name = play.data.ground.beaches[target].name
    said = Message("A Mulberry stands at {beach} ({hex}).", beach=name, hex=target)
    play.say("mulberry", said, "12.1", side=ALLIED, hexes=(target,))


def _mulberry_places(at: Position) -> tuple[str, ...]:
    beaches = () if storm(at) else sorted(at.data.ground.beaches)
    return tuple(each for each in beaches if each not in at.state.mulberries and open_beach(at, each))


# --- delays ---------------------------------------------------------------------------------------------------------------


def _may_be_delayed(at: Position, each: Due) -> bool:
    """Whether a reinforcement is a panzer division that no Crisis has kept back yet."""
    kind = at.kind(each.unit)
    panzer = kind.side == GERMAN and kind.type == "armour" and kind.size == "division"
    return panzer and not each.delayed


@BOOK.rule("12.1", "N16")
def _next_panzer(at: Position) -> Due | None:
    """Of those due on the same turn the first of the schedule."""
    coming = (each for each in at.state.due if _may_be_delayed(at, each))
    return min(coming, key=lambda each: each.turn, default=None)


@BOOK.rule("12.1", "N16")
def _just_arrived(at: Position) -> Due | None:
    """One that came back as a replacement (8.1) is no reinforcement and stays."""
    fresh = (each for each in at.state.arrived if _may_be_delayed(at, each))
    return next((each for each in fresh if each.unit in at.board), None)


def _delay(play: Play, card: Card, target: str) -> None:
    state, found = play.state, _just_arrived(play)
    if found is not None:
        late = evolve(found, turn=state.turn + card.value, delayed=True)
        play.remove(found.unit)
        play.change(due=(*state.due, late))
    else:
        due = _next_panzer(play)
        assert due is not None
        late = evolve(due, turn=due.turn + card.value, delayed=True)
        play.change(due=tuple(late if each.unit == due.unit else each for each in state.due))
    said = Message("{unit} is kept back until turn {turn}.", unit=late.unit, turn=late.turn)
    play.say("delayed", said, "12.1", side=GERMAN, units=(late.unit,))


# --- the air, the sea, supply and men -------------------------------------------------------------------------------------


@BOOK.rule("9.0", "12.1")
def _fighters(play: Play, card: Card, target: str) -> None:
    play.change(fighters=True)


def _supply(play: Play, card: Card, target: str) -> None:
    """Supply points more, or (a negative value) fewer."""
    play.change(supply=max(0, play.state.supply + card.value))


def _draft(play: Play, card: Card, target: str) -> None:
    """Replacement points for the side that plays it, on the next roll for them."""
    for _ in range(card.value):
        _for_turns(play, card.effect, 1)


def _lasting(more: int) -> Effect:
    def happens(play: Play, card: Card, target: str) -> None:
        _for_turns(play, card.effect, more)

    return happens


# --- combat ---------------------------------------------------------------------------------------------------------------


@BOOK.rule("16.1", "N17")
def _combat(play: Play, card: Card, target: str) -> None:
    on = play.state.combat
    if on is None:
        _for_turns(play, f"card:{card.id}")
    else:
        play.change(combat=evolve(on, cards=(*on.cards, card.id)))


def combat_cards(at: Position) -> tuple[Card, ...]:
    """The cards that count in the combat under way: those played in it, and those of the turn (16.1)."""
    on = at.state.combat
    played = on.cards if on is not None else ()
    turn = tuple(name.partition(":")[2] for name, _ in at.state.effects if name.startswith("card:"))
    return tuple(at.data.cards[name] for name in (*played, *turn))


@BOOK.rule("12.1", "N18")
def strengths(at: Position, side: str) -> tuple[Reason, ...]:
    """What combat cards add to a side's strength in the combat under way."""
    on = at.state.combat
    if on is None:
        return ()
    return tuple(
        Reason(paragraph="12.1", text=card.name, value=card.value)
        for card in combat_cards(at)
        if card.user == side and card.effect in _COMBAT and _COMBAT[card.effect](at, on)
    )


def _defends_bocage(at: Position, on: Combat) -> bool:
    return on.side == ALLIED and "bocage" in at.data.ground.terrain[on.target]


def _bombers_fly(at: Position, on: Combat) -> bool:
    return on.side == ALLIED and at.state.weather in (CLEAR, "overcast")


def _strong_place(at: Position, on: Combat) -> bool:
    where, ground = on.target, at.data.ground
    works = bool(fort_at(at, where)) or defence_at(at, where) is not None
    return on.side == ALLIED and (works or where in ground.cities or "city" in ground.terrain[where])


_COMBAT: Mapping[str, Callable[[Position, Combat], bool]] = {
    "support": lambda at, on: True,
    "attack": lambda at, on: on.side == GERMAN,
    "defence": lambda at, on: on.side == ALLIED,
    "ambush": _defends_bocage,
    "bombing": _bombers_fly,
    "funnies": _strong_place,
}
"""The combat cards that add strength, and when they do."""


def no_bocage(at: Position) -> bool:
    """Whether bocage counts for nothing in the combat under way (Hedgerow Cutters)."""
    on = at.state.combat
    cutters = any(card.effect == "hedgerows" for card in combat_cards(at))
    return on is not None and on.side == ALLIED and cutters


# --- the table ------------------------------------------------------------------------------------------------------------

EFFECTS: Mapping[str, Effect] = {
    "storm": lambda play, card, target: _weather(play, STORM),
    "clear": lambda play, card, target: _weather(play, CLEAR),
    "major-storm": _major_storm,
    "mulberry": _mulberry,
    "delay": _delay,
    "fighters": _fighters,
    "cautious": _lasting(0),
    "no-replacements": _lasting(1),
    "draft-allied": _draft,
    "draft-german": _draft,
    "supply": _supply,
    "night-march": _lasting(0),
    "slow": _lasting(0),
    "hedgerows": _combat,
    **dict.fromkeys(_COMBAT, _combat),
}
"""What ``Card.effect`` may name. ``value``: turns of delay, points, or strength; see NOTES.md N16 to N19."""


def happens(play: Play, card: Card, target: str) -> None:
    """A card does what it does."""
    EFFECTS[card.effect](play, card, target)


def targets(at: Position, card: Card) -> tuple[str, ...]:
    """The hexes that a card may name, in order; empty for a card without a target."""
    return _mulberry_places(at) if card.effect == "mulberry" else ()


def wrong(at: Position, card: Card, target: str) -> Iterator[Violation]:
    """Why a card cannot happen now."""
    if card.effect == "mulberry":
        yield from _wrong_mulberry(at, target)
    elif target:
        yield broken(
            "12.0", Message("{card} takes no hex: leave {hex} out", card=card.name, hex=target), target
        )
    if card.effect in (STORM, CLEAR) and at.state.fixed_weather:
        yield broken("12.1", Message("no card changes a Major Storm"), card.id)
    if card.effect == "delay" and _next_panzer(at) is None and _just_arrived(at) is None:
        yield broken("12.1", Message("no panzer division is still to come"), card.id)


def _wrong_mulberry(at: Position, target: str) -> Iterator[Violation]:
    if storm(at):
        yield broken("12.1", Message("no Mulberry is built in a storm"), target)
    elif target not in _mulberry_places(at):
        said = Message(
            "a Mulberry cannot be built at {hex}; it can at: {places}",
            hex=target or Message("no hex"),
            places=", ".join(_mulberry_places(at)) or Message("nowhere now"),
        )
        yield broken("12.1", said, target)
