"""Vehicles keep to the road."""

from __future__ import annotations

from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import GERMAN, OFF
from pbem_rules.pegasus.play import Play, Position
from pbem_rules.pegasus.rules.ground import Cost, next_step, step_cost


@BOOK.rule("6.2", "8.2")
def road_cost(position: Position, start: str, end: str) -> int | None:
    """What a vehicle pays for a step along the road; None where there is no road, or no bridge any more."""
    step = step_cost(position, GERMAN, start, end)
    if step is None or end not in position.data.terrain.road:
        return None
    return step + (position.data.movement.wreck if end in position.state.car_wrecks else 0)


def by_road(position: Position) -> Cost:
    """What steps along the road cost in a position."""
    return lambda start, end: road_cost(position, start, end)


def along(position: Position, start: str, goal: str) -> str | None:
    """The next road area on the shortest way to ``goal``; None when there is none."""
    step = next_step(position.data.terrain, start, goal, by_road(position))
    return None if step is None else step[0]


def leave(play: Play, name: str) -> None:
    """A German unit leaves the map and does not come back."""
    where = play.unit(name).where
    play.mark(name, where=OFF, out=True)
    play.hold(where)
    play.about(name, "left", "{unit} leaves the map.", "8.1", side=GERMAN, where=where)
