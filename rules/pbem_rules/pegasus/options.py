"""The legal orders, in a pinned order: kind by kind, unit by unit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from attrs import AttrsInstance

from pbem_rules.pegasus.checks import check
from pbem_rules.pegasus.model import BRITISH, GERMAN, ITEMS, State, Unit
from pbem_rules.pegasus.orders import Clear, Done, Fire, Gammon, Give, Grenade, Move, Piat, Ready, Shell
from pbem_rules.pegasus.printed import Data
from pbem_rules.pegasus.walking import allowance, may_move


def options(data: Data, state: State, side: str) -> Iterator[AttrsInstance]:
    """Every order of one step, throw or shot; longer paths are made of such steps."""
    if side != BRITISH or state.over or state.need:
        return
    found = _movement(data, state) if state.phase == "british move" else _fire(data, state)
    for each in found:
        if not check(data, state, side, each):
            yield each
    yield Done()


def troops(data: Data, state: State, side: str) -> list[Unit]:
    """A side's units on the map, in order of name, without what is carried."""
    return [
        state.units[name]
        for name in sorted(state.units)
        if data.forces.kinds[state.units[name].kind].side == side
        and state.units[name].where in data.terrain.areas
        and state.units[name].kind not in ITEMS
    ]


def _movement(data: Data, state: State) -> Iterator[AttrsInstance]:
    ours, theirs = troops(data, state, BRITISH), troops(data, state, GERMAN)
    for unit in ours:
        if not may_move(unit) or unit.spent >= allowance(data, unit):
            continue
        area = data.terrain.areas[unit.where]
        yield Clear(unit=unit.id)
        for target in theirs:
            if target.where == unit.where or target.where in (*area.single, *area.double):
                yield Grenade(unit=unit.id, target=target.id)
            if target.where == unit.where:
                yield Gammon(unit=unit.id, target=target.id)
        leaders = [u.id for u in ours if u.kind == "leader" and u.where == unit.where and u.id != unit.id]
        for other in (*area.single, *area.double):
            for leader in ("", *leaders) if unit.strength else ("",):
                yield Move(unit=unit.id, path=(other,), leader=leader)
        yield Ready(unit=unit.id)
    yield from _gifts(state, ours)


def _gifts(state: State, ours: list[Unit]) -> Iterator[AttrsInstance]:
    for name in sorted(state.units):
        item = state.units[name]
        if item.kind in ITEMS and item.bearer:
            yield from (Give(item=name, unit=u.id) for u in ours if u.where == item.where and u.strength)


def _fire(data: Data, state: State) -> Iterator[AttrsInstance]:
    ours = [u for u in troops(data, state, BRITISH) if u.strength and not u.suppressed]
    theirs = troops(data, state, GERMAN)
    for target in theirs:
        able = [u for u in ours if u.where == target.where or data.terrain.beside(u.where, target.where)]
        able = [u for u in able if not u.fired and (u.where == target.where or not u.in_bunker)]
        if target.kind == "tank":
            yield from (
                Piat(item=n, target=target.id) for n in sorted(state.units) if state.units[n].kind == "piat"
            )
            yield from (Shell(unit=unit.id, target=target.id) for unit in ours)
            continue
        names = tuple(unit.id for unit in able)
        groups = chain(((name,) for name in names), (names,) if len(names) > 1 else ())
        for group in groups:
            yield Fire(target=target.id, units=group)
            yield from (
                Fire(target=target.id, units=group, guns=(name,))
                for name in group
                if state.units[name].where in data.terrain.guns
            )
    for where in sorted({unit.where for unit in theirs}):
        yield from (Shell(unit=unit.id, target=where) for unit in ours)
