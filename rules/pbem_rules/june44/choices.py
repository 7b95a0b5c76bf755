"""The legal orders, in a pinned order: as the demand names their kinds, then each part's own order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from attrs import AttrsInstance

from pbem.port.game import Choice, Conceal
from pbem_rules.june44 import (
    cards,
    checks,
    combat,
    combining,
    movement,
    reinforcements,
    replacements,
    results,
    stacking,
)
from pbem_rules.june44.lookup import scenario_of
from pbem_rules.june44.model import State
from pbem_rules.june44.orders import ORDERS, Beaches, Bombard, Contest, Done, Fly
from pbem_rules.june44.printed import Data

_LEGAL = frozenset({"move", "attack", "defend", "replace", "land", "play", "combine"})
"""Kinds whose parts list legal orders only: they are not looked at twice."""


def options(data: Data, state: State, side: str) -> Iterator[AttrsInstance]:
    """Every legal order of a side. A card that it may hold is listed for every place of its hand."""
    owed = checks.demands(data, state)
    match owed[0] if owed else None:
        case Conceal() as due if due.side == side:
            mix = scenario_of(data, state).defences
            for strengths in sorted(set(permutations(mix))):
                yield Beaches(strengths=strengths)
        case Choice() as due if due.side == side:
            for kind in due.kinds:
                yield from _legal(data, state, side, kind, due.kinds)
        case _:
            return


def _legal(data: Data, state: State, side: str, kind: str, kinds: tuple[str, ...]) -> Iterator[AttrsInstance]:
    for order in _of_kind(data, state, side, kind, kinds):
        if ORDERS.kind(order) == kind and (kind in _LEGAL or not checks.check(data, state, side, order)):
            yield order


def _of_kind(
    data: Data, state: State, side: str, kind: str, kinds: tuple[str, ...]
) -> Iterator[AttrsInstance]:
    match kind:
        case "done":
            return iter((Done(),))
        case "move":
            return movement.options(data, state, side)
        case "attack":
            return combat.attacks(data, state, side)
        case "defend":
            return iter(combat.answers(data, state, results.under_way(state)))
        case "lose" if state.combat is None:
            return iter(stacking.removals(data, state, side))
        case "lose":
            return iter(results.lose_options(data, state))
        case "advance":
            return iter(results.advance_options(data, state))
        case "replace":
            return replacements.options(data, state, side)
        case "land":
            return reinforcements.options(data, state)
        case "play" | "discard":
            return cards.options(data, state, side, kinds)
        case "combine":
            return combining.options(data, state)
        case _:
            return _places(data, kind, state)


def _places(data: Data, kind: str, state: State) -> Iterator[AttrsInstance]:
    """Air units, naval markers and fighters, hex by hex."""
    if kind == "contest":
        yield from (Contest(hex=each.hex) for each in state.missions)
    for where in sorted(data.ground.terrain):
        if kind == "fly":
            yield Fly(hex=where)
        elif kind == "bombard":
            yield Bombard(hex=where)
