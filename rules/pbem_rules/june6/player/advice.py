"""The player of June 6: the desks of its orders (:mod:`pbem_rules.shared.player`).

It sees what a person sees: the position, the legal orders and the printed charts. What to do is decided in
:mod:`logistics`, :mod:`moves` and :mod:`combat`; this module only asks the right one.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import AttrsInstance

from pbem.port.player import Advice
from pbem_rules.june6.model import (
    Activation,
    Attrition,
    Bombardment,
    Combat,
    CorpsActivation,
    FreeOperation,
    Release,
    State,
)
from pbem_rules.june6.player import bombardments, combat, defences, logistics, moves
from pbem_rules.june6.player.assessment import Mind
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.combat.halt import Halt
from pbem_rules.june6.rules.markers.activating import Fight
from pbem_rules.june6.rules.markers.drawing import Waive
from pbem_rules.june6.rules.turns import Done
from pbem_rules.shared.player.intentions import intentions
from pbem_rules.shared.player.order_choice import Decision, Desk, Player, always


def wanted(case: Decision[State, Mind]) -> Iterator[Advice]:
    """What the player would like to order, the best first."""
    frame = case.state.frames[-1] if case.state.frames else None
    if isinstance(frame, Combat):
        yield from combat.decide(case, frame)
    elif isinstance(frame, Activation):
        yield from moves.decide(case, frame)
    else:
        yield from (Advice(order=order) for order in _between(case, frame))


def _between(case: Decision[State, Mind], frame: object) -> Iterator[AttrsInstance]:
    """What is ordered between the fighting."""
    mind = case.field
    match frame:
        case Release():
            yield from logistics.release_orders(mind, frame)
        case Attrition():
            yield from defences.attrition_orders(mind)
        case CorpsActivation():
            yield from logistics.next_of_corps(mind, frame)
        case FreeOperation():
            yield from logistics.free_operation(mind)
        case Bombardment():
            yield from bombardments.choose(mind)
        case _ if "bombard" in case.due:
            yield from bombardments.declare(mind)
        case _:
            yield from logistics.decide(mind, case.due)


def player(data: Data, salt: int) -> Player[State, Mind]:
    """The player on a data pack. ``salt`` varies the style."""

    def mind(state: State, side: str) -> Mind:
        return Mind.of(data, state, side, salt)

    plain: list[Desk[State, Mind]] = [always(Fight()), always(Done()), always(Halt()), always(Waive())]
    return Player(field=mind, desks=tuple(("", desk) for desk in (wanted, *plain)), about=intentions)
