"""The player of June 6: the desks of its orders (:mod:`pbem_rules.shared.player`).

It sees what a person sees: the position, the legal orders and the printed charts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import AttrsInstance

from pbem.port.player import Advice
from pbem_rules.june6.model import State
from pbem_rules.june6.player import bombardments, combat, engineers, logistics, moves
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat.halt import Halt
from pbem_rules.june6.rules.markers.activating import Fight
from pbem_rules.june6.rules.markers.drawing import Claim
from pbem_rules.june6.rules.turns import Done, GoFirst
from pbem_rules.shared.player.intentions import intentions
from pbem_rules.shared.player.order_choice import Decision, Desk, Player, always


def _by(choose: Callable[[Mind], Iterator[AttrsInstance]]) -> Desk[State, Mind]:
    """The desk of what is chosen by the position alone."""

    def desk(case: Decision[State, Mind]) -> Iterator[Advice]:
        yield from (Advice(order=order) for order in choose(case.field))

    return desk


_DESKS: tuple[tuple[str, Desk[State, Mind]], ...] = (
    ("buy", _by(logistics.buy)),
    ("enter-by", _by(logistics.enter_by)),
    ("claim", always(Claim())),
    ("go-first", always(GoFirst(first=True))),
    ("interdict", _by(bombardments.interdictions)),
    ("bombard", _by(bombardments.on_stacks)),
    ("force", _by(logistics.come_on)),
    ("reduce", _by(logistics.reduce)),
    ("mode", _by(combat.mode)),
    ("lean", _by(combat.lean)),
    ("defend", _by(combat.defend)),
    ("suffer", _by(combat.suffer)),
    ("counterattack", _by(combat.strike_back)),
    ("retreat", _by(combat.go_back)),
    ("advance", _by(combat.follow)),
    ("barrage", _by(bombardments.rockets)),
    ("attack", combat.attacks),
    ("assign", _by(logistics.join)),
    ("break-down", _by(logistics.break_down)),
    ("refit", _by(logistics.refit)),
    ("rally", _by(logistics.rally)),
    ("move", moves.desk),
    ("build", _by(engineers.buildings)),
    ("fight", always(Fight())),
    ("barrage", _by(bombardments.time_on_target)),
    ("demolish", _by(engineers.demolitions)),
    ("restore", _by(logistics.restore)),
    ("activate", _by(logistics.activate)),
    ("done", always(Done())),
    ("halt", always(Halt())),
)
"""What is decided by whom, by the word of the order, in the order in which they are asked: who has attacked or is not to
attack rallies, and whose guns no attack has asked for fire by themselves."""


def player(data: Data, salt: int) -> Player[State, Mind]:
    """The player on a data pack. ``salt`` varies the style."""

    def mind(state: State, side: str) -> Mind:
        return Mind(data=data, state=state, side=side, salt=salt)

    return Player(field=mind, desks=_DESKS, after=intentions)
