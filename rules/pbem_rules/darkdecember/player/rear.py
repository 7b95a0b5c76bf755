"""What the demonstration player does behind the front: set-up, fuel, replacements, columns, arrivals, bridges, works."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import AttrsInstance

from pbem_rules.darkdecember.player.front import Front, ways
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Places
from pbem_rules.darkdecember.rules.movement.bridging import Bridge
from pbem_rules.darkdecember.rules.movement.columns import Column, Deploy
from pbem_rules.darkdecember.rules.movement.entries import Enter
from pbem_rules.darkdecember.rules.opening.drop import Drop
from pbem_rules.darkdecember.rules.opening.fuel import Spare, Starve
from pbem_rules.darkdecember.rules.opening.replacements import Replace
from pbem_rules.darkdecember.rules.setup import Place
from pbem_rules.darkdecember.rules.works.demolition import Blow
from pbem_rules.darkdecember.rules.works.forts import Fortify
from pbem_rules.shared.player.game import FAR
from pbem_rules.shared.player.sectors import bound

Orders = Iterable[AttrsInstance]
Choose = Callable[[Front, Orders], AttrsInstance | None]

_ROADLESS = 6
_DROP = "3806"
"""The Baraque Michel, on the road from Eupen to Malmedy: where the reserves of the north come by."""
_QUIET, _LONG, _CLOSE = 7, 12, 4
_LAST_TURNS = 3


def first(_front: Front, orders: Orders) -> AttrsInstance | None:
    """Whatever comes first."""
    return next(iter(orders), None)


def place(front: Front, orders: Orders) -> AttrsInstance | None:
    """The first unit where its division is to break in: near its first place, near its own, near the enemy."""
    listed = [each for each in orders if isinstance(each, Place)]
    if not listed:
        return None
    view, mine = front.view, [each for each in listed if each.unit == listed[0].unit]
    kind, grid = view.data.units[listed[0].unit], view.data.ground.grid
    plan = front.plans.get(kind.formation or kind.id)
    goal = ways(view.data.ground, plan.take[0]) if plan is not None and plan.take else {}
    own = [
        each.where
        for stack in front.mine.values()
        for each in stack
        if each.group == kind.formation and kind.formation
    ]

    def price(order: Place) -> tuple[int, str]:
        near = front.nearness.get(order.hex, FAR)
        apart = sum(grid.distance(order.hex, each) for each in own)
        way = goal.get(order.hex, FAR) if goal else nearest(front, order.hex)
        wide = _ROADLESS * (kind.motorized and not front.road(order.hex))
        return 2 * way + 3 * near + 2 * apart + wide, order.hex

    return min(mine, key=price)


def nearest(front: Front, where: str) -> int:
    """The way to the place that counts most and is not far."""
    return min(
        (
            ways(front.view.data.ground, place).get(where, FAR) - 2 * aim.worth
            for place, aim in front.aims.items()
        ),
        default=0,
    )


def drop(front: Front, orders: Orders) -> AttrsInstance | None:
    """Behind the northern front, on the road that its reserves take."""
    grid = front.view.data.ground.grid
    found = [each for each in orders if isinstance(each, Drop)]
    return min(found, key=lambda each: (grid.distance(each.hex, _DROP), each.hex), default=None)


def fuel(front: Front, orders: Orders) -> AttrsInstance | None:
    """The Allied side stops the strongest formation near its goals, the German side the weakest; the best is spared."""

    def worth(order: AttrsInstance) -> int:
        names = (
            order.what
            if isinstance(order, Starve)
            else (order.formation,)
            if isinstance(order, Spare)
            else ()
        )
        units = [unit for stack in front.stacks[GERMAN].values() for unit in stack]
        return sum(
            4 * front.view.face(unit.id).attack - max(-20, nearest(front, unit.where)) // 4
            for unit in units
            if {unit.id, front.view.kind(unit.id).formation} & {*names}
        )

    found = [each for each in orders if isinstance(each, Starve | Spare)]
    sign = -1 if front.side == ALLIED or any(isinstance(each, Spare) for each in found) else 1
    return min(found, key=lambda each: sign * worth(each), default=None)


def replace(front: Front, orders: Orders) -> AttrsInstance | None:
    """The strongest unit that can be made whole; one that was lost comes back where it is nearest to the front."""

    def gain(order: Replace) -> tuple[int, int]:
        kind = front.view.data.units[order.unit]
        return kind.front.attack + kind.front.defence, -nearest(front, order.hex) if order.hex else 0

    return max((each for each in orders if isinstance(each, Replace)), key=gain, default=None)


# --- strategic movement and arrivals ----------------------------------------------------------------------------------


def column(front: Front, orders: Orders) -> AttrsInstance | None:
    """All who are far from the enemy and from their goal, in one order."""
    names = {name for each in orders if isinstance(each, Column) for name in each.units}
    return (
        Column(units=tuple(sorted(name for name in names if _far(front, name))))
        if any(_far(front, name) for name in names)
        else None
    )


def _far(front: Front, name: str) -> bool:
    where, goal = front.view.board[name].where, front.goals.get(name, "")
    way = ways(front.view.data.ground, goal).get(where, FAR) if goal else 0
    return front.nearness.get(where, FAR) >= _QUIET and way >= _LONG


def deploy(front: Front, orders: Orders) -> AttrsInstance | None:
    """All who come near the enemy, or are where they go, in one order."""
    names = {name for each in orders if isinstance(each, Deploy) for name in each.units}
    near = [name for name in names if _arrived(front, name)]
    return Deploy(units=tuple(sorted(near))) if near else None


def _arrived(front: Front, name: str) -> bool:
    where, goal = front.view.board[name].where, front.goals.get(name, "")
    there = bool(goal) and ways(front.view.data.ground, goal).get(where, FAR) <= _CLOSE
    return there or front.nearness.get(where, FAR) <= _CLOSE


def enter(front: Front, orders: Orders) -> AttrsInstance | None:
    """A unit enters as near as possible to the place that its formation is about, in column where no enemy is near."""
    found = [each for each in orders if isinstance(each, Enter)]
    goals = {name: bound(front, front.group(name)) for name in {each.unit for each in found}}

    def worth(order: Enter) -> tuple[int, bool]:
        end, goal = order.path[-1], goals[order.unit]
        quiet = front.nearness.get(end, FAR) >= _QUIET
        return front.ways(goal).get(end, FAR) if goal else nearest(front, end), order.column != quiet

    return min(found, key=worth, default=None)


def leave(front: Front, orders: Orders) -> AttrsInstance | None:
    """Off the map for points when the game is nearly over."""
    scenario = front.view.data.scenarios[front.view.state.scenario]
    early = scenario.last - front.view.state.turn >= _LAST_TURNS
    return None if early or isinstance(scenario.victory, Places) else first(front, orders)


# --- bridges and works ------------------------------------------------------------------------------------------------


def bridge(front: Front, orders: Orders) -> AttrsInstance | None:
    """Where a road leads on over the river and the enemy is not at it."""
    ground, best = front.view.data.ground, dict[int, AttrsInstance]()
    for order in orders:
        if isinstance(order, Bridge) and front.side == GERMAN:
            here, goal = front.view.board[order.unit].where, front.goals.get(order.unit, "")
            nearer = ways(ground, goal)[here] - ways(ground, goal)[order.hex] if goal else 0
            if nearer > 0 and ground.roads.has(here, order.hex) and front.nearness.get(order.hex, FAR) > 1:
                best.setdefault(nearer, order)
    return best[max(best)] if best else None


def blow(front: Front, orders: Orders) -> AttrsInstance | None:
    """The Allied side leaves no bridge to the enemy before it."""
    return first(front, (each for each in orders if isinstance(each, Blow))) if front.side == ALLIED else None


def fortify(front: Front, orders: Orders) -> AttrsInstance | None:
    """Allied units dig in where the enemy is coming."""
    names = sorted({name for each in orders if isinstance(each, Fortify) for name in each.units})
    ahead = [name for name in names if front.nearness.get(front.view.board[name].where, FAR) <= _CLOSE]
    seen: dict[str, str] = {}
    for name in ahead:
        seen.setdefault(front.view.board[name].where, name)
    return Fortify(units=tuple(sorted(seen.values()))) if seen and front.side == ALLIED else None


CHOSEN: Mapping[str, Choose] = {
    "place": place,
    "drop": drop,
    "spare": fuel,
    "starve": fuel,
    "replace": replace,
    "release": first,
    "call": first,
    "column": column,
    "deploy": deploy,
    "enter": enter,
    "hold": first,
    "leave": leave,
    "bridge": bridge,
    "withdraw": first,
    "blow": blow,
    "fortify": fortify,
}
"""By the word of an order, how one of those that are legal is chosen."""
