"""Where the player thinks that a unit can go: the rules of movement on tables made once, without their reasons.

What comes out is nearly what :func:`movement.reach` finds, and much sooner; the game has the last word on each order. Ways
that need the help of engineers are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem_rules.june6.model import ALLIED, Unit, View
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.printed.marks import LEG, MOTOR
from pbem_rules.june6.rules.ground import terrain
from pbem_rules.june6.rules.movement.checks import barred_from_roads
from pbem_rules.june6.rules.movement.costs import HALVES, Mover, allowance
from pbem_rules.kernel.derived import recent
from pbem_rules.kernel.paths import Reach, flood

_Steps = Mapping[str, tuple[tuple[str, int | None, int | None], ...]]


def ways(mind: Mind, unit: Unit, *, full: bool, strategic: bool = False) -> Reach[str]:
    """Every hex that a unit on the map may come to, and its own; stacking at the end is not looked at."""
    mover = Mover(data=mind.data, state=mind.state, unit=unit, full=full, strategic=strategic, alone=True)
    if strategic and next(barred_from_roads(mover), None) is not None:
        return Reach(costs={}, came_from={})
    steps = _March(mind, unit) if strategic else _Walk(mind, unit, full=full)
    return flood(unit.where, lambda here, _spent, _before: steps(here), allowance(mover))


class _Walk:
    """The steps of ordinary movement (8.4, 8.46, 11.1, 13.12, 19.11, 22.24)."""

    def __init__(self, mind: Mind, unit: Unit, *, full: bool) -> None:
        data, kind = mind.data, mind.data.unit(unit.id)
        self._start, self._full, self._combat = unit.where, full, kind.combat
        self._steps = _table(data, *_class(data, unit.id))
        self._mind, self._unit = mind, unit
        self._shy = bool(unit.disorder or unit.isolated)
        self._on_foot = kind.move != MOTOR
        self._crowd = data.numbers.movement.friendly_units_block_road
        self._friend = data.numbers.movement.friendly_unit_on_road
        self._leave, self._enter = data.numbers.movement.zoc_leave, data.numbers.movement.zoc_enter
        self._delay = data.numbers.movement.delay_point
        self._delays = frozenset(mind.state.delays) if mind.side == ALLIED else frozenset()

    def __call__(self, here: str) -> Iterator[tuple[str, int]]:
        mind = self._mind
        zones, enemies, friends = mind.contact, mind.enemies, mind.friends
        from_zone = here in zones
        if from_zone and here != self._start:
            return
        for to, across, road in self._around(here):
            if to in enemies:
                continue
            into_zone = to in zones
            if into_zone and not self._may_enter(to, here, from_zone=from_zone):
                continue
            mates = friends.get(to, 0)
            cost = across
            if road is not None and mates < self._crowd:
                by_road = road + mates * self._friend
                cost = by_road if cost is None else min(cost, by_road)
            if cost is not None:
                yield (
                    to,
                    cost
                    + self._leave * from_zone
                    + self._enter * into_zone
                    + self._delay * (to in self._delays),
                )

    def _may_enter(self, to: str, here: str, *, from_zone: bool) -> bool:
        if self._shy or (from_zone and self._on_foot):
            return False
        if not self._combat and to not in self._mind.fighters:
            return False
        return self._full or here == self._start

    def _around(self, here: str) -> Iterator[tuple[str, int | None, int | None]]:
        """The printed steps, or those that bridges blown or built have changed."""
        state = self._mind.state
        if not state.blown and not state.pontoons:
            yield from self._steps[here]
            return
        _data, name = self._mind.data, self._unit.id
        changed = frozenset((*state.blown, *state.pontoons))
        for to, across, road in self._steps[here]:
            if terrain.edge(here, to) in changed:
                yield (
                    to,
                    terrain.cross_country(self._mind, name, here, to),
                    terrain.along_road(self._mind, name, here, to),
                )
            else:
                yield to, across, road


class _March:
    """The steps of strategic movement, in half points (8.23, 8.24)."""

    def __init__(self, mind: Mind, unit: Unit) -> None:
        data = mind.data
        self._mind, self._roads = mind, terrain.roads(mind)
        self._crowd = data.numbers.movement.friendly_units_block_road
        self._friend = HALVES * data.numbers.movement.friendly_unit_on_road
        leg = data.unit(unit.id).move == LEG
        self._points = {
            name: kind.strategic_leg if leg else kind.strategic_motor
            for name, kind in data.charts.roads.items()
        }
        delays = mind.state.delays if mind.side == ALLIED else ()
        adjacent = data.ground.grid.adjacent
        self._closed = mind.beside.union(delays, (near for where in delays for near in adjacent[where]))

    def __call__(self, here: str) -> Iterator[tuple[str, int]]:
        mind = self._mind
        for to in self._roads.at(here):
            mates = mind.friends.get(to, 0)
            if to not in self._closed and to not in mind.enemies and mates < self._crowd:
                yield to, self._points[mind.data.ground.road(here, to)] + mates * self._friend


def _class(data: Data, unit: str) -> tuple[bool, bool]:
    kind = data.unit(unit)
    return kind.move == MOTOR, kind.type in terrain.RAIDERS


@recent(48)
def _table(data: Data, motor: bool, raider: bool) -> _Steps:
    """For each hex the steps out of it for a class of units: the hex, points off the road, points along it."""
    name = next((name for name in sorted(data.units) if _class(data, name) == (motor, raider)), "")
    printed = View(data=data, state=terrain.PRINTED)
    return {
        here: tuple(
            (to, terrain.cross_country(printed, name, here, to), terrain.along_road(printed, name, here, to))
            for to in around
            if to in data.ground.terrain
        )
        for here, around in data.ground.grid.adjacent.items()
    }
