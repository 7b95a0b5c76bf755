"""Whom to fire at: tanks first, then with the heaviest fire at those who are not suppressed yet."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import AttrsInstance

from pbem_rules.pegasus.play import Play, View
from pbem_rules.pegasus.rules import odds
from pbem_rules.pegasus.rules.orders.fire import FIRE, Fire
from pbem_rules.pegasus.rules.orders.gammon import GAMMON, Gammon
from pbem_rules.pegasus.rules.orders.grenade import GRENADE, Grenade
from pbem_rules.pegasus.rules.orders.piat import PIAT, Piat
from pbem_rules.pegasus.rules.orders.shell import SHELL, Shell
from pbem_rules.shared.player import reasons
from pbem_rules.shared.straight import AnyStraight

KINDS: Mapping[type, AnyStraight[View, Play]] = {
    Piat: PIAT,
    Shell: SHELL,
    Fire: FIRE,
    Grenade: GRENADE,
    Gammon: GAMMON,
}
"""What hurts, by the class of the order."""
_SURE, _GUN, _UNSUPPRESSED = 1000, 500, 40


def best(view: View) -> list[AttrsInstance]:
    """The shots of a fire phase that are worth it, the best first."""
    guns = [each for each in (*PIAT.listed(view), *SHELL.listed(view)) if isinstance(each, Piat | Shell)]
    orders = (*sorted(guns, key=lambda each: each.target), *FIRE.listed(view))
    found = sorted(((_worth(view, each), each) for each in orders), key=lambda one: -one[0])
    # A shot that cannot hurt costs a roll, and by mail a mail.
    return [each for worth, each in found if worth > 0 and odds.can_hurt(view, KINDS[type(each)], each)]


def aimed(view: View, order: AttrsInstance) -> str:
    """What a shot, a grenade or a bomb promises."""
    kind = KINDS.get(type(order))
    found = kind.foretold(view, order) if kind is not None else None
    return "" if found is None else reasons.attack(found.branches[0].when, found)


def _worth(view: View, order: AttrsInstance) -> int:
    match order:
        case Piat():
            return _SURE
        case Shell(target=target):
            return _SURE if target in view.board else _GUN if target in view.state.guns else -1
        case Fire(target=target, units=units, guns=guns):
            aim = view.board[target]
            if aim.kind == "officer":
                return 1
            strength = sum(view.board[name].strength for name in units)
            return 2 + strength + (3 if guns else 0) + (0 if aim.suppressed else _UNSUPPRESSED)
        case _:
            return 0
