"""The demonstration player of either side: what `pbem hint`, practice and rehearsals do.

It looks one decision ahead: units go towards the cities in open quarrel, stack to attack, and attack when the chart promises
more than it costs. The same position, secrets and salt always give the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from attrs import AttrsInstance

from pbem.port.game import Choice, Secrets
from pbem_rules.june44 import hands
from pbem_rules.june44.course import Course, View
from pbem_rules.june44.lookup import scenario_of
from pbem_rules.june44.model import State
from pbem_rules.june44.orders import Beaches, Done
from pbem_rules.june44.player_cards import cards_of
from pbem_rules.june44.player_fight import (
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
from pbem_rules.june44.player_moves import move
from pbem_rules.june44.printed import Data
from pbem_rules.june44.setup import beaches
from pbem_rules.shared.game import Game

_STRONG = ("Omaha", "Sword", "Omaha", "Utah", "Gold", "Juno")
"""Beaches from the one that gets the strongest defence on; the salt turns the list."""


def advise(
    rules: Game[State, Data, View, Course], state: State, side: str, secrets: Secrets, salt: int
) -> AttrsInstance:
    """An order that is legal and that takes the game on; ``salt`` varies it."""
    data, due = rules.data, rules.demands(state)[0]
    if not isinstance(due, Choice):
        return Beaches(strengths=_laid(data, state, salt))
    own = hands.held_cards(data, state, side, secrets.hand)
    for order in _wanted(data, state, side, due, own, salt):
        if not rules.check(state, side, order):
            return order
    if not rules.check(state, side, Done()):
        return Done()
    return next(rules.options(state, side))


def _laid(data: Data, state: State, salt: int) -> tuple[int, ...]:
    """The beach defences: which beach gets which is drawn from the salt, Omaha never the weakest."""
    mix = sorted(scenario_of(data, state).defences, reverse=True)
    places = beaches(data)
    keys = {n: sha256(f"{salt}/{n}".encode()).digest()[0] for n in range(len(places))}
    dear = {n: _STRONG.index(data.ground.beaches[at].name) * 24 for n, at in enumerate(places)}
    order = sorted(range(len(places)), key=lambda n: (keys[n] + dear[n], n))
    found = dict(zip(order, mix, strict=True))
    return tuple(found[n] for n in range(len(places)))


def _wanted(  # noqa: C901  # one line a kind of decision
    data: Data, state: State, side: str, due: Choice, own: tuple[str, ...], salt: int
) -> Iterator[AttrsInstance]:
    """What the side would like, best first; what is not legal is passed over."""
    if "play" in due.kinds or "discard" in due.kinds:
        yield from cards_of(data, state, side, due, own)
    for kind in due.kinds:
        match kind:
            case "move":
                yield move(data, state, side, salt)
            case "attack":
                yield attack(data, state, side)
            case "defend":
                yield from defend(data, state)
            case "lose" if state.combat is not None:
                yield from lose(data, state)
            case "advance":
                yield advance(data, state)
            case "replace":
                yield from replace(data, state, side)
            case "land":
                yield from land(data, state)
            case "combine":
                yield from combine(data, state)
            case "fly":
                yield from fly(data, state)
            case "bombard":
                yield from bombard(data, state)
            case "contest":
                yield from contest(data, state)
            case _:
                continue
