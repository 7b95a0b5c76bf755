"""A sensible order for either side: what `pbem hint`, practice and rehearsals give."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from attrs import AttrsInstance

from pbem.ruleset import Choice, Secrets
from pbem_rules.june44 import cards, checks, choices
from pbem_rules.june44.lookup import scenario_of
from pbem_rules.june44.model import State
from pbem_rules.june44.orders import Attack, Beaches, Discard, Done, Play
from pbem_rules.june44.printed import Data

_EAGER = ("replace", "land", "combine", "defend", "lose", "advance", "contest")
"""What is done at once when it can be."""


def advise(data: Data, state: State, side: str, secrets: Secrets, salt: int) -> AttrsInstance:
    """An order that is legal and that takes the game on; ``salt`` varies it."""
    due = checks.demands(data, state)[0]
    if not isinstance(due, Choice):
        return Beaches(strengths=_laid(scenario_of(data, state).defences, salt))
    for order in _wanted(data, state, side, secrets, due):
        if not checks.check(data, state, side, order):
            return order
    return Done()


def _laid(mix: tuple[int, ...], salt: int) -> tuple[int, ...]:
    """The beach defences in an order that the salt fixes."""
    keys = {n: sha256(f"{salt}/{n}".encode()).digest() for n in range(len(mix))}
    return tuple(mix[n] for n in sorted(keys, key=lambda n: keys[n]))


def _wanted(data: Data, state: State, side: str, secrets: Secrets, due: Choice) -> Iterator[AttrsInstance]:
    """What the side would like, best first; what is not legal is passed over."""
    own = cards.held_cards(data, state, side, secrets.hand)
    for n, card in enumerate(own, start=1):
        if "play" in due.kinds and card:
            yield Play(n=n, card=card)
        if "discard" in due.kinds and card and data.cards[card].user not in (side, "any"):
            yield Discard(n=n, card=card)
    if any(kind in _EAGER for kind in due.kinds):
        yield from (o for o in choices.options(data, state, side) if _is_eager(o))
    if "attack" in due.kinds:
        yield from (
            o
            for o in choices.options(data, state, side)
            if isinstance(o, Attack) and o.target in data.ground.beaches
        )


def _is_eager(order: AttrsInstance) -> bool:
    return not isinstance(order, Done | Play | Discard)
