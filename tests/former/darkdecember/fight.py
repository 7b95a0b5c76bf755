"""How the demonstration player fights: where the chart promises more than it costs, and what results make of its hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from attrs import AttrsInstance

from pbem.port.insight import Branch, Forecast
from pbem_rules.darkdecember.printed.data import GERMAN
from pbem_rules.darkdecember.rules.combat.advances import Advance
from pbem_rules.darkdecember.rules.combat.all_out import AllOut
from pbem_rules.darkdecember.rules.combat.attack import Attack
from pbem_rules.darkdecember.rules.combat.counterattack import Counter
from pbem_rules.darkdecember.rules.combat.losses import Lose
from pbem_rules.darkdecember.rules.combat.responses import Respond
from tests.former.darkdecember.sense import FAR, Sense, ways

_GAIN = {GERMAN: Fraction(5, 4), "allied": Fraction(1)}
"""What driving the enemy off counts against being hurt: the German side has to get on."""
_LEAST = Fraction(1, 5)
_GONE, _GROUND = 4, 1
_GOOD = 3
Choose = Callable[[Sense, Iterable[AttrsInstance]], AttrsInstance | None]


def crude(sense: Sense, order: Attack) -> Fraction:
    """Strength against strength, for choosing which attacks are looked at closely."""
    board = sense.view.board
    theirs = sum(sense.defence(sense.theirs.get(at, ())) for at in order.targets)
    return Fraction(sense.attack(tuple(board[name] for name in order.units)), max(1, theirs))


def promise(found: Forecast | None, side: str) -> Fraction:
    """What an attack promises on the average of its branches: the enemy driven off or hurt, less what it may cost."""
    if found is None or not found.branches:
        return Fraction(0)
    return sum((_worth(branch, side) for branch in found.branches), Fraction(0)) / len(found.branches)


def _worth(branch: Branch, side: str) -> Fraction:
    beaten = sum((each.ways for each in branch.chances if {"retreat", "defender hurt"} & {*each.signs}), 0)
    hurt = sum((each.ways for each in branch.chances if "attacker hurt" in each.signs), 0)
    return _GAIN[side] * Fraction(beaten, branch.of) - Fraction(hurt, branch.of)


def worthwhile(promised: Fraction, salt: int) -> bool:
    """Whether an attack is made; the salt makes a player bolder or more careful."""
    return promised >= _LEAST + Fraction(salt % 3, 20)


# --- losses and retreats ----------------------------------------------------------------------------------------------


def cheapest(sense: Sense, orders: Iterable[AttrsInstance]) -> AttrsInstance | None:
    """Of the ways to lose steps or to go back the one that costs least; the first of equals."""
    return min(orders, key=lambda each: _price(sense, each), default=None)


def _price(sense: Sense, order: AttrsInstance) -> int:
    match order:
        case Lose(units=units):
            return _steps(sense, units)
        case Respond(hex=where, lose=lost, paths=paths):
            return _steps(sense, lost) + (_left(sense, where, paths) if paths else 0)
        case _:
            return 0


def _steps(sense: Sense, lost: tuple[str, ...]) -> int:
    """Steps by the strength they take; a unit that is gone counts more than one that is hurt."""
    total = 0
    for name in dict.fromkeys(lost):
        up, gone = sense.view.face(name), lost.count(name) == len(sense.view.faces(name))
        total += 2 * (up.attack + up.defence) + _GONE if gone else up.attack + up.defence
    return total


def _left(sense: Sense, where: str, paths: tuple[str, ...]) -> int:
    """What leaving a hex costs: a place that counts most; and every unit that ends beside an enemy."""
    ground = sense.view.data.ground
    ends = [each.rpartition(":")[2] for each in paths]
    beside = sum(any(at in sense.theirs for at in ground.grid.adjacent[end]) for end in ends)
    back = sum(max(0, _way(sense, end) - _way(sense, where)) for end in ends) if sense.side == GERMAN else 0
    return _GROUND * (2 + back) + 3 * beside + 3 * sense.aims.get(where, 0)


def _way(sense: Sense, where: str) -> int:
    return min((ways(sense.view.data.ground, goal).get(where, FAR) for goal in sense.aims), default=0)


# --- following up -----------------------------------------------------------------------------------------------------


def advance(sense: Sense, orders: Iterable[AttrsInstance]) -> AttrsInstance | None:
    """The advance that gains most ground without leaving a place that counts or paying for too little."""
    best: tuple[int, Advance] | None = None
    for order in orders:
        if isinstance(order, Advance):
            gain = _gain(sense, order)
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, order
    return best[1] if best is not None else None


def _gain(sense: Sense, order: Advance) -> int:
    here, end = sense.view.state.board[order.unit].where, order.path[-1]
    ground = sense.view.data.ground
    beside = sum(at in sense.theirs for at in ground.grid.adjacent[end])
    gain = 3 * sense.aims.get(end, 0) - 3 * sense.aims.get(here, 0) - 2 * beside - (8 if order.pay else 0)
    nearer = _way(sense, here) - _way(sense, end)
    return gain + (2 * nearer if sense.side == GERMAN else min(nearer, 2))


def counter(sense: Sense, orders: Iterable[AttrsInstance]) -> AttrsInstance | None:
    """The weakest of the hexes that may be struck."""

    def strength(order: AttrsInstance) -> int:
        hexes = order.hexes if isinstance(order, Counter) else ()
        return sum(sense.defence(sense.theirs.get(at, ())) for at in hexes)

    return min(orders, key=strength, default=None)


def again(sense: Sense, orders: Iterable[AttrsInstance]) -> AttrsInstance | None:
    """An all-out assault at good odds, for the cheapest step that leaves its unit there."""
    battle = sense.view.state.battle
    odds = sense.view.data.charts.combat.columns[battle.column] if battle is not None else (0, 1)
    found = [each for each in orders if isinstance(each, AllOut)]
    best = min(found, key=lambda each: (_steps(sense, (each.unit,)), each.unit), default=None)
    return best if best is not None and odds[0] >= _GOOD * odds[1] else None


CHOSEN: Mapping[str, Choose] = {
    "lose": cheapest,
    "respond": cheapest,
    "counter": counter,
    "advance": advance,
    "all-out": again,
}
"""By the word of an order, how one of those that are legal is chosen."""
