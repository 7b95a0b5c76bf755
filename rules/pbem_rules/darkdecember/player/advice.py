"""The player of Dark December: the desks of its orders (:mod:`pbem_rules.shared.player`)."""

from __future__ import annotations

from pbem_rules.darkdecember.model import State
from pbem_rules.darkdecember.player import fight, rear
from pbem_rules.darkdecember.player.front import Front
from pbem_rules.darkdecember.printed.data import Data
from pbem_rules.darkdecember.rules.combat.lowering import Waive
from pbem_rules.darkdecember.rules.sequence import Done
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.shared.player import attacks, moves
from pbem_rules.shared.player.intentions import intentions
from pbem_rules.shared.player.order_choice import Desk, Player, always

_DESKS: tuple[tuple[str, Desk[State, Front]], ...] = (
    ("waive", always(Waive())),
    ("attack", attacks.desk),
    *fight.DESKS,
    *rear.DESKS,
    ("move", moves.desk),
    ("done", always(Done())),
    ("attack", attacks.forced),
)


def player(data: Data) -> Player[State, Front]:
    """The player on a data pack."""
    return Player(
        field=lambda state, side: Front(view=View(data=data, state=state, side=side)),
        desks=_DESKS,
        about=intentions,
    )
