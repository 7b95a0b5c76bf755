"""Moves of the demonstration player: towards places that count, and beside the enemy only on ground without a duty."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from attrs import AttrsInstance

from pbem_rules.normandy.model import ALLIED, Piece
from pbem_rules.normandy.rules.move import Move
from pbem_rules.normandy.rules.view import View

_NEAR, _TRIED, _ORDERS = 3, 6, 40
_STAY = ("headquarters", "ship", "pathfinder", "replacement")


def best(view: View, salt: int) -> Iterator[AttrsInstance]:
    """For each unit that has not moved and has no enemy beside it: hexes nearer to where its side wants to be."""
    aims = _aims(view)
    if not aims:
        return
    units = [unit for unit in view.board if _free(view, unit)]
    for unit in sorted(units, key=lambda each: crc32(f"{salt}{each.id}".encode()))[:_ORDERS]:
        for where in _steps(view, unit, aims):
            yield Move(unit=unit.id, path=(where,))


def _aims(view: View) -> list[str]:
    """Goals for the Allied side, Allied units for the Germans."""
    if view.side == ALLIED:
        return [where for goal in view.data.scenarios[view.state.scenario].goals for where in goal.hexes]
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


def _steps(view: View, unit: Piece, aims: list[str]) -> Iterator[str]:
    grid, chart = view.data.ground.grid, view.data.charts.terrain
    enemy = view.enemy(view.side)
    aim = min(aims, key=lambda where: (grid.distance(unit.where, where), where))
    far = grid.distance(unit.where, aim)
    for where in sorted(grid.within(unit.where, _NEAR), key=lambda each: (grid.distance(each, aim), each))[
        :_TRIED
    ]:
        kind = chart.get(view.data.ground.terrain[where])
        beside = any(view.units_of(enemy, each) for each in grid.adjacent[where])
        if grid.distance(where, aim) < far and kind is not None and not (beside and kind.duty):
            yield where
