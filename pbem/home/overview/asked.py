"""What is asked of a player in a sitting, the weightiest first."""

from __future__ import annotations

from pbem.bytes.records import frozen
from pbem.home import sentences
from pbem.home.beside import rooms
from pbem.home.games import Seen
from pbem.home.kept_papers import game_over
from pbem.home.overview import refusals
from pbem.home.play import orders
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import GameFolder


@frozen(kw_only=True)
class Ask:
    """Something that is asked: ``what`` (``refused``, ``reply``, ``decide``, ``send``, ``over``), and ``said`` in words."""

    what: str
    said: str


def asked(folder: GameFolder, view: Seen | Session) -> tuple[Ask, ...]:
    """Everything that waits for the player now, in order of weight: what stops the game comes before what moves it."""
    refused = refusals.refused(rooms.case_of(folder, view))
    found = [Ask(what="refused", said=line) for line in refused[:1]]
    if not game_over.playing_on(folder):
        return (*found, Ask(what="over", said=Message("The game is over on paper.")))
    due = view.owed
    if view.is_my_turn:
        what = "reply" if due.kind == "reply" else "decide" if due.kind in orders.DECISIONS else "send"
        found.append(Ask(what=what, said=sentences.next_debt(view)))
    elif view.draft:
        found.append(
            Ask(what="send", said=Message("Everything is decided: your turn can be sealed and sent."))
        )
    return tuple(found)
