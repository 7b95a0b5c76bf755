"""The legal combat orders, in a pinned order. Attacks are given in the combinations that matter, not in all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from pbem.bytes.values import evolve
from pbem_rules.june6 import support
from pbem_rules.june6.combat_orders import (
    Right,
    attacker_violations,
    check_attack,
    feasible,
    right,
    target_violations,
)
from pbem_rules.june6.lookup import enemy_of, holder, units_of
from pbem_rules.june6.model import ALLIED, Combat, State, Unit
from pbem_rules.june6.modifiers import RETREAT, STAND
from pbem_rules.june6.orders import Attack, Defend
from pbem_rules.june6.printed import Data
from pbem_rules.june6.results import alive

_EVERY_SUBSET = 4
"""With more attackers than this on one hex, only all together and each alone are offered."""


def targets(data: Data, state: State, given: Right) -> Mapping[str, tuple[Unit, ...]]:
    """The hexes that may be attacked now, in hex order, each with the units that may attack it."""
    found: dict[str, list[Unit]] = {}
    enemy = enemy_of(given.side)
    for unit in units_of(data, state, given.side):
        around = data.ground.grid.adjacent.get(unit.where, ())
        near = [hex_ for hex_ in around if holder(data, state, hex_) == enemy]
        if given.task is None:
            near = [hex_ for hex_ in near if hex_ not in given.frame.targets]
        if not near or attacker_violations(data, state, given, unit.id):
            continue
        for hex_ in near:
            if not target_violations(data, state, given, unit, hex_):
                found.setdefault(hex_, []).append(unit)
    return {hex_: tuple(found[hex_]) for hex_ in sorted(found)}


def single_attacks(data: Data, state: State) -> Iterator[Attack]:
    """Every attack by one unit without support."""
    given = right(state)
    if given is None:
        return
    for hex_, units in targets(data, state, given).items():
        for unit in units:
            yield Attack(target=hex_, units=(unit.id,))


def attacks(data: Data, state: State, side: str) -> Iterator[Attack]:
    """Attacks of every useful set of units on every hex, bare and with the support at hand."""
    given = right(state)
    if given is None or given.side != side or (given.task is None and given.frame.stage != "combat"):
        return
    for hex_, units in targets(data, state, given).items():
        for group in _groups(units):
            if feasible(data, state, given, group, hex_):
                continue
            bare = Attack(target=hex_, units=tuple(unit.id for unit in group))
            yield bare
            if given.support:
                yield from _supported(data, state, side, bare, group)


def _groups(units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    sizes = range(len(units), 0, -1) if len(units) <= _EVERY_SUBSET else (len(units), 1)
    for size in sizes:
        yield from combinations(units, size)


def _supported(data: Data, state: State, side: str, bare: Attack, group: Sequence[Unit]) -> Iterator[Attack]:
    guns = support.sources(data, state, side, bare.target, group, attacking=True)
    for artillery, air, naval in _helps(data, state, side, bare.target, guns):
        order = evolve(bare, artillery=artillery, air=air, naval=naval)
        if not check_attack(data, state, side, order):
            yield order


def _helps(
    data: Data, state: State, side: str, target: str, guns: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Artillery none or all, with no markers or any legal number of one kind; the bare one left out."""
    markers = [(0, 0)]
    if side == ALLIED:
        air = min(data.constant("combat.air_markers_most"), state.air)
        naval = min(data.constant("combat.naval_markers_most"), state.naval)
        markers.extend((n, 0) for n in range(1, air + 1))
        if target in data.ground.naval_range:
            markers.extend((0, n) for n in range(1, naval + 1))
    for artillery in ((), guns) if guns else ((),):
        for a, n in markers:
            if artillery or a or n:
                yield artillery, a, n


def defences(data: Data, state: State, combat: Combat, side: str) -> Iterator[Defend]:
    """Both modes, bare and with the support at hand."""
    units = alive(state, combat.defenders)
    guns = support.sources(data, state, side, combat.target, units, attacking=False) if combat.support else ()
    for mode in (STAND, RETREAT):
        yield Defend(mode=mode)
        if combat.support:
            for artillery, air, naval in _helps(data, state, side, combat.target, guns):
                yield Defend(mode=mode, artillery=artillery, air=air, naval=naval)
