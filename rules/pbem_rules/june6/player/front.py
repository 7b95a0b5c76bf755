"""Where the player would bar the enemy's way: a line of good hexes in front of what the enemy wants.

The shortest ways from the enemy to every place that must be held are looked for; a hex on each is barred, and the search
is made again with the ways through barred hexes dearer, so that the ways round are barred as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem_rules.june6.player.ground import FAR, Steps, flood, steps_into
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.ground import terrain
from pbem_rules.kernel.derived import derived, recent

_ROUNDS = 3
_ROUND = (1.0, 0.6, 0.4)  # what a bar of each round is worth of the place behind it
_DEARER = 5
_FIRST, _LAST = 1, 4  # how far from the enemy the way is barred
_RIVER = 2.0  # a river in front counts for so many points of cover
_REACH = 50  # points on foot beyond which a place is in no danger


def bars(data: Data, foes: tuple[str, ...], goals: tuple[tuple[str, float], ...]) -> Mapping[str, float]:
    """Hexes to stand in so that the enemy in ``foes`` does not come to ``goals`` (hex and points), and their worth."""
    return _bars(data, foes, goals)


@recent(16)
def _bars(data: Data, foes: tuple[str, ...], goals: tuple[tuple[str, float], ...]) -> Mapping[str, float]:
    found: dict[str, float] = {}
    dearer: set[str] = set()
    around = data.ground.grid.adjacent
    for turn in range(_ROUNDS):
        costs, before = flood(_steps_out(data), foes, _REACH, dearer, _DEARER)
        chosen = []
        for goal, points in goals:
            cost = costs.get(goal, FAR * FAR)
            if cost > _REACH or goal in foes:
                continue
            path = [goal]
            while path[-1] in before:
                path.append(before[path[-1]])
            path.reverse()
            bar = _best(data, path)
            found[bar] = found.get(bar, 0.0) + _ROUND[turn] * points / (1 + cost / 12)
            chosen.append(bar)
        dearer.update(near for bar in chosen for near in (bar, *around[bar]))
    return found


def _best(data: Data, path: Sequence[str]) -> str:
    """The best hex to bar a way in: cover, a river in front, a road, and rather nearer than farther."""
    spots = range(min(_FIRST, len(path) - 1), min(_LAST, len(path) - 1) + 1)

    def worth(at: int) -> tuple[float, int]:
        where = path[at]
        cover = -data.charts.terrain[data.ground.terrain[where]].defence
        river = at > 0 and terrain.RIVER in data.ground.features(path[at - 1], where)
        return cover + _RIVER * river + 0.5 * bool(data.ground.roads.at(where)) - 0.4 * abs(at - 2), -at

    return path[max(spots, key=worth)]


@derived
def _steps_out(data: Data) -> Steps:
    found: dict[str, list[tuple[str, int]]] = {}
    for to, steps in steps_into(data).items():
        for frm, cost in steps:
            found.setdefault(frm, []).append((to, cost))
    return {frm: tuple(steps) for frm, steps in found.items()}
