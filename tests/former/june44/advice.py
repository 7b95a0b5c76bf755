"""The demonstration player of either side: what practice and rehearsals do.

It looks one decision ahead: units go towards the cities in open quarrel, stack to attack, and attack when the chart promises
more than it costs. The same position, secrets and salt always give the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256

from attrs import AttrsInstance

from pbem.port.game import Choice, Secrets
from pbem_rules.june44.model import State
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.rules.cards.hands import held_cards
from pbem_rules.june44.rules.invasion import Beaches
from pbem_rules.june44.rules.play import Play, View
from pbem_rules.june44.rules.sequence import Done
from pbem_rules.june44.rules.setup import beaches
from pbem_rules.shared.game import Game
from tests.former.june44.cards import cards_of
from tests.former.june44.fight import (
    advance,
    attack,
    bombard,
    combine,
    contest,
    defend,
    fly,
    land,
    lose,
    replace,
)
from tests.former.june44.moves import move
from tests.former.june44.sense import Sense

_STRONG = ("Omaha", "Sword", "Omaha", "Utah", "Gold", "Juno")
"""Beaches from the one that gets the strongest defence on; the salt turns the list."""
_CHOSEN: Mapping[str, Callable[[Sense], Iterable[AttrsInstance]]] = {
    "move": lambda sense: (move(sense),),
    "attack": lambda sense: (attack(sense),),
    "defend": defend,
    "lose": lambda sense: lose(sense) if sense.state.combat is not None else (),
    "advance": lambda sense: (advance(sense),),
    "replace": replace,
    "land": land,
    "combine": combine,
    "fly": fly,
    "bombard": bombard,
    "contest": contest,
}


def advise(
    rules: Game[State, Data, View, Play], state: State, side: str, secrets: Secrets, salt: int
) -> AttrsInstance:
    """An order that is legal and that takes the game on; ``salt`` varies it."""
    due, sense = rules.demands(state)[0], Sense(data=rules.data, state=state, side=side)
    if not isinstance(due, Choice):
        return Beaches(strengths=_laid(sense, salt))
    own = held_cards(sense, side, secrets.hand)
    for order in _wanted(sense, due, own):
        if not rules.check(state, side, order):
            return order
    if not rules.check(state, side, Done()):
        return Done()
    return next(rules.options(state, side))


def _laid(sense: Sense, salt: int) -> tuple[int, ...]:
    """The beach defences: which beach gets which is drawn from the salt, Omaha never the weakest."""
    mix = sorted(sense.scenario.defences, reverse=True)
    names = [sense.data.ground.beaches[where].name for where in beaches(sense.data)]
    keys = {n: sha256(f"{salt}/{n}".encode()).digest()[0] for n in range(len(names))}
    dear = {n: _STRONG.index(name) * 24 for n, name in enumerate(names)}
    order = sorted(range(len(names)), key=lambda n: (keys[n] + dear[n], n))
    found = dict(zip(order, mix, strict=True))
    return tuple(found[n] for n in range(len(names)))


def _wanted(sense: Sense, due: Choice, own: tuple[str, ...]) -> Iterator[AttrsInstance]:
    """What the side would like, best first; what is not legal is passed over."""
    if "play" in due.kinds or "discard" in due.kinds:
        yield from cards_of(sense, due, own)
    for kind in due.kinds:
        yield from _CHOSEN[kind](sense) if kind in _CHOSEN else ()
