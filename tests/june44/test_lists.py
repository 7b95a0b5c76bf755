"""The orders that are listed are the legal ones: every one passes, and nothing that passes is missing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product

import pytest
from attrs import AttrsInstance

from pbem.port.game import Choice
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import State
from pbem_rules.june44.rules.arrivals.combining import Combine
from pbem_rules.june44.rules.arrivals.reinforcements import Land
from pbem_rules.june44.rules.arrivals.replacements import Replace
from pbem_rules.june44.rules.combat.advance import Advance
from pbem_rules.june44.rules.combat.attack import Attack
from pbem_rules.june44.rules.combat.defend import Defend
from pbem_rules.june44.rules.combat.lose import Lose
from pbem_rules.june44.rules.lookup import is_artillery
from tests.june44.random_play import Game
from tests.lists import tried_with

pytestmark = pytest.mark.wider

_KINDS = ("attack", "defend", "advance", "lose", "replace", "land", "combine")
_EACH = 6
"""Positions looked at for each kind of order."""


@pytest.fixture(scope="module")
def positions(rules: June44) -> list[tuple[str, State, str]]:
    """Positions of random games in which one of the kinds is due, with the kind and the side."""
    found: list[tuple[str, State, str]] = []
    for seed in (11, 12, 13):
        game = Game.start(rules, "june44", seed, Game.variants[seed % len(Game.variants)])
        while game.step():
            owed = game.now.due
            if isinstance(owed, Choice) and game.draw.random() < 0.3:
                for kind in sorted({*owed.kinds} & {*_KINDS}):
                    fights = kind != "lose" or game.state.combat is not None
                    if fights and sum(each[0] == kind for each in found) < _EACH * (seed - 10):
                        found.append((kind, game.state, owed.side))
    return found


def groups(names: tuple[str, ...], most: int = 3) -> Iterator[tuple[str, ...]]:
    """Every group of up to ``most`` of the names, in their order."""
    return chain.from_iterable(combinations(names, n) for n in range(1, most + 1))


def attacks(rules: June44, state: State, side: str) -> Iterator[AttrsInstance]:
    """Every attack that somebody could write down, within three units."""
    own = rules.view(state).units_of(side)
    guns = ("", *(unit.id for unit in own if is_artillery(rules.data, unit)))
    for place in {unit.where for unit in own}:
        near = rules.data.ground.grid.adjacent.get(place, (place.partition(":")[2],))
        for units, target, gun in product(list(groups(state.board.at(place))), near, guns):
            yield Attack(target=target, units=units, artillery=gun)
            yield Attack(target=target, units=units, artillery=gun, naval=True)


def thinkable(rules: June44, state: State, side: str, kind: str) -> Iterator[AttrsInstance]:
    """Every order of a kind that somebody could write down."""
    data, own = rules.data, rules.view(state).units_of(side)
    names, beaches, on = tuple(unit.id for unit in own), tuple(data.ground.beaches), state.combat
    match kind:
        case "attack":
            yield from attacks(rules, state, side)
        case "defend":
            yield from (Defend(artillery=gun) for gun in ("", *names))
        case "advance":
            fought = tuple(unit.id for unit in own if unit.attacked)
            yield from (Advance(units=units) for units in ((), *groups(fought)))
        case "lose" if on is not None:
            every = tuple(sorted((f"beach:{on.target}", f"fort:{on.target}", *names)))
            yield from (
                Lose(units=units) for units in chain(groups(every, 2), ((name, name) for name in every))
            )
        case "replace":
            places = ("", *beaches, *data.ground.edges)
            for name, place, full in product(data.units, places, (False, True)):
                yield Replace(unit=name, place=place, full=full)
        case "land":
            yield from (Land(unit=each.unit, place=beach) for each in state.due for beach in beaches)
        case "combine":
            regiments = tuple(name for name in names if data.unit(name).type in ("parachute", "airborne"))
            yield from (Combine(units=units) for units in groups(regiments))


@tried_with("kind", _KINDS)
def test_what_is_listed_is_what_is_legal(
    rules: June44, positions: list[tuple[str, State, str]], kind: str
) -> None:
    found = [each for each in positions if each[0] == kind]
    assert found
    for _, state, side in found:
        listed = [each for each in rules.options(state, side) if rules.actions.kind(each) == kind]
        assert [] == [each for each in listed if rules.check(state, side, each)]
        legal = {each for each in thinkable(rules, state, side, kind) if not rules.check(state, side, each)}
        assert set(listed) == legal
