"""Where the demonstration player moves to: each unit once, those nearest to their goal first."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem_rules.darkdecember.model import Unit
from pbem_rules.darkdecember.printed.data import GERMAN
from pbem_rules.darkdecember.rules.combat.levels import ground as level_of
from pbem_rules.darkdecember.rules.movement.move import Move
from pbem_rules.darkdecember.rules.movement.ways import reach, still
from tests.former.darkdecember.sense import FAR, Sense, ways

_BETTER = 2
_CUT_OFF = 30
_ZONE = 2
_WAY = {GERMAN: 3, "allied": 2}
_NEAR = 4


def score(sense: Sense, unit: Unit, where: str) -> int:
    """How good it is for a unit to end its movement in a hex; higher is better."""
    ground, goal = sense.view.data.ground, sense.goals.get(unit.id, "")
    total = -_WAY[sense.side] * ways(ground, goal).get(where, FAR) if goal else 0
    friends = tuple(each for each in sense.mine.get(where, ()) if each.id != unit.id)
    total += 3 if ground.roads.at(where) else 0
    total -= 0 if sense.fed(where) else _CUT_OFF
    total += (_press if sense.side == GERMAN else _hold)(sense, unit, where, friends)
    return total - (4 * len(friends) if where not in sense.aims else 0)


def _press(sense: Sense, unit: Unit, where: str, friends: tuple[Unit, ...]) -> int:
    """A German attacks the weak and does not walk into the strong."""
    own = sense.defence((*friends, unit))
    taken = 6 * sense.aims.get(where, 0) if not friends else 0
    return _odds(sense, unit, where) + taken - max(0, sense.threat(where) - 3 * own)


def _hold(sense: Sense, unit: Unit, where: str, friends: tuple[Unit, ...]) -> int:
    """An Allied unit stands before its goal on strong ground, and strikes back where the odds are good."""
    near, level = sense.nearness.get(where, FAR), level_of(sense.view, where, sense.side).value
    own = sense.defence((*friends, unit))
    total = 2 * level - (2 * max(0, sense.threat(where) - own * (1 + level // 2)) if near <= _ZONE else 0)
    total += _odds(sense, unit, where)
    total += (
        12 + 2 * sense.aims[where] if where in sense.aims and len(friends) < 2 and near <= 3 * _NEAR else 0
    )
    return total + (6 if _ZONE <= near <= _NEAR and not friends else 0)


def _odds(sense: Sense, unit: Unit, where: str) -> int:
    """What could be attacked from a hex together with those who are beside it already."""
    ground = sense.view.data.ground
    beside = [at for at in ground.grid.adjacent[where] if at in sense.theirs]
    if not beside:
        return 0
    enemy = sum(sense.defence(sense.theirs[at]) for at in beside) or 1
    spots = {spot for at in beside for spot in ground.grid.adjacent[at]}
    helpers = {each.id: each for spot in spots for each in sense.mine.get(spot, ())} | {unit.id: unit}
    ours = sense.attack(tuple(helpers.values()))
    level = max(level_of(sense.view, at, sense.view.enemy(sense.side)).value for at in beside)
    wet = all(ground.rivers.has(where, at) for at in beside)
    return min(24, 6 * ours // enemy) - 2 * level - (6 if wet else 0) - (12 if ours < enemy else 0)


def best(sense: Sense, salt: int) -> Iterator[AttrsInstance]:
    """The next move of the phase, if anybody has a better place to go to.

    Units are asked in an order that no move changes, so those before the last that has moved have been asked already.
    """
    units = sorted(
        (unit for stack in sense.mine.values() for unit in stack if unit.entered != sense.view.state.turn),
        key=lambda unit: (sense.nearness.get(sense.stood(unit), FAR), unit.id),
    )
    last = max((n for n, unit in enumerate(units) if unit.began), default=-1)
    for unit in units[last + 1 :]:
        found = {} if any(still(sense.view, unit)) else reach(sense.view, unit.id)
        scores = {where: score(sense, unit, where) for where in sorted(found) if where != unit.where}
        goal = max(scores, key=lambda where: scores[where], default="")
        if goal and scores[goal] >= score(sense, unit, unit.where) + _BETTER + salt % 2:
            yield Move(unit=unit.id, path=found[goal])
