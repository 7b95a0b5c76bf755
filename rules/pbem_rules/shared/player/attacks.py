"""Which attacks are made: what each promises by its exact chances, in steps and ground."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from pbem.port.insight import Branch
from pbem.port.player import Advice
from pbem_rules.shared.player import reasons
from pbem_rules.shared.player.game import FAR, Field, Fight, Piece
from pbem_rules.shared.player.guard import shut_in
from pbem_rules.shared.player.order_choice import Decision
from pbem_rules.shared.player.sectors import TAKE, Sector, assigned

S = TypeVar("S")
F = TypeVar("F", bound=Field)

_LEAST = Fraction(1, 5)
_PRESS = Fraction(5, 4)
"""What driving the enemy off counts for those who have to get on, and where there is no way out for them."""
_POINTS = 10
"""A place of so much worth doubles what taking it counts; in the last turns that is twice as much."""
_LAST = 2
_FORCED = Fraction(-1, 2)
"""What an attack costs that has to be made at less than even odds."""


def desk(case: Decision[S, F]) -> Iterator[Advice]:
    """The attacks that promise enough, those that promise most first."""
    bar = _LEAST + Fraction(case.salt % 3, 20)
    yield from (_advice(case, fight) for worth, fight in weighed(case) if worth >= bar)


def forced(case: Decision[S, F]) -> Iterator[Advice]:
    """Where some attack has to be made: the best of those that do. List it behind the order that ends combat."""
    for _, fight in sorted(weighed(case), key=lambda each: not each[1].owed):
        yield _advice(case, fight)


def _advice(case: Decision[S, F], fight: Fight) -> Advice:
    places = [case.field.name(each) for each in fight.targets]
    return Advice(order=fight.order, reason=reasons.attack(places, fight.forecast))


def weighed(case: Decision[S, F]) -> list[tuple[Fraction, Fight]]:
    """The attacks there are with what they promise, less what those cost that must be made after them; the best first."""
    own = {piece.id: piece for stack in case.field.mine.values() for piece in stack}
    found = _sorted((promise(case, fight, own), fight) for fight in case.field.fights())
    return _sorted((worth + _left(fight, found), fight) for worth, fight in found)


def _sorted(found: Iterable[tuple[Fraction, Fight]]) -> list[tuple[Fraction, Fight]]:
    return sorted(found, key=lambda each: (-each[0], -len(each[1].units), each[1].targets, each[1].units))


def _left(fight: Fight, found: Sequence[tuple[Fraction, Fight]]) -> Fraction:
    """What the places cost that others must still attack: the best attack on each by others, where that promises a loss."""
    total = Fraction(0)
    for place in fight.leaves:
        others = (
            worth for worth, each in found if place in each.targets and not {*each.units} & {*fight.units}
        )
        total += min(Fraction(0), next(others, _FORCED))
    return total


def promise(case: Decision[S, F], fight: Fight, own: dict[str, Piece]) -> Fraction:
    """What an attack promises on the average of its branches: enemy hurt and ground gained, less what it may cost."""
    if fight.forecast is None:
        return Fraction(0)
    ground, branches = _ground(case, fight, own), fight.forecast.branches
    if not branches:  # beaten without a die
        return ground
    return sum((_worth(branch, ground) for branch in branches), Fraction(0)) / len(branches)


def _worth(branch: Branch, ground: Fraction) -> Fraction:
    beaten = sum((each.ways for each in branch.chances if {"retreat", "defender hurt"} & {*each.signs}), 0)
    return ground * Fraction(beaten, branch.of) - branch.share("attacker hurt")


def _ground(case: Decision[S, F], fight: Fight, own: dict[str, Piece]) -> Fraction:
    """What driving the enemy off is worth: more on the way to what a formation is to take, most in a place that counts."""
    known, found = case.field, Fraction(1)
    about = assigned(known)
    sectors = [about.get(own[name].group or name) for name in fight.units if name in own]
    if any(
        sector is not None and sector.task == TAKE and _on_the_way(known, sector, fight, own)
        for sector in sectors
    ):
        found = _PRESS
    if any(shut_in(known, at) for at in fight.targets):
        found *= _PRESS
    points = max((known.aims[at].worth for at in fight.targets if at in known.aims), default=0)
    return found * (1 + Fraction(points * (2 if known.turns_left < _LAST else 1), _POINTS))


def _on_the_way(known: Field, sector: Sector, fight: Fight, own: dict[str, Piece]) -> bool:
    way = known.ways(sector.goal)
    there = min(way.get(at, FAR) for at in fight.targets)
    return any(there < way.get(own[name].where, FAR) for name in fight.units if name in own)
