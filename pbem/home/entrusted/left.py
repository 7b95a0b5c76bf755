"""What is left to the responder of this side: asked by every list of orders, and so without anything of the responder."""

from __future__ import annotations

from pbem.home.games import Seen
from pbem.protocol.session import Session
from pbem.store.game import GameFolder

ENDED = "ended"
"""A fact of a game: the public keys (hex, with blanks between them) of agents that answer no more."""


RESPONDER = "responder"
"""A fact of a game in its player's home: where the home of its responder is."""


def left_to_responder(folder: GameFolder, view: Seen | Session) -> bool:
    """Whether what is owed is a roll that the responder of this side answers."""
    pending, due = view.position.table.pending, view.owed
    if pending is None or due.what != "answer" or due.seat != view.seat:
        return False
    key = pending.chain.key
    ended = str(folder.facts().get(ENDED) or "").split()
    return key != view.position.table.seeds[view.seat].key and key.hex() not in ended
