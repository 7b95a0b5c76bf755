"""What the player answers in a combat: support by plain lines, the cheapest steps, ways back and advances by ground."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from attrs import AttrsInstance

from pbem.port.game import Choice, Secrets
from pbem.port.player import Advice
from pbem.port.standing import Line
from pbem_rules.normandy.model import State
from pbem_rules.normandy.player.front import Front
from pbem_rules.normandy.rules import duty
from pbem_rules.normandy.rules.combat import course
from pbem_rules.normandy.rules.combat.advances import ADVANCE, Advance
from pbem_rules.normandy.rules.combat.losses import Lose
from pbem_rules.normandy.rules.combat.retreats import RETREAT, Retreat
from pbem_rules.normandy.rules.zones import zone_of_control
from pbem_rules.normandy.standing import STANDING
from pbem_rules.shared.player.game import FAR
from pbem_rules.shared.player.guard import bares
from pbem_rules.shared.player.order_choice import LISTED, Decision

_LINES = (
    Line(when="support", choose={"guns": 3, "ships": 1, "air": 2, "points": 3, "keep": 4}),
    Line(when="fire-back", choose={"by": "always"}),
    Line(when="lose", choose={"by": "weakest"}),
    Line(when="retreat", choose={"by": "safest"}),
    Line(when="advance", choose={"by": "all"}),
)
_GONE = 4
_ZONE, _STRONG = 6, 20


def sheet(case: Decision[State, Front]) -> Iterator[Advice]:
    """What plain lines of orders in advance answer."""
    due = Choice(side=case.side, kinds=case.due, why="", paragraph="12.1")
    fit = (line for kind in case.due for line in _LINES if line.when == kind)
    said = (STANDING.chosen(case.field.view, line, Secrets(), due) for line in fit)
    first = next((each for each in said if each.action is not None or each.reason), None)
    if first is not None and first.action is not None:
        yield Advice(order=first.action)


def lose(front: Front, orders: Iterable[AttrsInstance]) -> AttrsInstance | None:
    """The steps that cost least strength; a unit that is gone counts more than one that is hurt."""

    def price(order: AttrsInstance) -> int:
        total, names = 0, order.units if isinstance(order, Lose) else ()
        for name in dict.fromkeys(names):
            faces, lost = front.view.type_of(name).faces, front.view.board[name].lost
            after = lost + names.count(name)
            total += faces[lost].attack + faces[lost].defence
            total += _GONE if after >= len(faces) else -faces[after].attack - faces[after].defence
        return total

    return min(orders, key=price, default=None)


def retreat(case: Decision[State, Front]) -> Iterator[Advice]:
    """Whole stacks, out of enemy zones, onto strong ground and not away from the places that count."""
    front, view = case.field, case.field.view
    zone = zone_of_control(view, front.enemy)
    goals = [aim.place for aim in front.aims.values()]

    def price(order: Retreat) -> tuple[int, int, tuple[str, ...], str]:
        end = order.path[-1]
        near = min((front.ways(goal).get(end, FAR) for goal in goals), default=0)
        shut = sum(where in zone for where in order.path)
        friends = bool(front.mine.get(end))
        strong = (front.ground(end, front.side) - 100) // _STRONG
        return _ZONE * shut + near - strong - 2 * friends, -len(order.units), order.path, order.unit

    ways = [order for order in islice(RETREAT.listed(view), LISTED) if isinstance(order, Retreat)]
    yield from (Advice(order=order) for order in sorted(ways, key=price)[:3])


def advance(case: Decision[State, Front]) -> Iterator[Advice]:
    """Into places that count and on the way to them; a place that is held is not left empty."""
    front, view = case.field, case.field.view
    target = course.current(view).target
    orders = [order for order in ADVANCE.listed(view) if isinstance(order, Advance)]
    ranked = sorted(orders, key=lambda order: (-len(order.units), order.units))
    if target in front.aims or _onward(case, target):
        yield from (Advice(order=order) for order in ranked if not _empties(front, order, target))


def _onward(case: Decision[State, Front], target: str) -> bool:
    """Whether a side goes on: one that presses, or one that finds ground without a duty."""
    front = case.field
    return front.pressing or not duty.bound(front.view, front.side, target)


def _empties(front: Front, order: Advance, target: str) -> bool:
    """Whether an advance leaves a place that counts to the enemy, and wins no more."""
    left = {front.view.board[name].where for name in order.units}
    return any(bares(front, at, order.units, target) for at in left)
