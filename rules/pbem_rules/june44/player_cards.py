"""What the demonstration player does with his event cards."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem.port.game import Choice
from pbem_rules.june44 import events
from pbem_rules.june44.model import ALLIED, GERMAN, State
from pbem_rules.june44.orders import Discard, Play
from pbem_rules.june44.printed import Card, Data
from pbem_rules.june44.weather import storm, weather_of

_KEEP = frozenset({"mulberry", "fighters", "major-storm"})
"""Effects that are worth keeping from the enemy, as long as the other card can be changed."""
_POOR = 1


def cards_of(
    data: Data, state: State, side: str, due: Choice, own: tuple[str, ...]
) -> Iterator[AttrsInstance]:
    """Plays and discards, best first; ``own`` are the cards of the hand, in order."""
    if "play" in due.kinds:
        for n, name in enumerate(own, start=1):
            card = data.cards.get(name)
            if card is not None and card.user in (side, "any") and _now(data, state, side, card):
                for where in _targets(data, state, card):
                    yield Play(n=n, card=card.id, target=where)
    if "discard" in due.kinds:
        yield from _discards(data, side, own)


def _targets(data: Data, state: State, card: Card) -> tuple[str, ...]:
    """Where a card may go, Omaha and Gold first for a Mulberry."""
    order = {"Omaha": 0, "Gold": 1}
    found = events.targets(data, state, card)
    beaches = data.ground.beaches
    return tuple(
        sorted(found, key=lambda at: (order.get(beaches[at].name, 2) if at in beaches else 3, at))
    ) or ("",)


def _now(data: Data, state: State, side: str, card: Card) -> bool:
    """Whether a card of one's own is worth playing now."""
    weather = weather_of(data, state)
    flying = weather.air if weather is not None else 0
    if card.effect in ("storm", "major-storm"):
        return flying > 0 and not storm(data, state)
    if card.effect == "clear":
        return flying <= _POOR
    if card.effect == "night-march":
        return weather is not None and weather.german_move > 0
    if card.effect == "supply" and card.value < 0:
        return state.supply > 0
    if card.when == "combat":
        return _matters(data, state, side)
    return True


def _matters(data: Data, state: State, side: str) -> bool:
    """A combat for a city, or with two units of one's own."""
    on = state.combat
    if on is None:
        return False
    own = [u for u in state.board.stack(on.target) if data.unit(u.id).side == side]
    stake = len(on.attackers) if on.side == side else len(own)
    return on.target in data.ground.cities or stake > 1


def _discards(data: Data, side: str, own: tuple[str, ...]) -> Iterator[Discard]:
    """Cards of the enemy go, but one that he would dearly like to have is kept beside a card of one's own."""
    enemy = GERMAN if side == ALLIED else ALLIED
    theirs = [
        n for n, name in enumerate(own, start=1) if name in data.cards and data.cards[name].user == enemy
    ]
    dear = [n for n in theirs if data.cards[own[n - 1]].effect in _KEEP]
    kept = dear[:1] if len(theirs) < len(own) or len(own) > 1 else []
    for n in theirs:
        if n not in kept:
            yield Discard(n=n, card=own[n - 1])
