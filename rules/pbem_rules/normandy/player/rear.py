"""What the player does behind the front: aircraft, arrivals, replacements, trucks, trenches, landing, port."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import AttrsInstance

from pbem.port.player import Advice
from pbem_rules.normandy.model import ALLIED, GERMAN, State
from pbem_rules.normandy.player.front import Front
from pbem_rules.normandy.player.groups import group
from pbem_rules.normandy.rules.air.carpet import Carpet
from pbem_rules.normandy.rules.air.shares import Flak, Share
from pbem_rules.normandy.rules.arrivals import Enter
from pbem_rules.normandy.rules.engineers import Dig
from pbem_rules.normandy.rules.june6 import fire
from pbem_rules.normandy.rules.june6.fire import Shoot
from pbem_rules.normandy.rules.replacements import Rebuild, Restore
from pbem_rules.normandy.rules.returning import Replace
from pbem_rules.normandy.rules.trucks import Truck
from pbem_rules.normandy.tasks import Shot
from pbem_rules.shared.player.distances import nearness
from pbem_rules.shared.player.game import FAR, Aim, strength
from pbem_rules.shared.player.order_choice import Decision
from pbem_rules.shared.player.sectors import bound

Orders = Iterable[AttrsInstance]
Choose = Callable[[Front, Orders], AttrsInstance | None]

_CLOSE = 4
_SIGHT = 40
_WORTH = 12
"""So much German strength is worth a carpet of bombs."""


def first(_front: Front, orders: Orders) -> AttrsInstance | None:
    """Whatever comes first."""
    return next(iter(orders), None)


# --- air ----------------------------------------------------------------------------------------------------------------


def _crowded(front: Front) -> str:
    """The map with most German units."""
    counts: dict[str, int] = {}
    for at, stack in front.stacks[GERMAN].items():
        counts[at[0].lower()] = counts.get(at[0].lower(), 0) + len(stack)
    return max(sorted(counts), key=lambda name: counts[name], default="b")


def flak(case: Decision[State, Front]) -> Iterator[Advice]:
    """All of it over the map with most German units."""
    yield Advice(order=Flak(**{_crowded(case.field): case.field.view.state.flak}))


def share(case: Decision[State, Front]) -> Iterator[Advice]:
    """A quarter for the map with most German units, a quarter for reconnaissance, half for ground support."""
    there = case.field.view.state.air
    most = case.field.view.data.charts.air.most_recon
    yield Advice(order=Share(**{_crowded(case.field): there // 4, "recon": min(most, there // 4)}))


def strafe(case: Decision[State, Front]) -> Iterator[Advice]:
    """German units in the most open ground near the front, one after the other."""
    view = case.field.view
    chart, ground = view.data.charts.recon.terrain, view.data.ground
    front = [*case.field.stacks[ALLIED]][:_SIGHT]

    def rank(order: AttrsInstance) -> tuple[int, int, str]:
        name = str(getattr(order, "target", ""))
        unit = view.board.get(name)
        if unit is None:
            return 99, 99, name
        hidden = min(
            chart.get(ground.terrain[unit.where], 0), chart.get(ground.settlements.get(unit.where, ""), 0)
        )
        return -hidden, min((ground.grid.distance(unit.where, each) for each in front), default=99), name

    after = len(view.state.sky.missions)
    ranked = sorted(case.listed("strafe"), key=rank)
    yield from (Advice(order=order) for order in ranked[after : after + 1])


def carpet(front: Front, orders: Orders) -> AttrsInstance | None:
    """Where most Germans stand near a place that counts and near the front."""

    def hit(order: Carpet) -> int:
        near = min((nearness(front).get(at, FAR) for at in order.hexes), default=FAR)
        stacks = (front.stacks[GERMAN].get(at, ()) for at in order.hexes)
        return (
            0
            if near and min(_distance_to_own(front, at) for at in order.hexes) > _CLOSE
            else sum(sum(strength(stack)) for stack in stacks)
        )

    found = [each for each in orders if isinstance(each, Carpet)]
    best = max(found, key=lambda each: (hit(each), each.hexes), default=None)
    return best if best is not None and hit(best) >= _WORTH else None


def _distance_to_own(front: Front, at: str) -> int:
    grid = front.view.data.ground.grid
    return min((grid.distance(at, each) for each in front.mine), default=FAR)


# --- arrivals and replacements ------------------------------------------------------------------------------------------


def toward(front: Front, where: str) -> int:
    """The way to the place that is needed and counts most; lower is better."""

    def need(aim: Aim) -> int:
        threatened = nearness(front).get(aim.place, FAR) <= 3 * _CLOSE
        return 2 * aim.worth if threatened or not aim.held else 0

    return min((front.ways(aim.place).get(where, FAR) - need(aim) for aim in front.aims.values()), default=0)


def enter(front: Front, orders: Orders) -> AttrsInstance | None:
    """The first unit that is due, where it is nearest to the place that its formation is about, or to those that count."""
    found = [each for each in orders if isinstance(each, Enter)]
    if not found:
        return None
    goal = bound(front, group(front.view.data, found[0].units[0]))
    ways = front.ways(goal) if goal else {}

    def price(order: Enter) -> tuple[int, str]:
        return ways.get(order.at, FAR) if goal else toward(front, order.at), order.at

    return min((each for each in found if each.units == found[0].units), key=price)


def restore(front: Front, orders: Orders) -> AttrsInstance | None:
    """The step that brings most strength, nearest to the front."""

    def gain(order: Restore) -> tuple[int, int, bool, str]:
        unit = front.view.board[order.unit]
        faces = front.view.type_of(order.unit).faces
        more = sum((faces[unit.lost - 1].attack, faces[unit.lost - 1].defence))
        near = nearness(front).get(unit.where, FAR)
        return (
            more - faces[unit.lost].attack - faces[unit.lost].defence,
            -near,
            bool(order.origin),
            order.unit,
        )

    return max((each for each in orders if isinstance(each, Restore)), key=gain, default=None)


def rebuild(front: Front, orders: Orders) -> AttrsInstance | None:
    """The strongest unit that was lost, not beside the enemy."""

    def gain(order: Rebuild) -> tuple[bool, int, str, str]:
        face = front.view.type_of(order.unit).faces[-1]
        return nearness(front).get(order.at, FAR) > 1, face.attack + face.defence, order.unit, order.at

    return max((each for each in orders if isinstance(each, Rebuild)), key=gain, default=None)


def replace(front: Front, orders: Orders) -> AttrsInstance | None:
    """A headquarters comes back behind the line."""

    def price(order: Replace) -> tuple[int, int, str, str]:
        near = nearness(front).get(order.at, FAR)
        return max(0, 3 - near), abs(near - _CLOSE), order.unit, order.at

    return min((each for each in orders if isinstance(each, Replace)), key=price, default=None)


def truck(front: Front, orders: Orders) -> AttrsInstance | None:
    """To the headquarters that is furthest from the front, out of the box alone."""
    found = [each for each in orders if isinstance(each, Truck) and not each.origin]
    board = front.view.board
    return max(
        found,
        key=lambda each: (nearness(front).get(board[each.headquarters].where, 0), each.headquarters),
        default=None,
    )


# --- works and the landing ----------------------------------------------------------------------------------------------


def dig(front: Front, orders: Orders) -> AttrsInstance | None:
    """German engineers dig where the enemy is near, first in places that count; not twice in a hex."""
    if front.side != GERMAN:
        return None
    view = front.view
    found = [each for each in orders if isinstance(each, Dig)]
    busy = {unit.where for unit in view.board if unit.dug and unit.moved}
    ahead = [
        each
        for each in found
        if view.board[each.unit].where not in busy
        and not view.board[each.unit].moved
        and view.board[each.unit].where not in view.state.trenches
        and 1 <= nearness(front).get(view.board[each.unit].where, FAR) <= _CLOSE
    ]
    return max(ahead, key=lambda each: (view.board[each.unit].where in front.aims, each.unit), default=None)


def shoot(front: Front, orders: Orders) -> AttrsInstance | None:
    """The shot that hits most often; of equals at the strongest."""

    def chance(order: Shoot) -> tuple[int, int, str, str]:
        face = front.view.face(order.target)
        number = fire.value(front.view, Shot(unit=order.unit, target=order.target))
        return number, face.attack + face.defence, order.target, order.unit

    return max((each for each in orders if isinstance(each, Shoot)), key=chance, default=None)


def demolish(front: Front, orders: Orders) -> AttrsInstance | None:
    """The port of Cherbourg as soon as the enemy is on the way to it."""
    port = front.view.data.ground.cherbourg
    near = min((nearness(front).get(at, FAR) for at in sorted(port)), default=FAR)
    return first(front, orders) if near <= 3 * _CLOSE else None


CHOSEN: Mapping[str, Choose] = {
    "carpet": carpet,
    "mulberries": first,
    "enter": enter,
    "replace": replace,
    "rebuild": rebuild,
    "restore": restore,
    "truck": truck,
    "shoot": shoot,
    "dig": dig,
    "demolish": demolish,
}
"""By the word of an order, how one of those that are legal is chosen."""
