"""Moves of the demonstration player: towards places that count, and beside the enemy only on ground without a duty."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from attrs import AttrsInstance

from pbem_rules.normandy.model import ALLIED, Piece
from pbem_rules.normandy.rules import duty, movement, stacking
from pbem_rules.normandy.rules.move import Move
from pbem_rules.normandy.rules.view import View

_TRIED, _ORDERS = 6, 20
_STAY = ("headquarters", "ship", "pathfinder", "replacement")


def best(view: View, salt: int) -> Iterator[AttrsInstance]:
    """For some units that have not moved and have no enemy beside them: the hex nearest to where the side wants to be."""
    aims = _aims(view)
    if not aims:
        return
    units = [unit for unit in view.board if _free(view, unit)]
    for unit in sorted(units, key=lambda each: crc32(f"{salt}{each.id}".encode()))[:_ORDERS]:
        where, path = _towards(view, unit, aims)
        if where != unit.where:
            yield Move(unit=unit.id, path=path)


def _aims(view: View) -> list[str]:
    """Goals not taken for the Allied side, Allied units for the Germans."""
    if view.side == ALLIED:
        goals = view.data.scenarios[view.state.scenario].goals
        return [where for goal in goals for where in goal.hexes if where not in view.state.held]
    places = (where for where in view.board.places() if where in view.data.ground.grid)
    return [where for where in places if view.units_of(ALLIED, where)]


def _free(view: View, unit: Piece) -> bool:
    if unit.moved or unit.still or view.side_of(unit.id) != view.side or not view.on_map(unit.id):
        return False
    kind = view.type_of(unit.id)
    if kind.fixed or not kind.move or kind.branch in _STAY or kind.branch == "artillery":
        return False
    around = view.data.ground.grid.adjacent[unit.where]
    return not any(view.units_of(view.enemy(view.side), where) for where in around)


def _towards(view: View, unit: Piece, aims: list[str]) -> tuple[str, tuple[str, ...]]:
    """The best hex in reach and the way to it; its own when none is better."""
    far, enemy, side = view.data.ground.grid.distance, view.enemy(view.side), view.side
    aim = min(aims, key=lambda where: (far(unit.where, where), where))
    found = movement.within(view, unit.id)
    better = (where for where in found.costs if far(where, aim) < far(unit.where, aim))
    for where in sorted(better, key=lambda each: (far(each, aim), each))[:_TRIED]:
        beside = any(view.units_of(enemy, each) for each in view.data.ground.grid.adjacent[where])
        full = stacking.points(view, where) >= view.data.charts.stacking.most
        strangers = {view.formation_of(name).nation for name in view.units_of(side, where)}
        alone = strangers <= {view.formation_of(unit.id).nation}
        if alone and not full and not (beside and duty.bound(view, side, where)):
            return where, tuple(found.path(where)[1:])
    return unit.where, ()
