"""Out of a ring of zones: one company goes towards its supply (1.3)."""

from __future__ import annotations

from itertools import pairwise

from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.rules import movement, supply
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.tracks import is_company
from pbem_rules.normandy.rules.view import Position
from pbem_rules.normandy.rules.zones import zone_of_control


@BOOK.rule("1.2", "1.3", "N4", "N163")
def allowed(at: Position, movers: tuple[str, ...], hexes: tuple[str, ...]) -> bool:
    """Whether a way may lead from zone to zone."""
    name, start = movers[0], hexes[0]
    if len(movers) > 1 or not is_company(name) or start in at.state.escaped:
        return False
    stays = any(each != name for each in at.units_of(at.side_of(name), start))
    if not stays or not hemmed_in(at, name):
        return False
    aims = aim(at, name)
    return not aims or any(_towards(at, each, hexes) for each in aims)


def _towards(at: Position, goal: str, hexes: tuple[str, ...]) -> bool:
    """Whether a way ends nearer to a hex than it began, and no step of it leads further away."""
    away = [at.data.ground.grid.distance(each, goal) for each in hexes]
    return away[-1] < away[0] and all(two <= one for one, two in pairwise(away))


def hemmed_in(at: Position, name: str) -> bool:
    """Whether every hex beside a unit that it may enter lies in an enemy zone."""
    here, enemy = at.board[name].where, at.enemy(at.side_of(name))
    zone = zone_of_control(at, enemy)
    return bool(zone.get(here)) and all(
        zone.get(one) or at.units_of(enemy, one) or movement.cost(at, name, here, one) is None
        for one in at.data.ground.grid.adjacent[here]
    )


def aim(at: Position, name: str) -> tuple[str, ...]:
    """Where the supply of a unit lies: its headquarters, else the sources."""
    office = f"HQ/{at.formation_of(name).id}"
    there = office != name and at.on_map(office)
    return (at.board[office].where,) if there else supply.sources(at, at.side_of(name))


def told(play: Play, movers: tuple[str, ...], hexes: tuple[str, ...]) -> None:
    """A way from zone to zone is noted: nobody else of the hex goes it this turn."""
    zone = zone_of_control(play, play.enemy(play.side_of(movers[0])))
    if any(zone.get(one) and zone.get(two) for one, two in pairwise(hexes)):
        play.change(escaped=(*play.state.escaped, hexes[0]))
