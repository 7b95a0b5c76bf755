"""What the demonstration player does behind the front: set-up, fuel, replacements, columns, arrivals, bridges, works."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import AttrsInstance

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
from tests.former.darkdecember.sense import FAR, Sense, ways

Orders = Iterable[AttrsInstance]
Choose = Callable[[Sense, Orders], AttrsInstance | None]

_ROADLESS = 6
_DROP = "3806"
"""The Baraque Michel, on the road from Eupen to Malmedy: where the reserves of the north come by."""
_QUIET, _LONG, _CLOSE = 7, 12, 4
_LAST_TURNS = 3


def first(_sense: Sense, orders: Orders) -> AttrsInstance | None:
    """Whatever comes first."""
    return next(iter(orders), None)


def place(sense: Sense, orders: Orders) -> AttrsInstance | None:
    """The first unit near the enemy and apart from the others; panzers by a road."""
    listed = [each for each in orders if isinstance(each, Place)]
    mine = [each for each in listed if each.unit == listed[0].unit]
    wide = _ROADLESS if listed and sense.view.data.units[listed[0].unit].motorized else 0

    def price(order: Place) -> tuple[int, str]:
        ground, near = sense.view.data.ground, sense.nearness.get(order.hex, FAR)
        friends = sum(at in sense.mine for at in ground.grid.adjacent[order.hex])
        far = 4 * near + 3 * friends + nearest(sense, order.hex) // 4
        return far + wide * (not ground.roads.at(order.hex)), order.hex

    return min(mine, key=price, default=None)


def nearest(sense: Sense, where: str) -> int:
    """The way to the place that counts most and is not far."""
    return min(
        (ways(sense.view.data.ground, aim).get(where, FAR) - 2 * n for aim, n in sense.aims.items()),
        default=0,
    )


def drop(sense: Sense, orders: Orders) -> AttrsInstance | None:
    """Behind the northern front, on the road that its reserves take."""
    grid = sense.view.data.ground.grid
    found = [each for each in orders if isinstance(each, Drop)]
    return min(found, key=lambda each: (grid.distance(each.hex, _DROP), each.hex), default=None)


def fuel(sense: Sense, orders: Orders) -> AttrsInstance | None:
    """The Allied side stops the strongest formation near its goals, the German side the weakest; the best is spared."""

    def worth(order: AttrsInstance) -> int:
        names = (
            order.what
            if isinstance(order, Starve)
            else (order.formation,)
            if isinstance(order, Spare)
            else ()
        )
        units = [unit for stack in sense.stacks[GERMAN].values() for unit in stack]
        return sum(
            4 * sense.view.face(unit.id).attack - max(-20, nearest(sense, unit.where)) // 4
            for unit in units
            if {unit.id, sense.view.kind(unit.id).formation} & {*names}
        )

    found = [each for each in orders if isinstance(each, Starve | Spare)]
    sign = -1 if sense.side == ALLIED or any(isinstance(each, Spare) for each in found) else 1
    return min(found, key=lambda each: sign * worth(each), default=None)


def replace(sense: Sense, orders: Orders) -> AttrsInstance | None:
    """The strongest unit that can be made whole; one that was lost comes back where it is nearest to the front."""

    def gain(order: Replace) -> tuple[int, int]:
        kind = sense.view.data.units[order.unit]
        return kind.front.attack + kind.front.defence, -nearest(sense, order.hex) if order.hex else 0

    return max((each for each in orders if isinstance(each, Replace)), key=gain, default=None)


# --- strategic movement and arrivals ----------------------------------------------------------------------------------


def column(sense: Sense, orders: Orders) -> AttrsInstance | None:
    """All who are far from the enemy and from their goal, in one order."""
    names = {name for each in orders if isinstance(each, Column) for name in each.units}
    return (
        Column(units=tuple(sorted(name for name in names if _far(sense, name))))
        if any(_far(sense, name) for name in names)
        else None
    )


def _far(sense: Sense, name: str) -> bool:
    where, goal = sense.view.board[name].where, sense.goals.get(name, "")
    way = ways(sense.view.data.ground, goal).get(where, FAR) if goal else 0
    return sense.nearness.get(where, FAR) >= _QUIET and way >= _LONG


def deploy(sense: Sense, orders: Orders) -> AttrsInstance | None:
    """All who come near the enemy, or are where they go, in one order."""
    names = {name for each in orders if isinstance(each, Deploy) for name in each.units}
    near = [name for name in names if _arrived(sense, name)]
    return Deploy(units=tuple(sorted(near))) if near else None


def _arrived(sense: Sense, name: str) -> bool:
    where, goal = sense.view.board[name].where, sense.goals.get(name, "")
    there = bool(goal) and ways(sense.view.data.ground, goal).get(where, FAR) <= _CLOSE
    return there or sense.nearness.get(where, FAR) <= _CLOSE


def enter(sense: Sense, orders: Orders) -> AttrsInstance | None:
    """Whoever is due comes as near to the places that count as they can, in column where no enemy is near."""

    def worth(order: Enter) -> tuple[int, bool]:
        end = order.path[-1]
        quiet = sense.nearness.get(end, FAR) >= _QUIET
        return nearest(sense, end), order.column != quiet

    return min((each for each in orders if isinstance(each, Enter)), key=worth, default=None)


def leave(sense: Sense, orders: Orders) -> AttrsInstance | None:
    """Off the map for points when the game is nearly over."""
    scenario = sense.view.data.scenarios[sense.view.state.scenario]
    early = scenario.last - sense.view.state.turn >= _LAST_TURNS
    return None if early or isinstance(scenario.victory, Places) else first(sense, orders)


# --- bridges and works ------------------------------------------------------------------------------------------------


def bridge(sense: Sense, orders: Orders) -> AttrsInstance | None:
    """Where a road leads on over the river and the enemy is not at it."""
    ground, best = sense.view.data.ground, dict[int, AttrsInstance]()
    for order in orders:
        if isinstance(order, Bridge) and sense.side == GERMAN:
            here, goal = sense.view.board[order.unit].where, sense.goals.get(order.unit, "")
            nearer = ways(ground, goal)[here] - ways(ground, goal)[order.hex] if goal else 0
            if nearer > 0 and ground.roads.has(here, order.hex) and sense.nearness.get(order.hex, FAR) > 1:
                best.setdefault(nearer, order)
    return best[max(best)] if best else None


def blow(sense: Sense, orders: Orders) -> AttrsInstance | None:
    """The Allied side leaves no bridge to the enemy before it."""
    return first(sense, (each for each in orders if isinstance(each, Blow))) if sense.side == ALLIED else None


def fortify(sense: Sense, orders: Orders) -> AttrsInstance | None:
    """Allied units dig in where the enemy is coming."""
    names = sorted({name for each in orders if isinstance(each, Fortify) for name in each.units})
    front = [name for name in names if sense.nearness.get(sense.view.board[name].where, FAR) <= _CLOSE]
    seen: dict[str, str] = {}
    for name in front:
        seen.setdefault(sense.view.board[name].where, name)
    return Fortify(units=tuple(sorted(seen.values()))) if seen and sense.side == ALLIED else None


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
