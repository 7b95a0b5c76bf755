"""The player of June '44: the desks of its orders (:mod:`pbem_rules.shared.player`).

What the shared player does not know is this game's own: sealed beaches, cards, aircraft, ships and landings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256

from attrs import AttrsInstance

from pbem.port.player import Advice
from pbem_rules.june44.model import State
from pbem_rules.june44.player import fight
from pbem_rules.june44.player.cards import discards, plays
from pbem_rules.june44.player.front import Front
from pbem_rules.june44.player.moves import Ends
from pbem_rules.june44.printed.data import Data
from pbem_rules.june44.rules.cards.hands import held_cards
from pbem_rules.june44.rules.invasion import Beaches
from pbem_rules.june44.rules.sequence import Done
from pbem_rules.june44.rules.setup import beaches
from pbem_rules.shared.player import attacks, moves
from pbem_rules.shared.player.intentions import intentions
from pbem_rules.shared.player.order_choice import Decision, Desk, Player, always

_DEAR = {"1912": 0, "1913": 0, "2103": 24, "1818": 72, "2008": 96, "2006": 120}
"""How little a beach's hex matters to the German: Omaha most, then Sword, Utah, Gold and Juno; the salt turns the list."""
_CHEAPEST = 144
_WISHES: dict[str, Callable[[Front], Iterable[AttrsInstance]]] = {
    "defend": fight.defend,
    "advance": lambda front: (fight.advance(front),),
    "replace": fight.replace,
    "land": fight.land,
    "combine": fight.combine,
    "fly": fight.fly,
    "bombard": fight.bombard,
    "contest": fight.contest,
}


def laid(case: Decision[State, Front]) -> Iterator[Advice]:
    """The beach defences: which beach gets which is drawn from the salt, Omaha never the weakest."""
    front = case.field
    mix = sorted(front.scenario.defences, reverse=True)
    places = beaches(front.data)
    keys = {n: sha256(f"{case.salt}/{n}".encode()).digest()[0] for n in range(len(places))}
    dear = {n: _DEAR.get(where, _CHEAPEST) for n, where in enumerate(places)}
    order = sorted(range(len(places)), key=lambda n: (keys[n] + dear[n], n))
    found = dict(zip(order, mix, strict=True))
    yield Advice(order=Beaches(strengths=tuple(found[n] for n in range(len(places)))))


def _cards(wanted: Callable[[Front, tuple[str, ...]], Iterable[AttrsInstance]]) -> Desk[State, Front]:
    """What a side would like to do with the cards of its hand, the best first."""

    def desk(case: Decision[State, Front]) -> Iterator[Advice]:
        own = held_cards(case.field, case.side, case.secrets.hand)
        yield from (Advice(order=order) for order in wanted(case.field, own))

    return desk


def _wish(wanted: Callable[[Front], Iterable[AttrsInstance]]) -> Desk[State, Front]:
    """What a side would like, the best first."""
    return lambda case: (Advice(order=order) for order in wanted(case.field))


_DESKS: tuple[tuple[str, Desk[State, Front]], ...] = (
    ("beaches", laid),
    ("play", _cards(plays)),
    ("discard", _cards(discards)),
    ("move", lambda case: moves.best(case, Ends(field=case.field))),
    ("attack", attacks.desk),
    *((word, _wish(wanted)) for word, wanted in _WISHES.items()),
    ("lose", _wish(fight.lose)),
    ("done", always(Done())),
    ("attack", attacks.forced),
)


def player(data: Data) -> Player[State, Front]:
    """The player on a data pack."""

    def front(state: State, side: str) -> Front:
        return Front(data=data, state=state, side=side)

    return Player(field=front, desks=_DESKS, after=intentions)
