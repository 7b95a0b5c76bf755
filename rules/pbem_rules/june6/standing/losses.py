"""Standing orders for losses and retreats: who takes what, and which way back (13.3, 13.7, 8.31, 10.33)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.port.messages import Message
from pbem_rules.june6.model import Release, Task, Unit, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat.results import ESCAPE, alive
from pbem_rules.june6.rules.combat.retreat import Retreat, zone_hexes
from pbem_rules.june6.rules.combat.suffer import Suffer
from pbem_rules.june6.rules.lookup import ratings, side_of
from pbem_rules.june6.rules.markers import attrition, release
from pbem_rules.june6.rules.markers.reduce import Reduce
from pbem_rules.june6.standing.form import ASK
from pbem_rules.shared.standing_sheet import Found, Sheet

_LOSSES, _RETREAT = "losses", "retreat"
_FAR = 99


def _ranked(data: Data, units: Iterable[Unit], rule: str) -> list[Unit]:
    """By printed strength of the face that is up, the weakest or the strongest first, then by name."""
    sign = -1 if rule == "strongest" else 1
    return sorted(units, key=lambda unit: (sign * ratings(data, unit).cs, unit.id))


def queue(view: View, sheet: Sheet, units: Sequence[Unit]) -> list[Unit] | str:
    """The units in the order in which they take losses, or why there is none: the rule asks, and it would decide."""
    rule = sheet.word(_LOSSES, "rule", ASK)
    if rule == ASK and sum(not sheet.place(_LOSSES, unit.id) for unit in units) > 1:
        return Message("no rule says which of your units takes the loss")
    return sorted(_ranked(view.data, units, rule), key=lambda unit: sheet.place(_LOSSES, unit.id))


def loser(view: View, sheet: Sheet, task: Task) -> Found:
    """Who takes a result, or who is spared it (13.71)."""
    order = queue(view, sheet, alive(view.state, task.units))
    if isinstance(order, str):
        return order
    spared = task.kind == ESCAPE and not task.instead
    return Suffer(unit=order[-1 if spared else 0].id) if order else ""


def marched(view: View, sheet: Sheet) -> Found:
    """Who loses a step on the road (8.31)."""
    order = queue(view, sheet, alive(view.state, attrition.candidates(view)))
    return order if isinstance(order, str) else Reduce(unit=order[0].id) if order else ""


def released(view: View, sheet: Sheet, frame: Release) -> Found:
    """Who loses a step in the enemy's formation that forced its entry (10.33)."""
    rule = sheet.word("release", "enemy", ASK)
    if rule == ASK:
        return ""
    names = tuple(release.candidates(view, frame))
    units = _ranked(view.data, alive(view.state, names), rule)
    return Reduce(unit=units[0].id) if units else ""


def way_back(view: View, sheet: Sheet, ways: Iterable[Retreat]) -> Found:
    """The safest of the legal retreats."""
    if sheet.word(_RETREAT, "rule", ASK) == ASK:
        return ""
    state = view.state
    enemies = tuple(
        unit.where
        for unit in state.board
        if ":" not in unit.where and side_of(view.data, unit.id) != view.side
    )
    return min(ways, key=lambda order: _cost(view, sheet, enemies, order), default="")


def _cost(
    view: View, sheet: Sheet, enemies: tuple[str, ...], order: Retreat
) -> tuple[int, int, int, int, int, tuple[str, ...], tuple[str, ...]]:
    """Lower is better; staying costs a Reduction and comes after every way that costs one."""
    data, state = view.data, view.state
    units = alive(state, order.units)
    if not order.path:
        return (1, 0, _FAR, _FAR, 0, (), order.units)
    distance, end = data.ground.grid.distance, order.path[-1]
    avoid, toward = sheet.names(_RETREAT, "avoid"), sheet.names(_RETREAT, "toward")
    return (
        len(zone_hexes(view, units, order.path)),
        -len(units),
        sum(where in avoid for where in order.path),
        min((distance(end, where) for where in toward), default=0),
        -min((distance(end, where) for where in enemies), default=0),
        order.path,
        order.units,
    )
