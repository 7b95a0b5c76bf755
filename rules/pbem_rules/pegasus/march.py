"""How German infantry moves: towards the nearest British unit, from cover to cover."""

from __future__ import annotations

from pbem_rules.pegasus.armour import withdraw
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.ground import border_cost, reach
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN, Unit
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.volleys import opportunity


def step_cost(play: Play, start: str, end: str) -> int | None:
    """What German infantry pays for a step; None where it cannot go."""
    if end == play.data.terrain.pegasus and play.state.pegasus == "destroyed":
        return None
    border = border_cost(play.data.terrain, start, end)
    if border is None:
        return None
    return border + (play.data.movement.enemy if play.at(end, BRITISH) else 0)


def infantry(play: Play) -> None:
    """Every squad and platoon that may move, in order of name; an officer goes with the first of his area (N19)."""
    for name in [unit.id for unit in play.on_map(GERMAN) if unit.kind in ("squad", "german")]:
        unit = play.units[name]
        held = unit.where in play.state.engaged or play.troops(unit.where, BRITISH)
        if unit.where == DEAD or unit.suppressed or held:
            continue
        if unit.retreating:
            withdraw(play, name)
            continue
        path = route(play, unit)
        officers = [u.id for u in play.at(unit.where, GERMAN) if u.id == "Hickman"]
        if path:
            walk(play, name, path, officers)


@BOOK.rule(
    "5.3",
    "5.4",
    "N20",
    text="German units move towards the nearest British unit, in movement points; a tie is diced for.",
)
def nearest(play: Play, unit: Unit) -> str:
    """The area of the nearest British unit, or "" when none can be reached."""

    def cost(start: str, end: str) -> int | None:
        return step_cost(play, start, end)

    paid = reach(play.data.terrain, unit.where, cost)
    aims = {u.where for u in play.on_map(BRITISH) if u.where in paid}
    if not aims:
        return ""
    least = min(paid[where] for where in aims)
    return play.pick("nearest", sorted(where for where in aims if paid[where] == least))


def route(play: Play, unit: Unit) -> list[str]:
    """The areas that a unit goes through in this phase."""
    aim = nearest(play, unit)
    if not aim or aim == unit.where:
        return []

    def back(start: str, end: str) -> int | None:
        return step_cost(play, end, start)

    left = reach(play.data.terrain, aim, back)
    points = play.data.movement.german - unit.spent
    path: list[str] = []
    here = unit.where
    while here != aim:
        step = _next(play, here, left)
        if step is None or step[1] > points:
            break
        here, points = step[0], points - step[1]
        path.append(here)
        if play.at(here, BRITISH):
            break
    return shortened(play, unit.where, path)


@BOOK.rule("5.5", text="With a clear and an obstructed area to choose from, the obstructed one is entered.")
def _next(play: Play, here: str, left: dict[str, int]) -> tuple[str, int] | None:
    """The next area on a cheapest way, and its cost; obstructed ones first, then by name (N20)."""
    found: list[tuple[int, bool, str, int]] = []
    area = play.area(here)
    for other in (*area.single, *area.double):
        cost = step_cost(play, here, other)
        if cost is not None and other in left:
            found.append((cost + left[other], not play.area(other).obstructed, other, cost))
    best = min(found, default=None)
    return None if best is None else (best[2], best[3])


@BOOK.rule(
    "5.6",
    "5.7",
    text="Who is or comes under cover does not end in the open, unless a British unit is there; "
    "then the move is cut short.",
)
def shortened(play: Play, start: str, path: list[str]) -> list[str]:
    """The path without the steps that would leave the unit in the open."""
    covered = [n for n, each in enumerate((start, *path)) if play.area(each).obstructed]
    if not path or not covered or play.area(path[-1]).obstructed or play.at(path[-1], BRITISH):
        return path
    return path[: covered[-1]]


@BOOK.rule("5.8", text="The move of a German unit ends in an area with a British unit.")
def walk(play: Play, name: str, path: list[str], officers: list[str]) -> None:
    """A German unit goes along its path under opportunity fire."""
    for area in path:
        start = play.units[name].where
        play.place(name, area)
        for officer in officers:
            play.place(officer, area)
        play.say("moved", f"{name} moves to {area}.", "5.3", side=GERMAN, units=(name,), areas=(start, area))
        opportunity(play, name)
        if play.units[name].where == DEAD or play.at(area, BRITISH):
            return
