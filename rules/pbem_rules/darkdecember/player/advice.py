"""The player of Dark December: the desks of its orders (:mod:`pbem_rules.shared.player`).

Of its own it has what it does behind the front: set-up, fuel, replacements, columns, arrivals, bridges, works.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from attrs import AttrsInstance

from pbem.bytes.codec import kind_of
from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.player import fight
from pbem_rules.darkdecember.player.front import Front
from pbem_rules.darkdecember.printed.data import ALLIED, Data
from pbem_rules.darkdecember.rules.combat.lowering import Waive
from pbem_rules.darkdecember.rules.movement.bridging import Bridge
from pbem_rules.darkdecember.rules.movement.columns import Column, Deploy
from pbem_rules.darkdecember.rules.movement.entries import Enter
from pbem_rules.darkdecember.rules.opening.drop import Drop
from pbem_rules.darkdecember.rules.opening.fuel import Spare, Starve, units_of
from pbem_rules.darkdecember.rules.opening.replacements import Replace
from pbem_rules.darkdecember.rules.sequence import Done
from pbem_rules.darkdecember.rules.setup import Place
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.darkdecember.rules.works.demolition import Blow
from pbem_rules.darkdecember.rules.works.forts import Fortify
from pbem_rules.kernel.hexes import side_name
from pbem_rules.shared.player import attacks, moves
from pbem_rules.shared.player.game import FAR
from pbem_rules.shared.player.intentions import intentions
from pbem_rules.shared.player.order_choice import Desk, Player, always, cheapest, chosen, first
from pbem_rules.shared.player.sectors import bound

_ROADLESS = 6
_DROP = "3806"
"""The Baraque Michel, on the road from Eupen to Malmedy: where the reserves of the north come by."""
_QUIET, _LONG, _CLOSE = 7, 12, 4
_LAST_TURNS = 3
_BRIGADES = ("150",)


def place(front: Front, order: Place) -> tuple[int, str]:
    """Where a division is to break in: near its first place, near its own, near the enemy."""
    kind, grid = front.view.data.units[order.unit], front.grid
    plan = front.plans.get(kind.formation or kind.id)
    pieces = [each for stack in front.mine.values() for each in stack]
    apart = sum(grid.distance(order.hex, each.where) for each in pieces if each.group == kind.formation != "")
    goal = plan.take[0] if plan is not None and plan.take else ""
    way = front.ways(goal).get(order.hex, FAR) if goal else _nearest(front, order.hex)
    wide = _ROADLESS * (kind.motorized and not front.road(order.hex))
    return 2 * way + 3 * front.near(order.hex) + 2 * apart + wide, order.hex


def _nearest(front: Front, where: str) -> int:
    """The way to the place that counts most and is not far."""
    return min(
        (front.ways(place).get(where, FAR) - 2 * aim.worth for place, aim in front.aims.items()), default=0
    )


def starve(front: Front, order: Starve) -> int:
    """The Allied side stops the strongest formation near its goals, the German side the weakest."""
    return (-1 if front.side == ALLIED else 1) * sum(_driving(front, name) for name in order.what)


def _driving(front: Front, formation: str) -> int:
    view = front.view
    return sum(
        4 * view.face(name).attack - max(-20, _nearest(front, view.board[name].where)) // 4
        for name in units_of(view, formation)
    )


def replace(front: Front, order: Replace) -> tuple[int, int]:
    """The strongest unit that can be made whole; one that was lost comes back where it is nearest to the front."""
    up = front.view.data.units[order.unit].front
    return -up.attack - up.defence, _nearest(front, order.hex) if order.hex else 0


def enter(front: Front, order: Enter) -> tuple[int, bool]:
    """As near as possible to the place that its formation is about, in column where no enemy is near."""
    end, goal = order.path[-1], bound(front, front.group(order.unit))
    way = front.ways(goal).get(end, FAR) if goal else _nearest(front, end)
    return way, order.column != (front.near(end) >= _QUIET)


def bridge(front: Front, order: Bridge) -> int | None:
    """Where a road leads on over the river, the enemy is not at it, and nobody builds yet."""
    here, goal = front.view.board[order.unit].where, bound(front, front.group(order.unit))
    nearer = front.ways(goal)[here] - front.ways(goal)[order.hex] if goal else 0
    road = front.view.data.ground.roads.has(here, order.hex)
    begun = any(each.bridging == side_name(here, order.hex) for each in front.view.units(front.side))
    return -nearer if nearer > 0 and road and not begun and front.near(order.hex) > 1 else None


def _all(
    kind: type[Column | Deploy | Fortify], wanted: Callable[[Front, str], bool]
) -> tuple[str, Desk[State, Front]]:
    """All units for which an order is wanted, in one."""

    def joint(front: Front, orders: Iterable[AttrsInstance]) -> AttrsInstance | None:
        names = {name for each in orders if isinstance(each, kind) for name in each.units}
        units = tuple(sorted(name for name in names if wanted(front, name)))
        return kind(units=units) if units else None

    return kind_of(kind), chosen(kind_of(kind), joint)


def _way(front: Front, name: str) -> int:
    """How far a unit is from the place that its formation is about."""
    goal = bound(front, front.group(name))
    return front.ways(goal).get(front.view.board[name].where, FAR) if goal else 0


def _far(front: Front, name: str) -> bool:
    return front.near(front.view.board[name].where) >= _QUIET and _way(front, name) >= _LONG


def _arrived(front: Front, name: str) -> bool:
    return min(_way(front, name), front.near(front.view.board[name].where)) <= _CLOSE


def _before_the_enemy(front: Front, name: str) -> bool:
    return front.side == ALLIED and front.near(front.view.board[name].where) <= _CLOSE


_DESKS: tuple[tuple[str, Desk[State, Front]], ...] = (
    ("waive", always(Waive())),
    ("attack", attacks.desk),
    *fight.DESKS,
    cheapest(Place, place),
    cheapest(Drop, lambda front, order: (front.grid.distance(order.hex, _DROP), order.hex)),
    cheapest(Spare, lambda front, order: -_driving(front, order.formation)),
    cheapest(Starve, starve),
    cheapest(Replace, replace),
    first("release"),
    first("call"),
    _all(Column, _far),
    _all(Deploy, _arrived),
    cheapest(Enter, enter),
    first("hold"),
    # Off the map for points when the game is nearly over.
    first("leave", lambda front: front.turns_left < _LAST_TURNS and front.decides is None),
    cheapest(Bridge, bridge),
    first("withdraw"),
    # The Allied side leaves no bridge to the enemy before it, and digs in where the enemy is coming.
    cheapest(Blow, lambda front, _: 0 if front.side == ALLIED else None),
    _all(Fortify, _before_the_enemy),
    ("move", moves.desk),
    ("done", always(Done())),
    ("attack", attacks.forced),
)


def player(data: Data) -> Player[State, Front]:
    """The player on a data pack."""
    return Player(
        field=lambda state, side: Front(view=View(data=data, state=state, side=side)),
        desks=_DESKS,
        after=partial(intentions, brigades=_BRIGADES),
    )
