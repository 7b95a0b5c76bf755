"""The command to type next in a game, by what is owed and what lies beside the log."""

from __future__ import annotations

from pbem.home import names, sentences
from pbem.home.beside import rooms
from pbem.home.beside.rooms import Case
from pbem.port.messages import Message
from pbem.protocol.session import unsent
from pbem.replay.table import DECISIONS


def next_step(case: Case) -> str:
    """The command to type next: what a room says, and else what the game asks."""
    view = case.view
    if said := rooms.step(case):
        return said
    due = view.owed
    if view.is_my_turn:
        if due.kind == "reply":
            return sentences.reply_command(due)
        return "pbem orders" if due.kind in DECISIONS else "pbem send"
    if view.draft:
        return "pbem send"
    if not due.kind:
        return "pbem verify"
    if view.position.table.ended is not None:
        return Message("pbem end result; the ruling stands, whether the other vault is opened or not")
    again = (
        Message(" (or pbem send, which sends your last turn again)") if unsent(view.log, view.seat) else ""
    )
    if view.seat == "B" and not view.log.bundles:
        again = Message(
            ". If they took somebody else: pbem invite withdraw {name}", name=names.name_of(case.folder)
        )
    return Message("pbem import FILE, when their turn has come{again}", again=again)
