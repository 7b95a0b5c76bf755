"""How event cards are played and discarded."""

from __future__ import annotations

from collections.abc import Iterator

from pbem_rules.june44.player.front import Front
from pbem_rules.june44.printed.data import Card
from pbem_rules.june44.rules.cards import effects
from pbem_rules.june44.rules.cards.orders import Discard, Play
from pbem_rules.june44.rules.weather import storm, weather_of

_KEEP = frozenset({"mulberry", "fighters", "major-storm"})
"""Effects that are worth keeping from the enemy, as long as the other card can be changed."""
_POOR = 1


def plays(front: Front, own: tuple[str, ...]) -> Iterator[Play]:
    """What is worth playing now; ``own`` are the cards of the hand, in order."""
    for n, name in enumerate(own, start=1):
        card = front.data.cards.get(name)
        if card is not None and card.user in (front.side, "any") and _now(front, card):
            for where in _targets(front, card):
                yield Play(n=n, card=card.id, target=where)


def _targets(front: Front, card: Card) -> tuple[str, ...]:
    """Where a card may go, Omaha and Gold first for a Mulberry."""
    order = {"Omaha": 0, "Gold": 1}
    found = effects.targets(front, card)
    beaches = front.data.ground.beaches
    return tuple(
        sorted(found, key=lambda at: (order.get(beaches[at].name, 2) if at in beaches else 3, at))
    ) or ("",)


def _now(front: Front, card: Card) -> bool:
    """Whether a card of one's own is worth playing now."""
    weather = weather_of(front)
    flying = weather.air if weather is not None else 0
    if card.effect in ("storm", "major-storm"):
        return flying > 0 and not storm(front)
    if card.effect == "clear":
        return flying <= _POOR
    if card.effect == "night-march":
        return weather is not None and weather.german_move > 0
    if card.effect == "supply" and card.value < 0:
        return front.state.supply > 0
    return card.when != "combat" or _matters(front)


def _matters(front: Front) -> bool:
    """A combat for a city, or with two units of one's own."""
    on = front.state.combat
    if on is None:
        return False
    stake = len(on.attackers) if on.side == front.side else len(front.units_in(on.target, front.side))
    return on.target in front.data.ground.cities or stake > 1


def discards(front: Front, own: tuple[str, ...]) -> Iterator[Discard]:
    """Cards that the enemy could play are discarded, except one that would help them much, if an own card is kept too."""
    cards = {n: front.data.cards[name] for n, name in enumerate(own, start=1) if name in front.data.cards}
    theirs = [n for n, card in cards.items() if card.user == front.enemy]
    dear = [n for n in theirs if cards[n].effect in _KEEP]
    kept = dear[:1] if len(theirs) < len(own) or len(own) > 1 else []
    yield from (Discard(n=n, card=own[n - 1]) for n in theirs if n not in kept)
