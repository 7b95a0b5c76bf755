"""What each unit is about: a place to take, or a post from which a bridge is held."""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.kernel.derived import derived
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.printed.data import Terrain
from pbem_rules.pegasus.rules.ground import reach, step_cost

_CROWD = 4
_TASTE = 3
_BESIDE = 3
"""What a post seems farther away for each unit that has it already."""
WEAK = 2
"""A platoon with no more strength points than this is kept alive: it counts 5 when it is lost (25.1)."""
_PLATOONS = ("platoon", "para")


def goals(view: View, salt: int) -> dict[str, str]:
    """An area for each unit that has something to do."""
    found = objectives(view, salt)
    guards(view, found)
    return found


def objectives(view: View, salt: int) -> dict[str, str]:
    """An area for each unit: the ends of the bridge for sappers while charges may be there, else what is not ours yet.

    ``salt`` makes some of them seem a point or two nearer than others.
    """
    state, terrain = view.state, view.data.terrain
    wanted = [each for each in (*terrain.bunkers, terrain.pillbox, terrain.at_gun) if not _ours(view, each)]
    wanted += [each for each in (terrain.pegasus, terrain.ranville) if each not in state.held]
    taste = {where: salt * (at + 1) // 2 % _TASTE for at, where in enumerate(terrain.areas)}
    claims: dict[str, int] = {}
    found: dict[str, str] = {}
    for number, unit in enumerate(each for each in view.on_map(BRITISH) if each.strength):
        if seeks(view, unit):
            found[unit.id] = unit.where if unit.where in terrain.ends else terrain.ends[number % 2]
            continue
        paid = ways(view, unit.where)
        near = [
            (paid[each] + _CROWD * claims.get(each, 0) + taste[each], each) for each in wanted if each in paid
        ]
        if near and unit.kind != "hq":
            goal = found[unit.id] = min(near)[1]
            claims[goal] = claims.get(goal, 0) + 1
    return found


def seeks(view: View, unit: Unit) -> bool:
    """Whether a unit is one of the sappers, who look for the charges while they may be there."""
    return unit.kind == "sappers" and view.state.charges in ("hidden", "connected")


def guards(view: View, found: dict[str, str]) -> None:
    """A post for each unit that has nothing to take.

    Germans go for the nearest British troops (5.3): troops beside a bridge, under cover, draw them there and not
    on to it, where they would take it away (25.1, N5).
    """
    posts = _posts(view.data.terrain)
    claims = dict.fromkeys(posts, 0)
    for unit in view.on_map(BRITISH):
        if unit.id in found or not unit.strength or unit.kind in ("sappers", "hq") or frail(unit):
            continue
        paid = ways(view, unit.where)
        near = [(paid[each] + _BESIDE * claims[each] - 1, each) for each in posts if each in paid]
        if near:
            post = found[unit.id] = min(near)[1]
            claims[post] += 1


def frail(unit: Unit) -> bool:
    """Whether a platoon is so weak that the next fire may be its end."""
    return unit.kind in _PLATOONS and unit.strength <= WEAK


@derived
def _posts(terrain: Terrain) -> tuple[str, ...]:
    """The areas under cover beside the ends of both bridges."""
    ends = (*terrain.ends, *(name for name, area in terrain.areas.items() if area.access == "Ranville"))
    beside = (other for end in ends for other in terrain.ways[end])
    return tuple(dict.fromkeys(each for each in beside if terrain.areas[each].obstructed))


def _ours(view: View, where: str) -> bool:
    state = view.state
    return where in state.held and (where in state.cleared or not view.area(where).bunker)


@derived
def ways(view: View, start: str) -> Mapping[str, int]:
    """The points to every area from a start."""
    return reach(view.data.terrain, start, lambda here, there: step_cost(view, BRITISH, here, there))


def german_strength(view: View, where: str) -> int:
    """The strength points of the Germans in an area."""
    return sum(each.strength for each in view.at(where, GERMAN))
