"""How German infantry moves: towards the nearest British unit, from cover to cover."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN, Unit
from pbem_rules.pegasus.play import Play, Position
from pbem_rules.pegasus.rules.germans.road import leave
from pbem_rules.pegasus.rules.ground import Cost, nearest_entry, next_step, reach, reach_back, step_cost
from pbem_rules.pegasus.rules.small_arms import opportunity


def on_foot(position: Position) -> Cost:
    """What German infantry pays for steps in a position."""
    return lambda start, end: step_cost(position, GERMAN, start, end)


def move(play: Play) -> None:
    """Every squad and platoon that may move, in order of name; an officer goes with the first of his area (N19)."""
    for name in [unit.id for unit in play.on_map(GERMAN) if unit.kind in ("squad", "german")]:
        unit = play.unit(name)
        if unit.where == DEAD or unit.suppressed or unit.where in play.state.engaged:
            continue
        if unit.retreating:
            withdraw(play, name)
            continue
        officers = [u.id for u in play.at(unit.where, GERMAN) if u.id == "Hickman"]
        walk(play, name, route(play, unit), officers)


@BOOK.rule("5.3", "5.4", "N20", "N37")
def nearest(play: Play, unit: Unit) -> str:
    """The area of the nearest British troops, or "" when none can be reached."""
    paid = reach(play.data.terrain, unit.where, on_foot(play))
    aims = {u.where for u in play.on_map(BRITISH) if u.strength and u.where in paid}
    if not aims:
        return ""
    least = min(paid[where] for where in aims)
    return play.pick("nearest", sorted(where for where in aims if paid[where] == least))


def route(play: Play, unit: Unit) -> list[str]:
    """The areas that a unit goes through in this phase."""
    aim = nearest(play, unit)
    if not aim or aim == unit.where:
        return []
    left = reach_back(play.data.terrain, aim, on_foot(play))
    points = play.data.movement.german - unit.spent
    path: list[str] = []
    here = unit.where
    while here != aim:
        step = next_area(play, here, left, points)
        if step is None:
            break
        here, points = step[0], points - step[1]
        path.append(here)
        if play.troops(here, BRITISH):
            break
    return shortened(play, unit.where, path)


@BOOK.rule("5.5", "N20", "N38")
def next_area(play: Play, here: str, left: Mapping[str, int], points: int) -> tuple[str, int] | None:
    """The next area and its cost: obstructed before clear, then on the cheapest way, then by name."""
    found: list[tuple[bool, int, str, int]] = []
    for other in play.data.terrain.ways[here]:
        cost = step_cost(play, GERMAN, here, other)
        if cost is not None and cost <= points and left.get(other, left[here]) < left[here]:
            found.append((not play.area(other).obstructed, cost + left[other], other, cost))
    best = min(found, default=None)
    return None if best is None else (best[2], best[3])


@BOOK.rule("5.6", "5.7")
def shortened(play: Play, start: str, path: list[str]) -> list[str]:
    """The path without the steps that would leave the unit in the open."""
    covered = [n for n, each in enumerate((start, *path)) if play.area(each).obstructed]
    if not path or not covered or play.area(path[-1]).obstructed or play.troops(path[-1], BRITISH):
        return path
    return path[: covered[-1]]


@BOOK.rule("5.8", "N37")
def walk(play: Play, name: str, path: list[str], officers: list[str]) -> None:
    """A German unit goes along its path under opportunity fire."""
    for area in path:
        pace(play, name, area, officers)
        if play.unit(name).where == DEAD or play.troops(area, BRITISH):
            return


def pace(play: Play, name: str, area: str, officers: list[str]) -> None:
    """A German unit comes into the next area, and officers with it."""
    start = play.unit(name).where
    play.place(name, area)
    for officer in officers:
        if play.unit(officer).where == start:  # not killed on the way
            play.place(officer, area)
    said = Message("{name} moves to {area}.", name=name, area=area)
    play.say("moved", said, "5.3", side=GERMAN, units=(name,), hexes=(start, area))
    opportunity(play, name)


@BOOK.rule("7.1", "N40")
def withdraw(play: Play, name: str) -> None:
    """One platoon, under opportunity fire."""
    terrain, points = play.data.terrain, play.data.movement.german - play.unit(name).spent
    while points > 0 and play.unit(name).where != DEAD:
        here = play.unit(name).where
        goal = nearest_entry(terrain, here, on_foot(play))
        if goal == here:
            leave(play, name)
            return
        step = next_step(terrain, here, goal, on_foot(play)) if goal else None
        if step is None or step[1] > points:
            return
        points -= step[1]
        pace(play, name, step[0], [])
        if play.troops(step[0], BRITISH):
            return
