"""What each unit is about: a place to take, or a post from which a bridge is held; and where it is dangerous."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pbem_rules.kernel.derived import derived
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.printed.data import Terrain
from pbem_rules.pegasus.rules.ground import reach, step_cost
from pbem_rules.pegasus.rules.orders.move import Move

_CROWD, _BESIDE = 4, 3
"""What a place to take and a post seem farther away for each unit that has it already."""
_TASTE = 3
_POST = 4
"""What a post at the canal bridge that is held seems farther away than a place that is still to be taken."""
WEAK = 2
"""A platoon with no more strength points than this is kept alive: it counts 5 when it is lost (25.1)."""
_PLATOONS = ("platoon", "para")
_TANK = 6
"""What a tank counts for beside the strength points of infantry."""
_COMES = 6
"""A unit that needs no more points than this can come within two turns."""
_HARMLESS = ("officer", "car")


def goals(view: View, salt: int) -> Mapping[str, str]:
    """An area for each unit that has something to do: its objective, or else a post.

    Germans go for the nearest British troops (5.3): troops beside a bridge, under cover, draw them there and not
    on to it, where they would take it away (25.1, N5).
    """
    found = objectives(view, salt)
    left = [each for each in _fighting(view) if each.id not in found and each.kind != "sappers"]
    guards = (each for each in left if not frail(each))
    return {**found, **_nearest(view, guards, dict.fromkeys(_posts(view.data.terrain), 0), _BESIDE)}


def objectives(view: View, salt: int) -> Mapping[str, str]:
    """An area for each unit: the ends of the bridge for sappers while charges may be there, else what is not ours yet, or a
    post beside the canal bridge while it is held: not everybody leaves it for the last bunker.

    ``salt`` makes some of them seem a point or two nearer than others.
    """
    state, terrain = view.state, view.data.terrain
    wanted = [each for each in (*terrain.bunkers, terrain.pillbox, terrain.at_gun) if not _ours(view, each)]
    wanted += [each for each in (terrain.pegasus, terrain.ranville) if each not in state.held]
    taste = {where: salt * (at + 1) // 2 % _TASTE for at, where in enumerate(terrain.areas)}
    strong = enumerate(each for each in view.on_map(BRITISH) if each.strength)
    others = (each for each in _fighting(view) if not seeks(view, each))
    near = (each for each in _posts(terrain) if any(each in terrain.ways[end] for end in terrain.ends))
    posts = dict.fromkeys(near, _POST) if wanted and terrain.pegasus in state.held else {}
    return {
        **_nearest(view, others, {**posts, **{each: taste[each] for each in wanted}}, _CROWD),
        **{
            unit.id: unit.where if unit.where in terrain.ends else terrain.ends[number % 2]
            for number, unit in strong
            if seeks(view, unit)
        },
    }


def _fighting(view: View) -> list[Unit]:
    return [each for each in view.on_map(BRITISH) if each.strength and each.kind != "hq"]


def _nearest(view: View, units: Iterable[Unit], areas: Mapping[str, int], crowd: int) -> Mapping[str, str]:
    """Of some areas the nearest for each unit. ``areas``: by how much each seems farther away than it is; ``crowd``: by how
    much more for each unit that has it already."""
    more, found = dict(areas), dict[str, str]()
    for unit in units:
        paid = ways(view, unit.where)
        near = [(paid[each] + more[each], each) for each in areas if each in paid]
        if near:
            goal = found[unit.id] = min(near)[1]
            more[goal] += crowd
    return found


def seeks(view: View, unit: Unit) -> bool:
    """Whether a unit is one of the sappers, who look for the charges while they may be there."""
    return unit.kind == "sappers" and view.state.charges in ("hidden", "connected")


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


def danger(view: View, where: str) -> int:
    """The strength that can fire into an area: small arms reach the next one (10.1)."""
    beside = view.data.terrain.beside
    return sum(
        _TANK if each.kind == "tank" else each.strength
        for each in view.on_map(GERMAN)
        if each.kind not in _HARMLESS and (each.where == where or beside(each.where, where))
    )


def threatened(view: View, where: str) -> bool:
    """Whether Germans can be there within two turns."""
    ways = reach(view.data.terrain, where, lambda here, there: step_cost(view, BRITISH, here, there))
    return any(
        ways.get(each.where, _COMES + 1) <= _COMES
        for each in view.on_map(GERMAN)
        if each.kind not in _HARMLESS
    )


def refuge(view: View, unit: Unit) -> Iterator[Move]:
    """Steps out of danger, the best first: to where the least can fire, under cover rather than in the open."""
    now = danger(view, unit.where)
    found = [
        (left, not view.area(other).obstructed, other)
        for other in (view.data.terrain.ways[unit.where] if now else ())
        if not view.at(other, GERMAN) and (left := danger(view, other)) < now
    ]
    yield from (Move(unit=unit.id, path=(other,)) for _, _, other in sorted(found))
