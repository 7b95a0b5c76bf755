"""How the demonstration player fights: what results make of its hexes, and who follows up."""

from __future__ import annotations

from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.player.front import Front
from pbem_rules.darkdecember.printed.data import GERMAN
from pbem_rules.darkdecember.rules.combat.advances import Advance
from pbem_rules.darkdecember.rules.combat.all_out import AllOut
from pbem_rules.darkdecember.rules.combat.counterattack import Counter
from pbem_rules.darkdecember.rules.combat.losses import Lose
from pbem_rules.darkdecember.rules.combat.responses import Respond
from pbem_rules.shared.player.game import FAR, strength
from pbem_rules.shared.player.guard import bares
from pbem_rules.shared.player.order_choice import Desk, cheapest

_GONE = 4
_GOOD = 3
_MOST = 4
"""Steps that a result takes at most."""


# --- losses and retreats ----------------------------------------------------------------------------------------------


def respond(front: Front, order: Respond) -> int:
    """What it costs to lose steps in a hex, or to leave it."""
    return _steps(front, order.lose) + (_left(front, order.hex, order.paths) if order.paths else 0)


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
    ends = [each.rpartition(":")[2] for each in paths]
    beside = sum(front.near(end) <= 1 for end in ends)
    back = sum(max(0, _way(front, end) - _way(front, where)) for end in ends) if front.side == GERMAN else 0
    return 2 + back + 3 * beside + 3 * front.worth(where)


def _way(front: Front, where: str) -> int:
    return min((front.ways(goal).get(where, FAR) for goal in front.aims), default=0)


# --- following up -----------------------------------------------------------------------------------------------------


def advance(front: Front, order: Advance) -> int | None:
    """To gain most ground without leaving a place that counts or paying for too little."""
    here, end = front.view.state.board[order.unit].where, order.path[-1]
    if bares(front, here, (order.unit,), end):
        return None
    beside = sum(at in front.theirs for at in front.grid.adjacent[end])
    gain = 3 * front.worth(end) - 3 * front.worth(here) - 2 * beside - (8 if order.pay else 0)
    nearer = _way(front, here) - _way(front, end)
    gain += 2 * nearer if front.side == GERMAN else min(nearer, 2)
    return -gain if gain > 0 else None


def counter(front: Front, order: Counter) -> int:
    """The weakest of the hexes that may be struck."""
    return sum(strength(front.theirs.get(at, ()))[1] for at in order.hexes)


def again(front: Front, order: AllOut) -> tuple[int, str] | None:
    """An all-out assault at good odds, for the cheapest step that leaves its unit there."""
    battle = front.view.state.battle
    odds = front.view.data.charts.combat.columns[battle.column] if battle is not None else (0, 1)
    return (_steps(front, (order.unit,)), order.unit) if odds[0] >= _GOOD * odds[1] else None


DESKS: tuple[tuple[str, Desk[State, Front]], ...] = (
    cheapest(Lose, lambda front, order: _steps(front, order.units)),
    cheapest(Respond, respond),
    cheapest(Counter, counter),
    cheapest(Advance, advance),
    cheapest(AllOut, again),
)
"""By the word of an order, what decides it."""
