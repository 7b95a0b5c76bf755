"""The player of The Battle for Normandy: the desks of its orders (:mod:`pbem_rules.shared.player`)."""

from __future__ import annotations

from pbem_rules.normandy.model import State
from pbem_rules.normandy.player import answers, fight, moves, rear
from pbem_rules.normandy.player.front import Front
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules.done import Done
from pbem_rules.normandy.rules.view import View
from pbem_rules.shared.player.intentions import intentions
from pbem_rules.shared.player.order_choice import Desk, Player, always, chosen

_CHOSEN: tuple[tuple[str, Desk[State, Front]], ...] = tuple(
    (word, chosen(word, choose)) for word, choose in rear.CHOSEN.items()
)
_DESKS: tuple[tuple[str, Desk[State, Front]], ...] = (
    ("flak", rear.flak),
    ("share", rear.share),
    ("strafe", rear.strafe),
    ("fight", fight.desk),
    ("support", answers.sheet),
    ("fire-back", answers.sheet),
    ("lose", chosen("lose", answers.lose)),
    ("retreat", answers.retreat),
    ("retreat", answers.sheet),
    ("stand", answers.sheet),
    ("advance", answers.advance),
    *_CHOSEN,
    ("move", moves.desk),
    ("done", always(Done())),
)


def player(data: Data) -> Player[State, Front]:
    """The player on a data pack."""

    def front(state: State, side: str) -> Front:
        return Front(view=View(data=data, state=state, side=side))

    return Player(field=front, desks=_DESKS, about=intentions)
