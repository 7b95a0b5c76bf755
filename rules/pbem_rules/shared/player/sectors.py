"""What each formation is about: a place to take or a place to hold.

It is worked out anew for every order, from where units stood when the phase began, and from the middle of a formation
(:func:`_middle`): a step of one unit changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.bytes.records import frozen
from pbem_rules.kernel.derived import derived
from pbem_rules.shared.player import reasons
from pbem_rules.shared.player.distances import around, nearness
from pbem_rules.shared.player.game import FAR, Aim, Piece, Plan, Scene, strength

HOLD, TAKE = reasons.HOLD, reasons.TAKE
_NEAR, _KEY = 2, 5
_THREE = 3
COMES = 12
"""An enemy so many places away can come."""
_CALL = 3
"""What a point of an aim is worth in costs of ways."""
_FULL = 24
"""The way that a formation rather goes than to join those who are enough already."""


@frozen(kw_only=True)
class Sector:
    """An objective: ``goal`` is a place; ``task`` one of take, hold."""

    goal: str
    task: str


@derived
def assigned(field: Scene) -> Mapping[str, Sector]:
    """For each formation (a unit of none is one by its own id) its sector; empty when nothing counts anywhere."""
    groups, found, sent = grouped(field), dict[str, Sector](), dict[str, int]()

    def send(group: str, sector: Sector) -> None:
        found[group] = sector
        sent[sector.goal] = sent.get(sector.goal, 0) + sum(strength(groups[group])) // 2

    for group in sorted({*groups} & {*field.plans}):
        sector = _planned(field, field.plans[group], groups[group])
        if sector is not None:
            send(group, sector)
    goals = {place: aim for place, aim in field.aims.items() if _open(field, aim)} or dict(field.aims)
    free = [group for group in groups if group not in found] if goals else []
    ways = {goal: field.ways(goal) for goal in goals}
    way = {group: {goal: _middle(ways[goal], groups[group]) for goal in goals} for group in free}
    wanted = {goal: (_CALL * aim.worth, needed(field, aim)) for goal, aim in goals.items()}
    for group in sorted(free, key=lambda each: (min(way[each].values()), each)):
        goal = _sent(wanted, way[group], sent)
        send(group, Sector(goal=goal, task=HOLD if goals[goal].held or not field.pressing else TAKE))
    return found


def about(field: Scene, group: str) -> Sector | None:
    """What a formation is about, or will be by its plan when it comes on the map; None where nothing says so."""
    here, plan = assigned(field).get(group), field.plans.get(group)
    return here if here is not None or plan is None else _planned(field, plan, ())


def stance(field: Scene, place: str) -> str:
    """What one does who does not press on: they hold a place, or stand before one that the enemy has."""
    aim = field.aims.get(place)
    lost = place in field.theirs if aim is None else not aim.held
    return reasons.BEFORE if lost else HOLD


def bound(field: Scene, group: str) -> str:
    """The place that a formation is about; "" where nothing says so."""
    sector = about(field, group)
    return sector.goal if sector is not None else ""


def grouped(field: Scene) -> Mapping[str, tuple[Piece, ...]]:
    """Own units by formation."""
    found: dict[str, tuple[Piece, ...]] = {}
    for piece in (each for stack in field.mine.values() for each in stack):
        key = piece.group or piece.id
        found[key] = (*found.get(key, ()), piece)
    return found


def _middle(ways: Mapping[str, int], pieces: Sequence[Piece]) -> int:
    """The way of the unit in the middle of a formation."""
    costs = sorted(ways.get(each.stood, FAR) for each in pieces)
    return costs[(len(costs) - 1) // 2]


def _open(field: Scene, aim: Aim) -> bool:
    """Whether something is to be done there: it is to be taken, or an enemy can come to it."""
    return (field.pressing and not aim.held) or nearness(field).get(aim.place, FAR) <= COMES


def near(field: Scene, place: str, hexes: int) -> list[Piece]:
    """The enemies within so many places."""
    stacks = (stack for at, stack in field.theirs.items() if field.grid.distance(at, place) <= hexes)
    return [each for stack in stacks for each in stack]


def _sent(wanted: Mapping[str, tuple[int, int]], way: Mapping[str, int], sent: Mapping[str, int]) -> str:
    """The place where a formation is needed most: near, worth much, and not yet full. ``wanted``: by place what its worth is
    in costs of ways, and the strength that it needs."""

    def price(place: str) -> tuple[int, str]:
        call, need = wanted[place]
        return way[place] - call + min(2 * _FULL, _FULL * sent.get(place, 0) // need), place

    return min(wanted, key=price)


def needed(field: Scene, aim: Aim) -> int:
    """The strength that an aim wants: enough to drive off who stands there, or to stand against who can come."""
    attack, defence = strength(near(field, aim.place, _THREE))
    return max(4, attack if aim.held else defence * 2)


def _planned(field: Scene, plan: Plan, pieces: Sequence[Piece]) -> Sector | None:
    """The place of its plan that a formation is about now; None when the plan has nothing more for it."""
    if plan.take:
        return Sector(goal=_next(field, plan.take, pieces), task=TAKE)
    if not plan.hold:
        return None
    for place in plan.hold:
        if place not in field.theirs and not _lost(field, place, plan.hold[-1]):
            return Sector(goal=place, task=HOLD)
    return Sector(goal=plan.hold[-1], task=HOLD if plan.hold[-1] in field.mine else TAKE)


def _next(field: Scene, places: Sequence[str], pieces: Sequence[Piece]) -> str:
    """The first place that a formation has not passed: nobody of it is as near to the last one, and nobody else has it.

    A place that counts much is not passed before it is taken.
    """
    last = field.ways(places[-1])
    lead = min((last.get(each.stood, FAR) for each in pieces), default=FAR)
    for place in places[:-1]:
        way, aim = last.get(place, FAR), field.aims.get(place)
        if aim is not None and not aim.held and aim.worth >= _KEY:
            return place
        if (lead > way and place not in field.mine) or (lead == way and place in field.theirs):
            return place
    return places[-1]


def _lost(field: Scene, place: str, last: str) -> bool:
    """Whether enemies stand between a place and the one to fall back to: more than those who hold it."""
    if place == last:
        return False
    way = field.ways(last)
    behind = [each for each in near(field, place, _NEAR) if way.get(each.where, FAR) < way.get(place, FAR)]
    mine = [each for stack in (place, *around(field, place)) for each in field.mine.get(stack, ())]
    return strength(behind)[0] > strength(mine)[1]
