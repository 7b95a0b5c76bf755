"""The player of The Battle for Normandy: the desks of its orders (:mod:`pbem_rules.shared.player`)."""

from __future__ import annotations

from pbem_rules.normandy.model import State
from pbem_rules.normandy.player import fight, moves, rear
from pbem_rules.normandy.player.front import Front
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules.done import Done
from pbem_rules.normandy.rules.view import View
from pbem_rules.shared.player.intentions import intentions
from pbem_rules.shared.player.order_choice import Desk, Player, always, chosen

_REAR: dict[str, Desk[State, Front]] = {word: chosen(word, choose) for word, choose in rear.CHOSEN.items()}
_DESKS: tuple[tuple[str, Desk[State, Front]], ...] = (
    *_REAR.items(),
    *((word, fight.sheet) for word in ("support", "fire-back", "lose", "retreat")),
    ("fight", fight.desk),
    ("advance", fight.advance),
    ("move", moves.desk),
    ("done", always(Done())),
)


def player(data: Data) -> Player[State, Front]:
    """The player on a data pack."""

    def front(state: State, side: str) -> Front:
        return Front(view=View(data=data, state=state, side=side))

    return Player(field=front, desks=_DESKS, after=intentions)
