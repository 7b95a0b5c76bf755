"""What the player does behind the front: aircraft, arrivals, replacements, trucks, trenches, landing, port."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from attrs import AttrsInstance

from pbem_rules.normandy.model import GERMAN
from pbem_rules.normandy.player.front import Front, group
from pbem_rules.normandy.rules.air.carpet import Carpet
from pbem_rules.normandy.rules.air.recon import Strafe
from pbem_rules.normandy.rules.air.shares import Flak, Share
from pbem_rules.normandy.rules.arrivals import Enter
from pbem_rules.normandy.rules.engineers import Dig
from pbem_rules.normandy.rules.june6 import fire
from pbem_rules.normandy.rules.june6.fire import Shoot
from pbem_rules.normandy.rules.port import Demolish
from pbem_rules.normandy.rules.replacements import Rebuild, Restore
from pbem_rules.normandy.rules.returning import Replace
from pbem_rules.normandy.rules.trucks import Truck
from pbem_rules.normandy.tasks import Shot
from pbem_rules.shared.player.distances import among, nearness
from pbem_rules.shared.player.game import FAR, strength
from pbem_rules.shared.player.order_choice import Choose
from pbem_rules.shared.player.sectors import bound

Order = TypeVar("Order", bound=AttrsInstance)
Worth = tuple[int, ...] | None

_CLOSE = 4
_WORTH = 12
"""So much German strength is worth a carpet of bombs."""


def _most(kind: type[Order], worth: Callable[[Front, Order], Worth]) -> Choose[Front]:
    """Of the legal orders of a kind the one that is worth most, the first of equals; none that is worth nothing (None)."""

    def choose(front: Front, orders: Iterable[AttrsInstance]) -> AttrsInstance | None:
        found = {order: worth(front, order) for order in orders if isinstance(order, kind)}
        ranked = {order: value for order, value in found.items() if value is not None}
        return max(ranked, key=lambda order: ranked[order], default=None)

    return choose


def _near(front: Front, where: str) -> int:
    """How far the nearest enemy stands away."""
    return nearness(front).get(where, FAR)


# --- air ----------------------------------------------------------------------------------------------------------------


def _crowded(front: Front) -> str:
    """The map with most German units."""
    maps = [at[0].lower() for at, stack in front.stacks[GERMAN].items() for _ in stack]
    return max(sorted({*maps}), key=maps.count, default="b")


def _flak(front: Front, _orders: Iterable[AttrsInstance]) -> Flak:
    """All of it over the map with most German units."""
    return Flak(**{_crowded(front): front.view.state.flak})


def _share(front: Front, _orders: Iterable[AttrsInstance]) -> Share:
    """A quarter for the map with most German units, a quarter for reconnaissance, half for ground support."""
    part, most = front.view.state.air // 4, front.view.data.charts.air.most_recon
    return Share(**{_crowded(front): part, "recon": min(most, part)})


def _strafe(front: Front, order: Strafe) -> Worth:
    """German units in the most open ground near the front, each once."""
    view, unit = front.view, front.view.board.get(order.target)
    if unit is None or any(each.target == order.target for each in view.state.sky.missions):
        return None
    chart, ground = view.data.charts.recon.terrain, view.data.ground
    kinds = ground.terrain[unit.where], ground.settlements.get(unit.where, "")
    return min(chart.get(kind, 0) for kind in kinds), -among(front).get(unit.where, FAR)


def _carpet(front: Front, order: Carpet) -> Worth:
    """Where most Germans stand."""
    hit = sum(sum(strength(front.stacks[GERMAN].get(at, ()))) for at in order.hexes)
    return (hit,) if hit >= _WORTH else None


# --- arrivals and replacements ------------------------------------------------------------------------------------------


def _enter(front: Front, order: Enter) -> Worth:
    """Where it is nearest to the place that its formation is about, or else to one of those that count."""
    goal = bound(front, group(order.units[0]))
    ways = (front.ways(place).get(order.at, FAR) for place in ([goal] if goal else front.aims))
    return (-min(ways, default=0),)


def _restore(front: Front, order: Restore) -> Worth:
    """The step that brings most strength, nearest to the front, out of a battalion in the field before a point."""
    unit, faces = front.view.board[order.unit], front.view.type_of(order.unit).faces
    now, then = faces[unit.lost], faces[unit.lost - 1]
    more = then.attack + then.defence - now.attack - now.defence
    return more, -_near(front, unit.where), bool(order.origin)


def _rebuild(front: Front, order: Rebuild) -> Worth:
    """The strongest unit that was lost, not beside the enemy."""
    face = front.view.type_of(order.unit).faces[-1]
    return _near(front, order.at) > 1, face.attack + face.defence


def _replace(front: Front, order: Replace) -> Worth:
    """A headquarters comes back behind the line."""
    return (-abs(_near(front, order.at) - _CLOSE),)


def _truck(front: Front, order: Truck) -> Worth:
    """Out of the box alone, to the headquarters furthest from the front of those whose battalions ride on them."""
    view, own = front.view, front.view.formation_of(order.headquarters).id
    rides = any(view.type_of(each.id).truck and view.formation_of(each.id).id == own for each in view.board)
    return None if order.origin or not rides else (_near(front, front.view.board[order.headquarters].where),)


# --- works and the landing ----------------------------------------------------------------------------------------------


def _dig(front: Front, order: Dig) -> Worth:
    """German engineers dig where the enemy is near, first in places that count; not twice in a hex."""
    board, unit = front.view.board, front.view.board[order.unit]
    busy = unit.moved or any(each.dug and each.moved and each.where == unit.where for each in board)
    if front.side != GERMAN or busy or unit.where in front.view.state.trenches:
        return None
    return (unit.where in front.aims,) if 1 <= _near(front, unit.where) <= _CLOSE else None


def _shoot(front: Front, order: Shoot) -> Worth:
    """The shot that hits most often; of equals at the strongest."""
    face = front.view.face(order.target)
    number = fire.value(front.view, Shot(unit=order.unit, target=order.target))
    return number, face.attack + face.defence


def _demolish(front: Front, _order: Demolish) -> Worth:
    """The port of Cherbourg as soon as the enemy is on the way to it."""
    port = front.view.data.ground.cherbourg
    return (0,) if any(_near(front, at) <= 3 * _CLOSE for at in port) else None


CHOSEN: Mapping[str, Choose[Front]] = {
    "flak": _flak,
    "share": _share,
    "strafe": _most(Strafe, _strafe),
    "carpet": _most(Carpet, _carpet),
    "mulberries": lambda _front, orders: next(iter(orders), None),
    "enter": _most(Enter, _enter),
    "replace": _most(Replace, _replace),
    "rebuild": _most(Rebuild, _rebuild),
    "restore": _most(Restore, _restore),
    "truck": _most(Truck, _truck),
    "shoot": _most(Shoot, _shoot),
    "dig": _most(Dig, _dig),
    "demolish": _most(Demolish, _demolish),
}
"""By the word of an order, how one of those that are legal is chosen."""
