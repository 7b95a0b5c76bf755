"""Whom to fire at: tanks first, then with the heaviest fire at whoever is not suppressed yet."""

from __future__ import annotations

from attrs import AttrsInstance

from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.rules.orders.fire import FIRE, Fire
from pbem_rules.pegasus.rules.orders.piat import PIAT, Piat
from pbem_rules.pegasus.rules.orders.shell import SHELL, Shell
from pbem_rules.pegasus.rules.turns import Done

_SURE, _GUN, _UNSUPPRESSED = 1000, 500, 40


def shot(view: View) -> AttrsInstance:
    """The next shot of a fire phase, or its end."""
    guns = [each for each in (*PIAT.listed(view), *SHELL.listed(view)) if isinstance(each, Piat | Shell)]
    orders = (*sorted(guns, key=lambda each: each.target), *FIRE.listed(view), Done())
    return max(orders, key=lambda each: _worth(view, each))


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
