"""Standing orders for losses and retreats: who takes what, and which way back (13.3, 13.7, 8.31, 10.33)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.port.messages import Message
from pbem_rules.june6.model import Attrition, Release, State, Task, Unit
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat.results import ESCAPE, alive
from pbem_rules.june6.rules.combat.retreat import Retreat, zone_hexes
from pbem_rules.june6.rules.combat.suffer import Suffer
from pbem_rules.june6.rules.lookup import ratings, side_of
from pbem_rules.june6.rules.markers import attrition, release
from pbem_rules.june6.rules.markers.reduce import Reduce
from pbem_rules.june6.standing.sheet import ASK, Sheet

_LOSSES, _RETREAT = "losses", "retreat"
_FAR = 99


def _ranked(data: Data, units: Iterable[Unit], rule: str) -> list[Unit]:
    """By printed strength of the face that is up, the weakest or the strongest first, then by name."""
    sign = -1 if rule == "strongest" else 1
    return sorted(units, key=lambda unit: (sign * ratings(data, unit).cs, unit.id))


def queue(data: Data, sheet: Sheet, units: Sequence[Unit]) -> list[Unit] | str:
    """The units in the order in which they take losses, or why there is none: the rule asks, and it would decide."""
    first, last = sheet.names(_LOSSES, "first"), sheet.names(_LOSSES, "last")
    early = sorted((unit for unit in units if unit.id in first), key=lambda unit: first.index(unit.id))
    late = sorted(
        (unit for unit in units if unit.id in last and unit.id not in first),
        key=lambda unit: last.index(unit.id),
    )
    named = {*first, *last}
    rest = [unit for unit in units if unit.id not in named]
    rule = sheet.word(_LOSSES, "rule")
    if rule == ASK and len(rest) > 1:
        return Message("no rule says which of your units takes the loss")
    return [*early, *_ranked(data, rest, rule), *late]


def loser(data: Data, state: State, sheet: Sheet, task: Task) -> Suffer | str:
    """Who takes a result, or who is spared it (13.71)."""
    order = queue(data, sheet, alive(state, task.units))
    if isinstance(order, str):
        return order
    spared = task.kind == ESCAPE and not task.instead
    return Suffer(unit=order[-1 if spared else 0].id) if order else ""


def reduced(data: Data, state: State, sheet: Sheet) -> Reduce | str:
    """Who loses a step on the road (8.31), or of the enemy's formation that forced its entry (10.33)."""
    frame = state.frames[-1]
    if isinstance(frame, Attrition):
        order = queue(data, sheet, alive(state, attrition.candidates(data, state)))
        return order if isinstance(order, str) else Reduce(unit=order[0].id) if order else ""
    rule = sheet.word("release", "enemy")
    if not isinstance(frame, Release) or rule == ASK:
        return ""
    units = _ranked(data, alive(state, tuple(release.candidates(data, state, frame))), rule)
    return Reduce(unit=units[0].id) if units else ""


def way_back(data: Data, state: State, side: str, sheet: Sheet, ways: Iterable[Retreat]) -> Retreat | str:
    """The safest of the legal retreats."""
    if sheet.word(_RETREAT, "rule") == ASK:
        return ""
    enemies = tuple(
        unit.where for unit in state.board if ":" not in unit.where and side_of(data, unit.id) != side
    )
    best = min(ways, key=lambda order: _cost(data, state, sheet, enemies, order), default=None)
    return best if best is not None else ""


def _cost(
    data: Data, state: State, sheet: Sheet, enemies: tuple[str, ...], order: Retreat
) -> tuple[int, int, int, int, int, tuple[str, ...], tuple[str, ...]]:
    """Lower is better; staying costs a Reduction and comes after every way that costs one."""
    units = alive(state, order.units)
    if not order.path:
        return (1, 0, _FAR, _FAR, 0, (), order.units)
    distance, end = data.ground.grid.distance, order.path[-1]
    avoid, toward = sheet.names(_RETREAT, "avoid"), sheet.names(_RETREAT, "toward")
    return (
        len(zone_hexes(data, state, units, order.path)),
        -len(units),
        sum(where in avoid for where in order.path),
        min((distance(end, where) for where in toward), default=0),
        -min((distance(end, where) for where in enemies), default=0),
        order.path,
        order.units,
    )
