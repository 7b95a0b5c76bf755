"""How the demonstration player fights: where the chart promises more than it costs, and what results make of its hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import AttrsInstance

from pbem_rules.darkdecember.player.front import Front, ways
from pbem_rules.darkdecember.printed.data import GERMAN
from pbem_rules.darkdecember.rules.combat.advances import Advance
from pbem_rules.darkdecember.rules.combat.all_out import AllOut
from pbem_rules.darkdecember.rules.combat.counterattack import Counter
from pbem_rules.darkdecember.rules.combat.losses import Lose
from pbem_rules.darkdecember.rules.combat.responses import Respond
from pbem_rules.shared.player.game import FAR, strength
from pbem_rules.shared.player.guard import bares

_GONE, _GROUND = 4, 1
_GOOD = 3
_MOST = 4
"""Steps that a result takes at most."""
Choose = Callable[[Front, Iterable[AttrsInstance]], AttrsInstance | None]


# --- losses and retreats ----------------------------------------------------------------------------------------------


def cheapest(front: Front, orders: Iterable[AttrsInstance]) -> AttrsInstance | None:
    """Of the ways to lose steps or to go back the one that costs least; the first of equals."""
    return min(orders, key=lambda each: _price(front, each), default=None)


def _price(front: Front, order: AttrsInstance) -> int:
    match order:
        case Lose(units=units):
            return _steps(front, units)
        case Respond(hex=where, lose=lost, paths=paths):
            return _steps(front, lost) + (_left(front, where, paths) if paths else 0)
        case _:
            return 0


def _steps(front: Front, lost: tuple[str, ...]) -> int:
    """Steps by the strength they take; a unit that is gone counts more than one that is hurt."""
    total = 0
    for name in dict.fromkeys(lost):
        up, gone = front.view.face(name), lost.count(name) == len(front.view.faces(name))
        total += 2 * (up.attack + up.defence) + _GONE if gone else up.attack + up.defence
    return total


def worth_in_steps(front: Front, where: str) -> int | str:
    """So many steps a hex is rather held for than left, those that cost least first; "stand" for all a result takes."""
    left, steps = _left(front, where, (f":{where}",)), list[str]()
    for name in sorted(front.view.units_of(front.side, where), key=lambda name: _steps(front, (name,))):
        for _ in front.view.faces(name):
            steps.append(name)
            if _steps(front, tuple(steps)) > left:
                return len(steps) - 1 or "retreat"
            if len(steps) == _MOST:
                return "stand"
    return "stand"


def _left(front: Front, where: str, paths: tuple[str, ...]) -> int:
    """What leaving a hex costs: a place that counts most; and every unit that ends beside an enemy."""
    ground = front.view.data.ground
    ends = [each.rpartition(":")[2] for each in paths]
    beside = sum(any(at in front.theirs for at in ground.grid.adjacent[end]) for end in ends)
    back = sum(max(0, _way(front, end) - _way(front, where)) for end in ends) if front.side == GERMAN else 0
    return _GROUND * (2 + back) + 3 * beside + 3 * front.worth(where)


def _way(front: Front, where: str) -> int:
    return min((ways(front.view.data.ground, goal).get(where, FAR) for goal in front.aims), default=0)


# --- following up -----------------------------------------------------------------------------------------------------


def advance(front: Front, orders: Iterable[AttrsInstance]) -> AttrsInstance | None:
    """The advance that gains most ground without leaving a place that counts or paying for too little."""
    best: tuple[int, Advance] | None = None
    for order in orders:
        if isinstance(order, Advance):
            gain = _gain(front, order)
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, order
    return best[1] if best is not None else None


def _gain(front: Front, order: Advance) -> int:
    here, end = front.view.state.board[order.unit].where, order.path[-1]
    if bares(front, here, (order.unit,), end):
        return 0
    ground = front.view.data.ground
    beside = sum(at in front.theirs for at in ground.grid.adjacent[end])
    gain = 3 * front.worth(end) - 3 * front.worth(here) - 2 * beside - (8 if order.pay else 0)
    nearer = _way(front, here) - _way(front, end)
    return gain + (2 * nearer if front.side == GERMAN else min(nearer, 2))


def counter(front: Front, orders: Iterable[AttrsInstance]) -> AttrsInstance | None:
    """The weakest of the hexes that may be struck."""

    def weight(order: AttrsInstance) -> int:
        hexes = order.hexes if isinstance(order, Counter) else ()
        return sum(strength(front.theirs.get(at, ()))[1] for at in hexes)

    return min(orders, key=weight, default=None)


def again(front: Front, orders: Iterable[AttrsInstance]) -> AttrsInstance | None:
    """An all-out assault at good odds, for the cheapest step that leaves its unit there."""
    battle = front.view.state.battle
    odds = front.view.data.charts.combat.columns[battle.column] if battle is not None else (0, 1)
    found = [each for each in orders if isinstance(each, AllOut)]
    best = min(found, key=lambda each: (_steps(front, (each.unit,)), each.unit), default=None)
    return best if best is not None and odds[0] >= _GOOD * odds[1] else None


CHOSEN: Mapping[str, Choose] = {
    "lose": cheapest,
    "respond": cheapest,
    "counter": counter,
    "advance": advance,
    "all-out": again,
}
"""By the word of an order, how one of those that are legal is chosen."""
